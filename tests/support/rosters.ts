import sql from 'sql-template-tag';
import { buildWorksite, type UserDraft } from '../../db/builders.ts';
import { type Day, daysBetween } from '../../src/domain/calendar/day.ts';
import type { Roster, RosterDay, RosterDuty } from '../../src/domain/rosters/schema.ts';
import { dayAt, dutyOf, firstDay, signInWorker } from './days.ts';
import type { SignedInCaller, TestServer } from './server.ts';

/** A roster duty by its letter; `S` is too short for a contract of 8 hours. */
export const dutyOn = (letter: string): RosterDuty => {
  const { workLocation, startTime, endTime } = dutyOf(letter);
  return { workLocation, startTime, endTime } as RosterDuty;
};

/** Days from `firstDay` on: a shift's letter, `-` for no work, `.` to leave the day out. */
const daysOfLetters = (letters: string): RosterDay[] =>
  letters
    .split('')
    .flatMap((letter, index) =>
      letter === '.' ? [] : [{ day: dayAt(index), duty: letter === '-' ? null : dutyOn(letter) }],
    );

type Rows = readonly (readonly [{ id: string }, string])[];

/** A four-week roster of these people and letters. */
export const rosterOf = (people: Rows, rest: Partial<Roster> = {}): Roster => ({
  title: 'dicembre',
  days: { from: firstDay, to: dayAt(27) },
  people: people.map(([{ id }, letters]) => ({ userId: id, days: daysOfLetters(letters) })),
  ...rest,
});

/** The same for people without an account. */
export const unclaimedOf = (...people: readonly (readonly [name: string, letters: string])[]) => ({
  unclaimed: people.map(([name, letters]) => ({ name, days: daysOfLetters(letters) })),
});

/** A worksite with somebody who may load rosters. */
export async function rosterSite(server: TestServer, mode: 'proposta' | 'subito' = 'proposta') {
  const { id: worksiteId } = await buildWorksite(server.context);
  await server.database.run(sql`update worksites set roster_mode = ${mode} where id = ${worksiteId}`);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  return {
    worksiteId,
    loader,
    person: (letters = '', draft: UserDraft = {}) => signInWorker(server, letters, { worksiteId, ...draft }),
    load: (...people: Rows) => loader.ask('POST /api/rosters', { body: rosterOf(people) }),
    loadWith: (rest: Partial<Roster>, ...people: Rows) =>
      loader.ask('POST /api/rosters', { body: rosterOf(people, rest) }),
    preview: (...people: Rows) => loader.ask('POST /api/rosters/preview', { body: rosterOf(people) }),
    undo: (id: string | null) => loader.ask('DELETE /api/rosters/:id', { params: { id: id ?? '' } }),
  };
}

/** A person's open proposals: each day's index and what it means for them. */
export const proposalsOf = async (person: SignedInCaller): Promise<string[]> =>
  (await person.ask('GET /api/rosters/proposals')).days.map(
    ({ day, kind }) => `${daysBetween(firstDay, day)} ${kind}`,
  );

/** Accepts these days, or all that can be accepted. */
export const acceptDays = (person: SignedInCaller, days?: Day[]) =>
  person.ask('POST /api/rosters/proposals/accept', { body: days ? { days } : {} });
