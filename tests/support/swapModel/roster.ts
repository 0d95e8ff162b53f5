import fc from 'fast-check';
import type { Duty, Person, Placed } from './state.ts';
import { weekOf } from './state.ts';

// Who works where, and the calendars at the start.

const worker: Person = { worksite: 'nord', role: 'operatore', hours: 8, mayApprove: false };
const other: Person = { ...worker, worksite: 'sud' };
const driver: Person = { ...worker, worksite: 'taxi', hours: 7 };

/**
 * Most can swap with one another; the team leader with nobody, those of 'sud' only among themselves. Approvers may be
 * one of the two.
 */
export const modelPeople: readonly Person[] = [
  worker,
  worker,
  worker,
  { ...worker, mayApprove: true },
  { ...worker, role: 'team_leader', mayApprove: true },
  other,
  other,
  driver,
  driver,
  { ...driver, mayApprove: true },
];

/** The first is today: its shifts begin as the clock advances. */
const workerDays = ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'];
/** The current week and three more. */
const driverWeeks = ['2026-11-16', '2026-11-21', '2026-11-28', '2026-12-05'].map(weekOf);

export const daysFor = ({ worksite }: Person): readonly string[] =>
  worksite === 'taxi' ? driverWeeks.flat() : workerDays;

/** Parses 'sede 06:00 14:00 mattina', or a place alone. */
export function dutyOf(words: string): Duty {
  const [place, from = null, to = null, type = null] = words.split(' ');
  return { place: place as Duty['place'], from, to, type };
}
const [holiday, free] = [dutyOf('ferie'), dutyOf('libero')] as const;
const whole = [
  'sede 06:00 14:00 mattina',
  'sede 14:00 22:00 pomeriggio',
  'smart_working 15:00 23:00 pomeriggio',
  'sede 11:00 19:00 mattina',
].map(dutyOf);
/** An hour longer than the contract. */
const longer = ['sede 11:00 20:00 mattina', 'sede 13:00 22:00 pomeriggio'].map(dutyOf);
const named = [
  'sede 06:00 13:00 mattina',
  'sede 13:00 20:00 pomeriggio',
  'sede 20:00 03:00 seminotte',
  'sede 03:00 10:00 notte',
].map(dutyOf);

/** Duties they may enter later. Absences on promised shifts are tested elsewhere. */
export const dutiesFor = ({ worksite }: Person): readonly Duty[] =>
  worksite === 'taxi' ? [...named, free] : [...whole, ...longer, free];

const workerDay = fc.constantFrom<Duty | null>(...whole, ...whole, ...longer, free, null, null);
/** A day that is often free. */
const freeDay = fc.constantFrom<Duty | null>(...whole, holiday, free, null, null, null, null);

/** Five days of one named shift from Saturday or Monday; the others free or empty. */
const driverWeek = fc
  .tuple(fc.constantFrom(...named.slice(0, 3)), fc.constantFrom(0, 0, 2), fc.constantFrom(free, null))
  .map(([shift, first, blank]) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => (day >= first && day < first + 5 ? shift : blank)),
  );

/** One upcoming week is a holiday, mostly one of the next two, since only those can be swapped for one another. */
const driverCalendar = fc
  .tuple(fc.constantFrom(1, 1, 2, 2, 3), fc.tuple(driverWeek, driverWeek, driverWeek, driverWeek))
  .map(([away, weeks]) =>
    weeks.flatMap((week, index) => (index === away ? week.map((day) => (day?.from ? holiday : day)) : week)),
  );

/** The calendars of all people at the start. */
export const rosters: fc.Arbitrary<Placed[]> = fc
  .tuple(
    ...modelPeople.map(({ worksite }) =>
      worksite === 'taxi' ? driverCalendar : fc.tuple(workerDay, workerDay, freeDay, freeDay),
    ),
  )
  .map((calendars) =>
    modelPeople.flatMap((person, who) =>
      daysFor(person).flatMap((day, index) => {
        const duty = calendars[who]?.[index];
        return duty ? [{ who, day, duty }] : [];
      }),
    ),
  );
