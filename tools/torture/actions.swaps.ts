import { addDays } from '../../src/domain/calendar/day.ts';
import { withinDaysChoices } from '../../src/domain/exchanges/askedDays.ts';
import type { ExchangeRow, ExchangeTab } from '../../src/domain/exchanges/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Action, ActionContext } from './actionContext.ts';
import type { Person } from './world.ts';

/** The first page of a tab; nothing when it cannot be read now. */
export async function readTab({ session }: Person, tab: ExchangeTab): Promise<ExchangeRow[]> {
  return (await session.read('GET /api/exchange-requests/page', { query: { tab } }))?.requests ?? [];
}

/** Publishes a shift of a day that many look at: a single one, for other hours or another day, a taxi week, or a holiday week. */
export const publish: Action = async ({ session, site }, { random, calendar, hotDays, mark }) => {
  const isOffered = ({ date, openRequestId }: Shift): boolean =>
    openRequestId === null && hotDays.includes(date);
  const offered = random.pick(calendar.filter(isOffered));
  if (!offered) return;
  const types = (['mattina', 'pomeriggio', 'notte'] as const).filter((type) => type !== offered.shiftType);
  const otherWeek = site.holidayWeeks.find((week) => !hotDays.includes(week));
  const isHoliday = site.variant === 'taxi' && offered.workLocation === 'ferie' && otherWeek !== undefined;
  const isForDay = site.variant === 'standard' && random.below(2) === 0;
  const withinDays = random.pick(withinDaysChoices) ?? withinDaysChoices[0];
  const body = {
    offeredShiftId: offered.id,
    requestedDate: isHoliday ? otherWeek : offered.date,
    ...(isHoliday
      ? { kind: 'ferie' as const }
      : isForDay
        ? { kind: 'giorno' as const, withinDays }
        : { requestedShiftType: random.pick(types) }),
    message: mark,
  };
  await session.call({ what: 'publish', mark }, 'POST /api/exchange-requests', { body });
};

/** Pre-accepts a request of somebody else, or rejects it. */
export const answerRequest: Action = async (person, { random, hotDays }) => {
  const requests = await readTab(person, 'disponibili');
  const hot = requests.filter(({ offeredShift }) => hotDays.includes(offeredShift.date));
  const request = random.pick(hot.length > 0 ? hot : requests);
  if (!request) return;
  const { id: requestId } = request;
  const params = { id: requestId };
  if (random.below(12) === 0) {
    await person.session.call({ what: 'reject', requestId }, 'POST /api/exchange-requests/:id/reject', {
      params,
    });
    return;
  }
  const choices = (await person.session.read('GET /api/exchange-requests/:id', { params }))?.choices;
  const body = { shiftId: random.pick(choices ?? [])?.shiftId };
  const call = 'POST /api/exchange-requests/:id/pre-accept';
  await person.session.call({ what: 'pre-accept', requestId }, call, { params, body });
};

/**
 * Takes one of the offers on an own request; every second time one on each of them, and the first twice, all at the same
 * context: they may need the same duty of the same colleague.
 */
export const confirmOffer: Action = async (person, { random }) => {
  const requests = (await readTab(person, 'pre-accettati')).filter(isOwn(person));
  const choices = random.shuffle(requests).flatMap((request) => {
    const offer = random.pick(request.preAcceptedBy);
    if (!offer) return [];
    return [{ requestId: request.id, accepterId: offer.userId, days: movingDays(request, offer) }];
  });
  const together =
    random.below(2) === 0 ? choices.slice(0, 1) : [...choices.slice(0, 1), ...choices.slice(0, 3)];
  await Promise.all(
    together.map((choice) => {
      const operation = { what: 'confirm', ...choice } as const;
      const input = { params: { id: choice.requestId }, body: { accepterUserId: choice.accepterId } };
      return person.session.call(operation, 'POST /api/exchange-requests/:id/final-confirm', input);
    }),
  );
};

/**
 * Two people need not have entries on the same days of two weeks that they swap for holidays, nor on the two days of a swap
 * of days.
 */
function movingDays(
  { kind, weeks, requestedDate }: ExchangeRow,
  { offeredShift }: ExchangeRow['preAcceptedBy'][number],
): string[] {
  if (kind === 'giorno') return [requestedDate, offeredShift.date];
  if (kind !== 'ferie' || weeks === null) return [];
  return [weeks.offered, weeks.wanted].flatMap(({ from }) =>
    Array.from({ length: 7 }, (_, index) => addDays(from, index)),
  );
}

const isOwn =
  (person: Person) =>
  ({ requesterId }: ExchangeRow): boolean =>
    requesterId === person.id;

/** Withdraws or changes an own request, refuses an offer on it, or takes an own offer back. */
export const reconsider: Action = async (person, context) => {
  const { session } = person;
  const requests = [...(await readTab(person, 'pre-accettati')), ...(await readTab(person, 'mie'))];
  const request = context.random.pick(requests);
  if (!request) return;
  const { id: requestId } = request;
  const params = { id: requestId };
  const cancel = 'DELETE /api/exchange-requests/:id/cancel-pre-accept';
  if (!isOwn(person)(request)) {
    await session.call({ what: 'take back', requestId }, cancel, { params });
    return;
  }
  const offer = context.random.pick(request.preAcceptedBy);
  if (offer && context.random.below(2) === 0) {
    const accepterId = offer.userId;
    const body = { accepterUserId: accepterId };
    await session.call({ what: 'refuse', requestId, accepterId }, cancel, { params, body });
  } else if (context.random.below(2) === 0) {
    await session.call({ what: 'withdraw', requestId }, 'DELETE /api/exchange-requests/:id', { params });
  } else await change(person, request, context);
};

async function change(person: Person, request: ExchangeRow, { mark }: ActionContext): Promise<void> {
  const { id: requestId, offeredShiftId, requestedDate, requestedShiftType } = request;
  if (offeredShiftId === null) return;
  const body = { offeredShiftId, requestedDate, requestedShiftType, message: mark };
  const input = { params: { id: requestId }, body };
  await person.session.call({ what: 'change', mark, requestId }, 'PUT /api/exchange-requests/:id', input);
}
