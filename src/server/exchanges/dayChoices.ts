import { addDays, type Day, dayInRome, daysBetween, daysOf } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { isFilled } from '../../domain/exchanges/askedDays.ts';
import { withoutRow } from '../../domain/exchanges/request.ts';
import { closedUntil, judgePublication } from '../../domain/exchanges/rules.ts';
import { type DayChoices, mostDayChoices } from '../../domain/exchanges/schema.preview.ts';
import { lastDayAhead } from '../../domain/shifts/rules.ts';
import { judgeKind } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { permissionBy } from './permission.ts';
import { countAskedByDay } from './queries.days.ts';
import { findEntry, judgeReservations, listGivenEntries } from './queries.duties.ts';
import { findPerson, participantOf } from './queries.people.ts';

interface Query {
  offeredShiftId: string;
  from?: Day | undefined;
  to?: Day | undefined;
}

/**
 * The days on which the person could work instead of the day of this shift, and how many colleagues could be asked for
 * each. Only what those work counts.
 * @throws RefusalError not_found if the shift is not the person's own, invalid_data for a range that is too long
 */
export async function readDayChoices(
  { database, clock }: AppContext,
  { user, worksite }: SignedIn,
  query: Query,
): Promise<DayChoices> {
  const now = clock.now();
  const requester = requireFound(await findPerson(database, user.id));
  const shift = requireFound(await findEntry(database, user.id, query.offeredShiftId));
  const days = requireDays(query, shift.date, dayInRome(now));
  const [from, to] = [days[0] ?? shift.date, days.at(-1) ?? shift.date];
  const entries = await listGivenEntries(database, user.id, [...days, shift.date]);
  const counts = await countAskedByDay(
    database,
    requester,
    shift,
    { from, to },
    closedUntil(now, requester.cutoffHours),
  );
  const { variant, swapPolicy } = worksite;
  const offered = judgeKind('giorno', swapPolicy, variant);
  const publication = {
    kind: 'giorno',
    requester: participantOf(requester, variant),
    shift,
    requestedDate: shift.date,
    now,
  } as const;
  const judged = offered.ok ? judgePublication(publication) : offered;
  const verdict = judged.ok ? judgeReservations(entries, [shift], null) : judged;
  return {
    offeredShift: withoutRow(shift),
    publish: permissionBy(verdict),
    days: days.map((date) => ({
      date,
      isOpen: !isFilled(entries, date),
      colleagueCount: verdict.ok ? (counts.find(({ day }) => day === date)?.count ?? 0) : 0,
    })),
  };
}

function requireDays(query: Query, offeredDay: Day, today: Day): Day[] {
  const from = query.from ?? addDays(offeredDay, -14);
  const to = query.to ?? addDays(offeredDay, 14);
  if (to < from || daysBetween(from, to) >= mostDayChoices) {
    throw new RefusalError(refuse('invalid_data'), {
      fields: { to: `Al massimo ${mostDayChoices} giorni alla volta` },
    });
  }
  return daysOf({ from, to }).filter(
    (day) => day !== offeredDay && day >= today && day <= lastDayAhead(today),
  );
}
