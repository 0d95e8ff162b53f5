import { type Day, formatMediumDay } from '../calendar/day.ts';
import {
  formatClockTimes,
  formatDutyTimes,
  formatShortTimes,
  type ShiftType,
  shiftTypeNames,
} from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { exColleagueName } from '../users/anonymous.ts';

export const dutyOf = (duty: Entry): string => `${formatMediumDay(duty.date)}, ${formatDutyTimes(duty)}`;
/** The same for use within a sentence. */
export const dutyWithin = (duty: Entry): string =>
  `${formatMediumDay(duty.date)} (${formatClockTimes(duty)})`;

export const nameOfType = (type: ShiftType | null): string =>
  type === null ? '' : shiftTypeNames[type].toUpperCase();

/** For taxi worksites, which name their shifts: 'NOTTE (03:00–10:00)' */
export const namedShift = (duty: Entry): string =>
  `${nameOfType(duty.shiftType)} (${formatClockTimes(duty)})`;

/** 'lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov' */
export const dayTrade = (works: Entry, free: Day): string =>
  `lavori ${formatMediumDay(works.date)} ${formatDutyTimes(works)}, sei libero ${formatMediumDay(free)}`;

const firstNameOf = (person: string): string =>
  person === exColleagueName ? person : (person.split(' ')[0] ?? person);

/** 'Marco · mar 1 dic: dà 6–14': a title with who, when and what. */
export const titleOf = (person: string, when: string, what: string): string =>
  `${firstNameOf(person)} · ${when}: ${what}`;

/** A title about a day's shift: 'Marco · mar 1 dic: ti dà 6–14' */
export const dutyTitle = (person: string, duty: Entry, before: string, after = ''): string =>
  titleOf(person, formatMediumDay(duty.date), `${before} ${formatShortTimes(duty)}${after}`);

/** 'Scambio perfetto con Sara · mer 2 dic' */
export const withPerson = (title: string, person: string, when: string): string =>
  `${title} con ${firstNameOf(person)} · ${when}`;
