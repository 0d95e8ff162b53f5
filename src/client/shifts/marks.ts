import { type Day, type Time, weekdayOf } from '../../domain/calendar/day.ts';
import {
  type Duty,
  type DutyTimes,
  formatDutyTimes,
  isWorking,
  partsOf,
  type ShiftType,
  taxiShifts,
  type WorkLocation,
  workLocations,
} from '../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Tone } from '../ui/tone.ts';

/** The letter, colour and name of a kind of day, the same everywhere. */
export interface Mark {
  letter: string;
  tone: Tone;
  name: string;
}

const locationMarks: Record<WorkLocation, Mark> = {
  sede: { letter: 'S', tone: 'blue', name: 'Sede' },
  smart_working: { letter: 'W', tone: 'violet', name: 'Smart working' },
  libero: { letter: 'L', tone: 'stone', name: 'Libero' },
  ferie: { letter: 'F', tone: 'amber', name: 'Ferie' },
  malattia: { letter: 'M', tone: 'rose', name: 'Malattia' },
};

// In the taxi worksite M is the morning and the day off is called riposo.
const taxiLocationMarks: Record<WorkLocation, Mark> = {
  ...locationMarks,
  libero: { letter: 'R', tone: 'stone', name: 'Riposo' },
  malattia: { letter: 'Ma', tone: 'rose', name: 'Malattia' },
};

const taxiShiftMarks: Partial<Record<ShiftType, Mark>> = {
  mattina: { letter: 'M', tone: 'sky', name: 'Mattina' },
  pomeriggio: { letter: 'P', tone: 'coral', name: 'Pomeriggio' },
  seminotte: { letter: 'S', tone: 'plum', name: 'Seminotte' },
  notte: { letter: 'N', tone: 'navy', name: 'Notte' },
};

type Marked = Pick<Duty, 'workLocation' | 'shiftType'>;

export function markOf({ workLocation, shiftType }: Marked, variant: WorksiteVariant): Mark {
  if (variant === 'standard') return locationMarks[workLocation];
  const named = isWorking({ workLocation }) && shiftType ? taxiShiftMarks[shiftType] : undefined;
  return named ?? taxiLocationMarks[workLocation];
}

/** In the taxi worksite the working week begins on Saturday: its grids draw a line there. */
export const beginsTaxiWeek = (day: Day, variant: WorksiteVariant): boolean =>
  variant === 'taxi' && weekdayOf(day) === 6;

/** The kinds of day a worksite knows, in the order of its legend. */
export function legendOf(variant: WorksiteVariant): Mark[] {
  if (variant === 'taxi') {
    const named = taxiShifts.map(({ shiftType }) => markOf({ workLocation: 'sede', shiftType }, 'taxi'));
    const away = (['ferie', 'libero', 'malattia'] as const).map((place) => taxiLocationMarks[place]);
    return [...named, ...away];
  }
  const order = ['sede', 'smart_working'] as const;
  const rest = workLocations.filter((place) => !isWorking({ workLocation: place }));
  return [...order, ...rest].map((place) => locationMarks[place]);
}

/** 'sede 06:00–14:00', 'ferie'; in the taxi worksite 'mattina 06:00–13:00', 'riposo'. */
export function describeDuty(duty: Duty, variant: WorksiteVariant): string {
  return `${markOf(duty, variant).name.toLowerCase()} ${formatDutyTimes(duty)}`.trim();
}

/** '6', '6:30': a time in its shortest form, for narrow cells. */
const shortTime = (time: Time): string =>
  time.endsWith(':00') ? String(Number(time.slice(0, 2))) : `${Number(time.slice(0, 2))}:${time.slice(3)}`;

/** '6–14', '8–12 14–18' for a split shift. */
export const shortTimes = (duty: DutyTimes): string[] =>
  partsOf(duty).map(([start, end]) => `${shortTime(start)}–${shortTime(end)}`);
