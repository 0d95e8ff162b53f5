import { addDays, daysOf, dayInRome, saturdayWeekOf } from '../src/domain/calendar/day.ts';
import type { HeldEntry } from '../src/domain/exchanges/request.ts';
import { isWorking } from '../src/domain/shifts/duty.ts';
import { confirmSwap } from '../src/server/exchanges/commands.confirm.ts';
import { preAccept } from '../src/server/exchanges/commands.preAccept.ts';
import { publishRequest } from '../src/server/exchanges/commands.publish.ts';
import { listEntries } from '../src/server/exchanges/queries.people.ts';
import type { AppContext } from '../src/server/platform/context.ts';
import { deleteSessionsOf } from '../src/server/platform/session/queries.ts';
import type { SignedIn } from '../src/server/platform/session/session.ts';
import { buildSession, type BuiltUser } from './builders.ts';

/**
 * Between Tiziana and Fabio: a completed weekly swap, one with an offer for her, one of his that she can take, and his holidays
 * for hers. Rita can take Ivan's request.
 */
export async function fillTaxiRequests(context: AppContext, drivers: readonly BuiltUser[]): Promise<void> {
  const signedIn = await Promise.all(
    drivers.slice(0, 4).map(async (driver) => (await buildSession(context, driver)).signedIn),
  );
  const [tiziana, fabio, ivan, rita] = signedIn;
  if (!tiziana || !fabio || !ivan || !rita) return;
  const completed = await publishWeek(context, tiziana, fabio, 1, 'Ho un impegno la sera, grazie!');
  if (completed) {
    await preAccept(context, fabio, completed);
    await confirmSwap(context, tiziana, completed, { accepterUserId: fabio.user.id });
  }
  const offered = await publishWeek(context, tiziana, fabio, 5, 'Mi serve la mattina per mio figlio.');
  if (offered) await preAccept(context, fabio, offered);
  await publishWeek(context, fabio, tiziana, 3, null);
  await publishWeek(context, ivan, rita, 1, null);
  await publishHolidays(context, fabio, 4, 2);
  // removes the sessions used for filling, which people would see as devices they do not know
  for (const { user } of signedIn) await deleteSessionsOf(context.database, user.id);
}

async function entriesAhead(context: AppContext, person: SignedIn, ahead: number): Promise<HeldEntry[]> {
  const week = saturdayWeekOf(addDays(dayInRome(context.clock.now()), 7 * ahead));
  return listEntries(context.database, person.user.id, daysOf(week));
}

/** Publishes the week of `one` that is `ahead` weeks from now, for the named shift of `other`. */
async function publishWeek(
  context: AppContext,
  one: SignedIn,
  other: SignedIn,
  ahead: number,
  message: string | null,
): Promise<string | null> {
  const own = (await entriesAhead(context, one, ahead)).find(isWorking);
  const wanted = (await entriesAhead(context, other, ahead)).find(isWorking);
  if (!own || !wanted || own.shiftType === wanted.shiftType) return null;
  const { request } = await publishRequest(context, one, {
    kind: 'settimana',
    offeredShiftId: own.shiftId,
    requestedShiftType: wanted.shiftType,
    requestedDate: own.date,
    message,
  });
  return request.id;
}

/** Publishes a holiday week `ahead` weeks from now, for the week `wantedAhead`. */
async function publishHolidays(
  context: AppContext,
  person: SignedIn,
  ahead: number,
  wantedAhead: number,
): Promise<void> {
  const holiday = (await entriesAhead(context, person, ahead)).find(
    ({ workLocation }) => workLocation === 'ferie',
  );
  const work = (await entriesAhead(context, person, wantedAhead)).find(isWorking);
  if (!holiday || !work) return;
  await publishRequest(context, person, {
    kind: 'ferie',
    offeredShiftId: holiday.shiftId,
    requestedDate: work.date,
    message: 'Volevo partire prima con la famiglia.',
  });
}
