import { randomInt } from 'node:crypto';
import type { ExchangeRow, ExchangeTab } from '../../src/domain/exchanges/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Duty } from './ledger.ts';
import { early, late, named, type Person, rest } from './people.ts';

/** What a person acts on: their current calendar, and the days on which everybody acts at the moment. */
interface Occasion {
  calendar: readonly Shift[];
  days: readonly string[];
  /** A text unique to this call. */
  mark: string;
}

type Action = (person: Person, occasion: Occasion) => Promise<unknown>;

const pick = <Item>(items: readonly Item[]): Item | undefined => items[randomInt(items.length || 1)];

/** Weighted by repetition. */
const actions: readonly Action[] = [
  ...Array<Action>(5).fill(keepCalendar),
  ...Array<Action>(5).fill(publish),
  ...Array<Action>(6).fill(answerRequest),
  ...Array<Action>(4).fill(confirmOffers),
  reconsider,
];

/** Performs one random action. */
export async function act(person: Person, occasion: Occasion): Promise<void> {
  await pick(actions)?.(person, occasion);
}

/** The person's whole calendar; null if it cannot be read now. */
export async function readCalendar(person: Person): Promise<Shift[] | null> {
  const days = [...person.site.still, ...person.site.loose].flat();
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  return person.read('GET /api/calendar/shifts', { query });
}

const sick: Duty = { workLocation: 'malattia', startTime: null, endTime: null };
const duties = { standard: [early, late, early, late, rest], taxi: [named(0), named(1), rest, sick] };

/** Records, edits or deletes an entry of a loose day; every second time overrides a swapped one. */
async function keepCalendar(person: Person, { calendar, days, mark }: Occasion): Promise<void> {
  const loose = person.site.loose.flat();
  const day = pick(loose.filter((one) => days.includes(one))) ?? pick(loose) ?? '';
  const duty = pick(duties[person.site.variant]) ?? early;
  const shift = calendar.find(({ date }) => date === day);
  if (!shift) {
    const body = { date: day, ...duty, notes: mark };
    await person.write({ what: 'record', day, mark, duty }, 'POST /api/shifts', { body });
    return;
  }
  const headers = randomInt(2) === 0 ? { 'x-override-exchange': 'true' } : {};
  const input = { params: { id: shift.id }, headers };
  if (randomInt(4) === 0) await person.write({ what: 'delete', day }, 'DELETE /api/shifts/:id', input);
  else {
    const body = { ...duty, notes: mark };
    const operation = { what: 'edit', day, mark, duty } as const;
    await person.write(operation, 'PATCH /api/shifts/:id', { ...input, body });
  }
}

/** The first page of a tab; empty if it cannot be read now. */
async function readTab(person: Person, tab: ExchangeTab): Promise<ExchangeRow[]> {
  return (await person.read('GET /api/exchange-requests/page', { query: { tab } }))?.requests ?? [];
}

async function publish(person: Person, { calendar, days, mark }: Occasion): Promise<void> {
  const offered = pick(
    calendar.filter(({ date, openRequestId }) => openRequestId === null && days.includes(date)),
  );
  if (!offered) return;
  const types = (['mattina', 'pomeriggio', 'notte'] as const).filter((type) => type !== offered.shiftType);
  const requestedShiftType = pick(types);
  const body = {
    offeredShiftId: offered.id,
    requestedDate: offered.date,
    requestedShiftType,
    message: mark,
  };
  await person.write({ what: 'publish', mark }, 'POST /api/exchange-requests', { body });
}

/** Pre-accepts or rejects somebody else's request. */
async function answerRequest(person: Person, { days }: Occasion): Promise<void> {
  const requests = await readTab(person, 'disponibili');
  const request = pick(requests.filter(({ offeredShift }) => days.includes(offeredShift.date)));
  if (!request) return;
  const requestId = request.id;
  const params = { id: requestId };
  if (randomInt(12) === 0) {
    await person.write({ what: 'reject', requestId }, 'POST /api/exchange-requests/:id/reject', { params });
    return;
  }
  const choices = (await person.read('GET /api/exchange-requests/:id', { params }))?.choices ?? [];
  const input = { params, body: { shiftId: pick(choices)?.shiftId } };
  await person.write({ what: 'pre-accept', requestId }, 'POST /api/exchange-requests/:id/pre-accept', input);
}

const confirmCall = 'POST /api/exchange-requests/:id/final-confirm';

/**
 * Confirms an offer on an own request; every second time one on each of three, the first twice, concurrently: they may need
 * the same shift of the same colleague.
 */
async function confirmOffers(person: Person): Promise<void> {
  const requests = (await readTab(person, 'pre-accettati')).filter(
    ({ requesterId }) => requesterId === person.id,
  );
  const offers = requests.flatMap(({ id, preAcceptedBy }) => {
    const offer = pick(preAcceptedBy);
    return offer ? [{ requestId: id, accepterId: offer.userId }] : [];
  });
  const first = offers.slice(0, 1);
  const together = randomInt(2) === 0 ? first : [...first, ...offers.slice(0, 3)];
  await Promise.all(
    together.map(({ requestId, accepterId }) =>
      person.write({ what: 'confirm', requestId, accepterId }, confirmCall, {
        params: { id: requestId },
        body: { accepterUserId: accepterId },
      }),
    ),
  );
}

/** Withdraws an own request, or an own offer. */
async function reconsider(person: Person): Promise<void> {
  const request = pick([...(await readTab(person, 'pre-accettati')), ...(await readTab(person, 'mie'))]);
  if (!request) return;
  const { id: requestId } = request;
  const [what, call] =
    request.requesterId === person.id
      ? (['withdraw', 'DELETE /api/exchange-requests/:id'] as const)
      : (['take back', 'DELETE /api/exchange-requests/:id/cancel-pre-accept'] as const);
  await person.write({ what, requestId }, call, { params: { id: requestId } });
}
