import fc from 'fast-check';
import type { Duty, Person } from './state.ts';
import { weekOf } from './state.ts';

// Who works where, and what they have in their calendars before anything happens.

const worker = (worksite: 'nord' | 'sud', role = 'operatore', mayApprove = false): Person => ({
  worksite,
  role,
  hours: 8,
  isActive: true,
  mayApprove,
});
const driver: Person = { worksite: 'taxi', role: 'operatore', hours: 7, isActive: true, mayApprove: false };

/**
 * Most can swap with one another; the team leader with nobody, the ones of 'sud' only among themselves. Who approves swaps
 * may be one of the two.
 */
export const modelPeople: readonly Person[] = [
  worker('nord'),
  worker('nord'),
  worker('nord'),
  worker('nord', 'operatore', true),
  worker('nord', 'team_leader', true),
  worker('sud'),
  worker('sud'),
  driver,
  driver,
  { ...driver, mayApprove: true },
];

/** The first one is today: its shifts begin while the clock moves on. */
const workerDays = ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'];
/** The running week and three more. */
const driverWeeks = ['2026-11-16', '2026-11-21', '2026-11-28', '2026-12-05'].map(weekOf);

export const daysFor = ({ worksite }: Person): readonly string[] =>
  worksite === 'taxi' ? driverWeeks.flat() : workerDays;

const duty = (place: Duty['place'], from: string, to: string, type: string): Duty => ({
  place,
  from,
  to,
  type,
});
const rest = (place: Duty['place']): Duty => ({ place, from: null, to: null, type: null });
const holiday = rest('ferie');
const free = rest('libero');

/** First those of eight hours, as most people's contracts. */
const workerDuties: readonly Duty[] = [
  duty('sede', '06:00', '14:00', 'mattina'),
  duty('sede', '14:00', '22:00', 'pomeriggio'),
  duty('smart_working', '15:00', '23:00', 'pomeriggio'),
  duty('sede', '11:00', '19:00', 'mattina'),
  duty('sede', '11:00', '20:00', 'mattina'),
  duty('sede', '13:00', '22:00', 'pomeriggio'),
  holiday,
  free,
  rest('malattia'),
];
const namedShifts: readonly Duty[] = [
  duty('sede', '06:00', '13:00', 'mattina'),
  duty('sede', '13:00', '20:00', 'pomeriggio'),
  duty('sede', '20:00', '03:00', 'seminotte'),
  duty('sede', '03:00', '10:00', 'notte'),
];

export const dutiesFor = ({ worksite }: Person): readonly Duty[] =>
  worksite === 'taxi' ? [...namedShifts, holiday, free, rest('malattia')] : workerDuties;

const workerDay = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...workerDuties.slice(0, 4)) },
  { weight: 1, arbitrary: fc.constantFrom(...workerDuties.slice(4)) },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** A day on which many are free. */
const freeDay = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...workerDuties.slice(0, 4)) },
  { weight: 1, arbitrary: fc.constantFrom(holiday, free) },
  { weight: 2, arbitrary: fc.constant(null) },
);

/** Saturday to Wednesday or Monday to Friday in one named shift; the rest free, or not written down. */
const driverWeek = fc
  .record({
    named: fc.constantFrom(...namedShifts.slice(0, 3)),
    first: fc.constantFrom(0, 0, 2),
    blank: fc.constantFrom(free, null),
  })
  .map(({ named, first, blank }) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => (day >= first && day < first + 5 ? named : blank)),
  );

/** One of the weeks to come is a holiday, mostly one of the next two: only such can be swapped for one another. */
const driverCalendar = fc
  .record({
    weeks: fc.tuple(driverWeek, driverWeek, driverWeek, driverWeek),
    away: fc.constantFrom(1, 1, 2, 2, 3),
  })
  .map(({ weeks, away }) =>
    weeks.flatMap((week, index) =>
      index === away ? week.map((day) => (day?.place === 'sede' ? holiday : day)) : week,
    ),
  );

interface Placed {
  who: number;
  day: string;
  duty: Duty;
}

/** The calendars of all people before anything happens. */
export const rosters: fc.Arbitrary<Placed[]> = fc
  .tuple(
    ...modelPeople.map((person) =>
      person.worksite === 'taxi' ? driverCalendar : fc.tuple(workerDay, workerDay, freeDay, freeDay),
    ),
  )
  .map((calendars) =>
    modelPeople.flatMap((person, who) =>
      daysFor(person).flatMap((day, index) => {
        const placed = calendars[who]?.[index];
        return placed ? [{ who, day, duty: placed }] : [];
      }),
    ),
  );
