import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { timeOf, weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { PersonRow } from './queries.people.ts';
import type { RequestRow } from './queries.ts';

export interface Side {
  person: PersonRow;
  /** What changes hands, by day. */
  gives: HeldDuty[];
  notes: ReadonlyMap<Day, string | null>;
  /** Rows of rest days on which they get work. */
  restIds: string[];
}

export async function tellParties(
  tx: Transaction,
  {
    request,
    requester,
    accepter,
    now,
  }: { request: RequestRow; requester: Side; accepter: Side; now: Instant },
): Promise<void> {
  const toRequester = { userId: requester.person.id, personId: accepter.person.id, requestId: request.id };
  const toAccepter = { userId: accepter.person.id, personId: requester.person.id, requestId: request.id };
  const notifications: NewNotification[] = [
    { ...toAccepter, facts: { fact: 'offer_accepted', time: timeOf(request) } },
    { ...toAccepter, facts: completionFacts(request, requester, accepter, 'accepter') },
    { ...toRequester, facts: completionFacts(request, accepter, requester, 'requester') },
  ];
  await notify(tx, notifications, now);
}

/** To one participant, about what the other gave: a named shift is theirs on their own days. */
function completionFacts(
  request: RequestRow,
  partner: Side,
  own: Side,
  to: 'requester' | 'accepter',
): NotificationFacts {
  const first = requireFound(partner.gives[0] ?? null);
  const weeks = weeksOf(request);
  if (request.kind === 'giorno') {
    const free = requireFound(own.gives[0] ?? null).date;
    return { fact: 'day_swapped', received: first, free };
  }
  if (!weeks) return { fact: 'shift_swapped', received: first };
  const { offered, wanted } = weeks;
  if (request.kind === 'settimana') {
    return { fact: 'week_swapped', week: offered, shift: first, days: own.gives.length };
  }
  return to === 'requester'
    ? { fact: 'holidays_swapped', free: wanted, work: offered }
    : { fact: 'holidays_swapped', free: offered, work: wanted };
}
