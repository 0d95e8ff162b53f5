import sql from 'sql-template-tag';
import { buildDuty, buildShift, type BuiltUser, buildWorksite, type UserDraft } from '../../db/builders.ts';
import { addDays, type Day, daysBetween } from '../../src/domain/calendar/day.ts';
import type { Roster, RosterDay, RosterDuty } from '../../src/domain/rosters/schema.ts';
import type { SignedInCaller, TestServer } from './server.ts';

/** The Monday after `testNow`: rosters of tests begin on it. */
export const firstDay: Day = '2026-11-23';
export const rosterDayAt = (index: number): Day => addDays(firstDay, index);

export const duties: Record<string, RosterDuty> = {
  E: { workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
  L: { workLocation: 'sede', startTime: '14:00', endTime: '22:00' },
  /** Too short for a contract of 8 hours. */
  S: { workLocation: 'sede', startTime: '08:00', endTime: '12:00' },
};

/** Days from `firstDay` on: a letter of `duties`, `-` for no work, `.` for nothing said. */
const daysOfLetters = (letters: string): RosterDay[] =>
  letters
    .split('')
    .flatMap((letter, index) =>
      letter === '.' ? [] : [{ day: rosterDayAt(index), duty: duties[letter] ?? null }],
    );

type Rows = readonly (readonly [{ id: string }, string])[];

/** A roster of these people, each with their letters; of four weeks. */
export const rosterOf = (people: Rows, rest: Partial<Roster> = {}): Roster => ({
  title: 'dicembre',
  days: { from: firstDay, to: rosterDayAt(27) },
  people: people.map(([{ id }, letters]) => ({ userId: id, days: daysOfLetters(letters) })),
  ...rest,
});

/** The same of people without an account. */
export const unclaimedOf = (...people: readonly (readonly [name: string, letters: string])[]) => ({
  unclaimed: people.map(([name, letters]) => ({ name, days: daysOfLetters(letters) })),
});

const entries: Record<string, Parameters<typeof buildDuty>> = {
  E: ['sede', '06:00', '14:00'],
  L: ['sede', '14:00', '22:00'],
  r: ['libero'],
  f: ['ferie'],
  m: ['malattia'],
};

/** Entries from `firstDay` on, one a letter: `r` libero, `f` ferie, `m` malattia, `.` none. */
export async function buildCalendar(server: TestServer, person: BuiltUser, letters: string): Promise<void> {
  for (const [index, letter] of letters.split('').entries()) {
    const entry = entries[letter];
    if (entry) await buildShift(server.context, person, rosterDayAt(index), buildDuty(...entry));
  }
}

/** A person with such a calendar who is signed in. */
export async function signInWith(
  server: TestServer,
  letters: string,
  draft: UserDraft = {},
): Promise<SignedInCaller> {
  const person = await server.signIn(draft);
  await buildCalendar(server, person, letters);
  return person;
}

/** A worksite with somebody who loads its rosters. */
export async function rosterSite(server: TestServer, mode: 'proposta' | 'subito' = 'proposta') {
  const { id: worksiteId } = await buildWorksite(server.context);
  await server.database.run(sql`update worksites set roster_mode = ${mode} where id = ${worksiteId}`);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  return {
    worksiteId,
    loader,
    person: (letters = '', draft: UserDraft = {}) => signInWith(server, letters, { worksiteId, ...draft }),
    load: (...people: Rows) => loader.ask('POST /api/rosters', { body: rosterOf(people) }),
    loadWith: (rest: Partial<Roster>, ...people: Rows) =>
      loader.ask('POST /api/rosters', { body: rosterOf(people, rest) }),
    preview: (...people: Rows) => loader.ask('POST /api/rosters/preview', { body: rosterOf(people) }),
    undo: (id: string | null) => loader.ask('DELETE /api/rosters/:id', { params: { id: id ?? '' } }),
  };
}

/** What waits for a person's answer: the place of each day, and what it means for them. */
export const proposalsOf = async (person: SignedInCaller): Promise<string[]> =>
  (await person.ask('GET /api/rosters/proposals')).days.map(
    ({ day, kind }) => `${daysBetween(firstDay, day)} ${kind}`,
  );

/** Accepts these days, or all that can be accepted at once. */
export const acceptDays = (person: SignedInCaller, days?: Day[]) =>
  person.ask('POST /api/rosters/proposals/accept', { body: days ? { days } : {} });

/** A person's calendar from `firstDay` on in the same letters. */
export async function lettersOf(person: SignedInCaller, days: number): Promise<string> {
  const shifts = await person.ask('GET /api/shifts', {
    query: { from: firstDay, to: rosterDayAt(days - 1) },
  });
  return Array.from({ length: days }, (_, index) => {
    const shift = shifts.find(({ date }) => date === rosterDayAt(index));
    if (!shift) return '.';
    const found = Object.entries(entries).find(
      ([, [workLocation, start]]) =>
        workLocation === shift.workLocation && (start ?? null) === shift.startTime,
    );
    return found?.[0] ?? '?';
  }).join('');
}
