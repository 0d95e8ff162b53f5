import { addDays } from '../../src/domain/calendar/day.ts';
import type { ExchangeList, ExchangeRequest, ExchangeTab } from '../../src/domain/exchanges/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Action, Moment } from './moment.ts';
import type { Person } from './world.ts';

/** The first page of a tab; nothing when it cannot be read now. */
export async function readTab({ session }: Person, tab: ExchangeTab): Promise<ExchangeRequest[]> {
  const path = `/api/exchange-requests?tab=${tab}`;
  const { entry, body } = await session.call({ what: 'read', path }, 'GET', path);
  return entry.outcome === 'done' ? (body as ExchangeList).requests : [];
}

/** Publishes a shift of a day that many look at: a single one, a taxi week, or a holiday week. */
export const publish: Action = async ({ session, site }, { dice, calendar, hotDays, mark }) => {
  const isOffered = ({ date, openRequestId }: Shift): boolean =>
    openRequestId === null && hotDays.includes(date);
  const offered = dice.pick(calendar.filter(isOffered));
  if (!offered) return;
  const types = ['mattina', 'pomeriggio', 'notte'].filter((type) => type !== offered.shiftType);
  const otherWeek = site.holidayWeeks.find((week) => !hotDays.includes(week));
  const isHoliday = site.variant === 'taxi' && offered.workLocation === 'ferie' && otherWeek !== undefined;
  const body = {
    offeredShiftId: offered.id,
    requestedDate: isHoliday ? otherWeek : offered.date,
    ...(isHoliday ? { kind: 'ferie' } : { requestedShiftType: dice.pick(types) }),
    message: mark,
  };
  await session.call({ what: 'publish', mark }, 'POST', '/api/exchange-requests', body);
};

/** Pre-accepts a request of somebody else, or rejects it. */
export const answerRequest: Action = async (person, { dice, hotDays }) => {
  const requests = await readTab(person, 'disponibili');
  const hot = requests.filter(({ offeredShift }) => hotDays.includes(offeredShift.date));
  const request = dice.pick(hot.length > 0 ? hot : requests);
  if (!request) return;
  const isRejected = dice.below(12) === 0;
  const what = isRejected ? 'reject' : 'pre-accept';
  const path = `/api/exchange-requests/${request.id}/${what}`;
  await person.session.call({ what, requestId: request.id }, 'POST', path);
};

/**
 * Takes one of the offers on an own request; every second time one on each of them, and the first twice, all at the same
 * moment: they may need the same duty of the same colleague.
 */
export const confirmOffer: Action = async (person, { dice }) => {
  const requests = (await readTab(person, 'pre-accettati')).filter(isOwn(person));
  const choices = dice.shuffle(requests).flatMap((request) => {
    const offer = dice.pick(request.preAcceptedBy);
    return offer ? [{ requestId: request.id, accepterId: offer.userId, days: movingDays(request) }] : [];
  });
  const together =
    dice.below(2) === 0 ? choices.slice(0, 1) : [...choices.slice(0, 1), ...choices.slice(0, 3)];
  await Promise.all(
    together.map((choice) => {
      const path = `/api/exchange-requests/${choice.requestId}/final-confirm`;
      const deed = { what: 'confirm', ...choice } as const;
      return person.session.call(deed, 'POST', path, { accepterUserId: choice.accepterId });
    }),
  );
};

/** Two people need not have entries on the same days of two weeks that they swap for holidays. */
function movingDays({ kind, weeks }: ExchangeRequest): string[] {
  if (kind !== 'ferie' || weeks === null) return [];
  return [weeks.offered, weeks.wanted].flatMap(({ from }) =>
    Array.from({ length: 7 }, (_, index) => addDays(from, index)),
  );
}

const isOwn =
  (person: Person) =>
  ({ requesterId }: ExchangeRequest): boolean =>
    requesterId === person.id;

/** Withdraws or changes an own request, refuses an offer on it, or takes an own offer back. */
export const reconsider: Action = async (person, moment) => {
  const { session } = person;
  const requests = [...(await readTab(person, 'pre-accettati')), ...(await readTab(person, 'mie'))];
  const request = moment.dice.pick(requests);
  if (!request) return;
  const path = `/api/exchange-requests/${request.id}`;
  const { id: requestId } = request;
  if (!isOwn(person)(request)) {
    await session.call({ what: 'take back', requestId }, 'DELETE', `${path}/cancel-pre-accept`);
    return;
  }
  const offer = moment.dice.pick(request.preAcceptedBy);
  if (offer && moment.dice.below(2) === 0) {
    const accepterId = offer.userId;
    const body = { accepterUserId: accepterId };
    await session.call(
      { what: 'refuse', requestId, accepterId },
      'DELETE',
      `${path}/cancel-pre-accept`,
      body,
    );
  } else if (moment.dice.below(2) === 0) await session.call({ what: 'withdraw', requestId }, 'DELETE', path);
  else await change(person, request, moment);
};

async function change(person: Person, request: ExchangeRequest, { mark }: Moment): Promise<void> {
  const { id: requestId, offeredShiftId, requestedDate, requestedShiftType } = request;
  if (offeredShiftId === null) return;
  const body = { offeredShiftId, requestedDate, requestedShiftType, message: mark };
  const path = `/api/exchange-requests/${requestId}`;
  await person.session.call({ what: 'change', mark, requestId }, 'PUT', path, body);
}
