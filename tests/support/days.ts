import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import { addDays, type Day, daysOf } from '../../src/domain/calendar/day.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import type { CreateShift } from '../../src/domain/shifts/schema.ts';
import { type Caller, idOf, type SwapAnswer } from './caller.ts';
import type { TestServer } from './server.ts';

// Swaps of one day for another, with calendars written as one letter per day.

/** The Monday after `testNow`'s week: the first day of these calendars. */
export const firstDay: Day = '2026-11-23';
/** A day by its index in a calendar. */
export const dayAt = (place: number): Day => addDays(firstDay, place);
export const daysAt = (...places: number[]): Day[] => places.map(dayAt);

/** Letters: 06–14, 14–22, nine hours, four hours, split shift, rest, holiday, illness. */
export const duties: Record<string, Duty> = {
  E: buildDuty('sede', '06:00', '14:00'),
  L: buildDuty('sede', '14:00', '22:00'),
  N: buildDuty('sede', '09:00', '18:00'),
  S: buildDuty('sede', '08:00', '12:00'),
  W: {
    ...buildDuty('smart_working', '08:00', '12:00'),
    isSplitShift: true,
    secondStartTime: '14:00',
    secondEndTime: '18:00',
  },
  r: buildDuty('libero'),
  f: buildDuty('ferie'),
  m: buildDuty('malattia'),
};

export function dutyOf(letter: string): Duty {
  const duty = duties[letter];
  if (!duty) throw new Error(`no duty is called ${letter}`);
  return duty;
}

export type Worker = Awaited<ReturnType<typeof signInWorker>>;

/** Signs in a person with a calendar in the letters of `duties`; `.` is an empty day. */
export async function signInWorker(server: TestServer, calendar: string, draft: UserDraft = {}) {
  const person = await server.signIn(draft);
  /** By index in the calendar. */
  const shiftIds: string[] = [];
  for (const [place, letter] of calendar.split('').entries()) {
    if (letter === '.') continue;
    const [day, duty] = [dayAt(place), dutyOf(letter)];
    shiftIds[place] = await buildShift(server.context, person, day, duty, `nota ${place}`);
  }
  return Object.assign(person, { shiftIds });
}

/** Signs in Giulia and Marco, colleagues with these calendars. */
export async function workers(server: TestServer, hers: string, his: string) {
  const giulia = await signInWorker(server, hers, { firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const marco = await signInWorker(server, his, { worksiteId, firstName: 'Marco', lastName: 'Bianchi' });
  return { giulia, marco };
}

/** A person's calendar in the letters of the given duties: `.` empty, `?` a duty without a letter. */
export async function calendarOf(person: Caller, length = 7, from = firstDay, letters = duties) {
  const span = { from, to: addDays(from, length - 1) };
  const entries = await person.ask('GET /api/calendar/shifts', { query: span });
  const same = ['workLocation', 'startTime', 'secondStartTime'] as const;
  const letterOn = (day: Day): string => {
    const entry = entries.find(({ date }) => date === day);
    if (!entry) return '.';
    const found = Object.entries(letters).find(([, duty]) => same.every((one) => duty[one] === entry[one]));
    return found?.[0] ?? '?';
  };
  return daysOf(span).map(letterOn).join('');
}

/** Publishes the shift at `place` as a `giorno`, offering to work at `places` unless the draft names the days. */
export const publishDay = (
  person: Worker,
  place: number,
  places: readonly number[],
  draft: Partial<CreateExchange> = {},
): Promise<SwapAnswer> =>
  person.publish(person.shiftIds[place] ?? '', {
    kind: 'giorno',
    requestedShiftType: undefined,
    requestedDate: dayAt(place),
    acceptFlexibleDates: true,
    ...(places.length > 0 && { acceptableDays: daysAt(...places) }),
    ...draft,
  });

/** Like `publishDay`, but returns the request's id and throws if refused. */
export const publishedDay = (...publishing: Parameters<typeof publishDay>): Promise<string> =>
  idOf(publishDay(...publishing));

/** Pre-accepts with the shift at `place`, or with the only one that fits. */
export const giveDay = (person: Worker, id: string, place?: number): Promise<SwapAnswer> =>
  person.give(id, place === undefined ? undefined : person.shiftIds[place]);

/** Like `giveDay`, but throws if refused. */
export const offerDay = async (...giving: Parameters<typeof giveDay>): Promise<void> =>
  void (await idOf(giveDay(...giving)));

/** Request bodies for letters, starting at index `from` of the calendar; `.` is skipped. */
export const entriesOf = (letters: string, from = 0): CreateShift[] =>
  letters.split('').flatMap((letter, place) => {
    if (letter === '.') return [];
    const { shiftType: _shiftType, ...duty } = dutyOf(letter);
    return [{ date: dayAt(from + place), ...duty }];
  });

/** Records one entry. */
export const recordDay = (person: Caller, place: number, letter: string) =>
  person.call('POST /api/shifts', { body: entriesOf(letter, place)[0] as CreateShift });

/** Records the entries of these letters in one call. */
export const recordDays = (person: Caller, letters: string, isReplacing?: boolean) =>
  person.call('POST /api/shifts/bulk', {
    body: { shifts: entriesOf(letters), ...(isReplacing !== undefined && { isReplacing }) },
  });
