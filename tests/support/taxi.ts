import { buildDuty, buildShift, buildWorksite, type UserDraft } from '../../db/builders.ts';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import { type Duty, taxiShifts } from '../../src/domain/shifts/duty.ts';
import type { Caller, SwapAnswer } from './caller.ts';
import { calendarOf } from './days.ts';
import { type TestServer, testTaxiAccessCode } from './server.ts';

/** Saturdays. `testNow` is a Monday in the first of these weeks; the others have not begun. */
export const runningWeek: Day = '2026-11-14';
export const nextWeek: Day = '2026-11-21';
export const laterWeek: Day = '2026-11-28';

/** Named shifts by initial, rest, holiday, illness. */
const letters: Record<string, Duty> = {
  ...Object.fromEntries(
    taxiShifts.map(({ name, shiftType, startTime, endTime }) => [
      name.charAt(0),
      { ...buildDuty('sede', startTime, endTime), shiftType },
    ]),
  ),
  r: buildDuty('libero'),
  f: buildDuty('ferie'),
  m: buildDuty('malattia'),
};

export type Driver = Awaited<ReturnType<typeof signInDriver>>;

/** Creates a taxi worksite, so that drivers of other tests are neither notified nor counted. @returns its id */
export const openTaxiWorksite = async (server: TestServer): Promise<string> =>
  (await buildWorksite(server.context, { accessCode: testTaxiAccessCode, variant: 'taxi' })).id;

/**
 * Signs in a driver, of the server's taxi worksite unless the draft names one. With a first name, the driver also gets
 * a licence and a phone number that can be searched for in what others are sent.
 *
 * @param weeks by Saturday, one letter per day: `MPSN` named shifts, `r` rest, `f` holiday, `m` illness, `.` nothing
 */
export async function signInDriver(server: TestServer, weeks: Record<Day, string>, draft: UserDraft = {}) {
  const worksiteId = draft.worksiteId ?? (await server.taxiWorksiteId());
  const { firstName } = draft;
  const person = await server.signIn({
    contractHours: 7,
    ...(firstName && {
      lastName: 'Neri',
      taxiLicense: `RM-${firstName}`,
      phoneNumber: `+39 333 ${firstName.length}000000`,
    }),
    ...draft,
    worksiteId,
  });
  /** Entry ids by day. */
  const shifts: Record<Day, string> = {};
  for (const [saturday, week] of Object.entries(weeks)) {
    for (const [index, letter] of week.split('').entries()) {
      const [day, duty] = [addDays(saturday, index), letters[letter]];
      if (duty) shifts[day] = await buildShift(server.context, person, day, duty);
    }
  }
  return Object.assign(person, { shifts });
}

/** A week of a driver's calendar, in the letters of `signInDriver`. */
export const weekOf = (driver: Caller, saturday: Day): Promise<string> =>
  calendarOf(driver, 7, saturday, letters);

/** Publishes a week of named shifts through the shift of `day`. */
export const publishWeek = (driver: Driver, day: Day, draft: Partial<CreateExchange> = {}) =>
  driver.publish(driver.shifts[day] ?? '', { requestedShiftType: 'notte', requestedDate: day, ...draft });

/** Publishes the holiday week starting on `offered`, for another week. */
export const publishHolidays = (
  driver: Driver,
  offered: Day,
  wanted: Day,
  draft: Partial<CreateExchange> = {},
): Promise<SwapAnswer> =>
  driver.publish(driver.shifts[offered] ?? '', {
    kind: 'ferie',
    requestedShiftType: undefined,
    requestedDate: wanted,
    ...draft,
  });
