import { setImmediate as otherCalls } from 'node:timers/promises';
import { dayInRome, type Day, type Instant } from '../../domain/calendar/day.ts';
import {
  type JudgedDay,
  judgeRoster,
  type MetEntry,
  type RosterCalendar,
} from '../../domain/rosters/rules.ts';
import {
  type RosterCounts,
  rosterOutcomes,
  type RosterPreview,
} from '../../domain/rosters/schema.answers.ts';
import type { Roster, RosterDay } from '../../domain/rosters/schema.ts';
import { refusedDayText } from '../../domain/rosters/texts.it.ts';
import { countingSpanOf } from '../../domain/shifts/bulk.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import { entryOf, type ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { listGivenDays, listHeldDays, listMetEntries } from './queries.calendars.ts';
import { listRosterPeople } from './queries.people.ts';
import { listLatestRows, type ReplacedByRoster } from './queries.rows.ts';
import { findRosterWorksite, type RosterWorksite } from './queries.ts';

export interface JudgedPerson {
  userId: string;
  days: JudgedDay[];
}

export interface JudgedRoster {
  worksite: RosterWorksite;
  people: JudgedPerson[];
  /** Ids that are not of this worksite, or of people without a calendar. */
  unknown: string[];
}

/** @throws RefusalError not_found */
export const requireRosterWorksite = async (
  database: Queryable,
  worksiteId: string,
): Promise<RosterWorksite> => requireFound(await findRosterWorksite(database, worksiteId));

/** Reads all calendars a roster affects, in five statements, and judges its days person by person. */
export async function judgeWorksite(
  database: Queryable,
  worksite: RosterWorksite,
  roster: Pick<Roster, 'days' | 'people'>,
  now: Instant,
): Promise<JudgedRoster> {
  const known = new Map((await listRosterPeople(database, worksite.id)).map((row) => [row.id, row]));
  const unknown = roster.people.filter(({ userId }) => !known.has(userId)).map(({ userId }) => userId);
  const userIds = roster.people.map(({ userId }) => userId).filter((userId) => known.has(userId));
  const calendars = await readCalendars(database, userIds, [roster.days.from, roster.days.to], worksite);
  const latest = Map.groupBy(await listLatestRows(database, userIds, roster.days), ({ userId }) => userId);
  const people: JudgedPerson[] = [];
  for (const { userId, days } of roster.people) {
    const person = known.get(userId);
    if (!person) continue;
    // a whole roster takes as long as hundreds of calls: lets others run
    await otherCalls();
    const { contractHours, enableFlexibleShifts } = person;
    const owner = { contractHours, enableFlexibleShifts, variant: worksite.variant };
    const judged = judgeRoster(days, {
      ...calendars(userId),
      loaded: new Map(latest.get(userId)?.map((row) => [row.day, row.duty])),
      owner,
      today: dayInRome(now),
      keepsMissing: worksite.mode === 'subito',
    });
    people.push({ userId, days: judged });
  }
  return { worksite, people, unknown };
}

export async function readCalendars(
  database: Queryable,
  userIds: readonly string[],
  days: readonly Day[],
  worksite: { variant: ShiftOwner['variant'] },
): Promise<(userId: string) => Pick<RosterCalendar, 'entries' | 'heldDays' | 'givenDays'>> {
  const span = countingSpanOf(days, worksite);
  const entries = span ? await listMetEntries(database, userIds, span) : [];
  const held = await listHeldDays(database, userIds);
  const given = span ? await listGivenDays(database, userIds, span) : [];
  const entriesOf = Map.groupBy(entries, ({ userId }) => userId);
  const heldOf = Map.groupBy(held, ({ userId }) => userId);
  const givenOf = Map.groupBy(given, ({ userId }) => userId);
  const daysOf = (rows: readonly { day: Day }[] = []): ReadonlySet<Day> =>
    new Set(rows.map(({ day }) => day));
  return (userId) => ({
    entries: entriesOf.get(userId) ?? [],
    heldDays: daysOf(heldOf.get(userId)),
    givenDays: daysOf(givenOf.get(userId)),
  });
}

export function countsOf(people: readonly JudgedPerson[]): RosterCounts {
  const counts = Object.fromEntries(rosterOutcomes.map((outcome) => [outcome, 0])) as RosterCounts;
  for (const { days } of people) for (const { outcome } of days) counts[outcome] += 1;
  return counts;
}

/** What a loader sees before anything is written. */
export const previewOf = ({ people, unknown }: JudgedRoster): RosterPreview => ({
  people: people.map(({ userId, days }) => ({
    userId,
    days: days.flatMap(({ day, outcome, seen: now, refusal }) =>
      outcome === 'same' ? [] : [{ day, outcome, now, reason: refusal && refusedDayText(refusal) }],
    ),
  })),
  counts: countsOf(people),
  unknown,
});

/** The entry a judged day removes, and its replacement; notes on work are kept. */
export function changeOf({ day, entry, stored }: JudgedDay & RosterDay) {
  const notes = entry && isWorking(entry) ? entry.notes : null;
  return {
    leaving: entry,
    written: stored && { ...stored, date: day, id: crypto.randomUUID(), notes },
  };
}

/** An entry to restore when a roster is undone; also identifies it to the roster that wrote it. */
export const replacedOf = (entry: MetEntry | null): ReplacedByRoster | null =>
  entry && { ...entryOf(entry), id: entry.id, notes: entry.notes, updatedAt: entry.updatedAt };
