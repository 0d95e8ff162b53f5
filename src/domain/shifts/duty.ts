import type { Time } from '../calendar/day.ts';
import type { WorksiteVariant } from '../worksites/variants.ts';

export const workLocations = ['smart_working', 'sede', 'libero', 'ferie', 'malattia'] as const;
export type WorkLocation = (typeof workLocations)[number];

export const shiftTypes = ['mattina', 'pomeriggio', 'sera', 'notte', 'seminotte'] as const;
export type ShiftType = (typeof shiftTypes)[number];

/** A person's work or rest on a day, without the person and the day: the unit that is swapped. */
export interface Duty {
  workLocation: WorkLocation;
  startTime: Time | null;
  endTime: Time | null;
  /** Stored, not derived: a taxi SEMINOTTE starts at 20:00, whose hour means 'sera'. */
  shiftType: ShiftType | null;
  isSplitShift: boolean;
  secondStartTime: Time | null;
  secondEndTime: Time | null;
}

/** The times of a duty; missing ones are null or omitted. */
export type DutyTimes = {
  [Field in Exclude<keyof Duty, 'workLocation' | 'shiftType'>]?: Duty[Field] | undefined;
};

/** A duty as typed, planned or read from a file; its shift type is derived. */
export type PlannedDuty = Pick<Duty, 'workLocation'> & DutyTimes;

export const isWorking = (duty: Pick<Duty, 'workLocation'>): boolean =>
  duty.workLocation === 'sede' || duty.workLocation === 'smart_working';

/** Minutes since midnight. */
export const minutesOf = (time: Time): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes from `start` to `end`; an end at or before the start lies on the next day. */
export function minutesBetween(start: Time, end: Time): number {
  const minutes = minutesOf(end) - minutesOf(start);
  return minutes > 0 ? minutes : minutes + 24 * 60;
}

/** Start and end of each part; empty for a day without work. */
export function partsOf(duty: DutyTimes): [start: Time, end: Time][] {
  const { startTime, endTime, isSplitShift, secondStartTime, secondEndTime } = duty;
  if (!startTime || !endTime) return [];
  const first: [Time, Time] = [startTime, endTime];
  return isSplitShift && secondStartTime && secondEndTime
    ? [first, [secondStartTime, secondEndTime]]
    : [first];
}

/** Length of a duty in minutes, the sum of its parts; 0 for a day without work. */
export const dutyMinutes = (duty: DutyTimes): number =>
  partsOf(duty).reduce((sum, [start, end]) => sum + minutesBetween(start, end), 0);

/** The parts of a duty on the day it starts, in minutes since midnight, cut off at the next midnight. */
export const dutyParts = (duty: DutyTimes): { from: number; to: number }[] =>
  partsOf(duty).map(([start, end]) => {
    const from = minutesOf(start);
    return { from, to: Math.min(from + minutesBetween(start, end), 24 * 60) };
  });

/** Picks the fields of a duty; fields missing in a planned one become null. */
export function dutyAlone({
  workLocation,
  startTime = null,
  endTime = null,
  shiftType = null,
  isSplitShift = false,
  secondStartTime = null,
  secondEndTime = null,
}: PlannedDuty & { shiftType?: ShiftType | null }): Duty {
  return { workLocation, startTime, endTime, shiftType, isSplitShift, secondStartTime, secondEndTime };
}

/** Normalises a planned duty: no times on days without work, no second part unless split. */
export function plannedDutyOf(planned: PlannedDuty): Omit<Duty, 'shiftType'> {
  const { workLocation } = planned;
  const { shiftType: _type, ...duty } = dutyAlone(isWorking(planned) ? planned : { workLocation });
  return duty.isSplitShift ? duty : { ...duty, secondStartTime: null, secondEndTime: null };
}

/** A key that is equal for duties that would be recorded the same; empty for none. */
export const keyOfDuty = (duty: PlannedDuty | null): string =>
  duty ? Object.values(plannedDutyOf(duty)).join(' ') : '';

const fields = Object.keys(dutyAlone({ workLocation: 'libero' })) as (keyof Duty)[];

/** Whether two duties are equal in every field that is swapped. */
export const isSameDuty = (one: Duty, other: Duty): boolean =>
  fields.every((field) => one[field] === other[field]);

/** '8 ore', '1 ora', '7 ore e 30 minuti', '15 minuti' */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0 && rest > 0) return `${rest} minuti`;
  const hoursText = hours === 1 ? '1 ora' : `${hours} ore`;
  return rest === 0 ? hoursText : `${hoursText} e ${rest} minuti`;
}

/**
 * The type of a shift by its start hour: 5-12 mattina, 13-18 pomeriggio, 19-22 sera, 23-1 notte, 2-4 seminotte
 * (specification, section 9).
 */
export function shiftTypeAt(start: Time): ShiftType {
  const hour = Number(start.slice(0, 2));
  if (hour >= 5 && hour < 13) return 'mattina';
  if (hour >= 13 && hour <= 18) return 'pomeriggio';
  if (hour >= 19 && hour <= 22) return 'sera';
  if (hour >= 2 && hour <= 4) return 'seminotte';
  return 'notte';
}

export interface NamedShift {
  name: 'MATTINA' | 'POMERIGGIO' | 'SEMINOTTE' | 'NOTTE';
  shiftType: ShiftType;
  startTime: Time;
  endTime: Time;
}

/** The predefined shifts of taxi worksites, 7 hours each; the last two end on the next day. */
export const taxiShifts: readonly NamedShift[] = [
  { name: 'MATTINA', shiftType: 'mattina', startTime: '06:00', endTime: '13:00' },
  { name: 'POMERIGGIO', shiftType: 'pomeriggio', startTime: '13:00', endTime: '20:00' },
  { name: 'SEMINOTTE', shiftType: 'seminotte', startTime: '20:00', endTime: '03:00' },
  { name: 'NOTTE', shiftType: 'notte', startTime: '03:00', endTime: '10:00' },
];

/** The type of the named shift with this start, for a duty not recorded yet. */
export const namedTypeOf = (duty: DutyTimes): ShiftType | null =>
  taxiShifts.find(({ startTime }) => startTime === duty.startTime)?.shiftType ?? null;

/** For use in sentences. */
export const workLocationNames: Record<WorkLocation, string> = {
  smart_working: 'smart working',
  sede: 'sede',
  libero: 'libero',
  ferie: 'ferie',
  malattia: 'malattia',
};

/** The shift types of a worksite: seminotte only in taxi worksites, which have no sera. */
export const typesOf = (variant: WorksiteVariant): ShiftType[] =>
  variant === 'taxi'
    ? taxiShifts.map(({ shiftType }) => shiftType)
    : shiftTypes.filter((type) => type !== 'seminotte');

export const shiftTypeNames: Record<ShiftType, string> = {
  mattina: 'mattina',
  pomeriggio: 'pomeriggio',
  sera: 'sera',
  notte: 'notte',
  seminotte: 'seminotte',
};

/** Whether a duty crosses midnight; it belongs to the day on which it starts. */
export const endsNextDay = ({ startTime, endTime }: DutyTimes): boolean =>
  Boolean(startTime && endTime && endTime <= startTime);

/** '06:00–14:00', '08:00–12:00 e 14:00–18:00', or '' on days without work; does not show the day it ends on. */
export const formatClockTimes = (duty: DutyTimes): string =>
  partsOf(duty)
    .map(([start, end]) => `${start}–${end}`)
    .join(' e ');

/** As `formatClockTimes`, with '20:00–03:00 (+1)' for a duty that ends on the next day. */
export const formatDutyTimes = (duty: DutyTimes): string =>
  endsNextDay(duty) ? `${formatClockTimes(duty)} (+1)` : formatClockTimes(duty);

/** As people write times: '6–14', '8:30–12 e 14–18' */
export const formatShortTimes = (duty: DutyTimes): string =>
  formatDutyTimes(duty).replaceAll(/\b0?(\d{1,2}):(\d\d)/g, (_time, hour, minute) =>
    minute === '00' ? hour : `${hour}:${minute}`,
  );

/** 'sede 06:00–14:00', 'ferie'; for texts that name the day of the end themselves. */
export const formatDuty = (duty: Duty): string =>
  `${workLocationNames[duty.workLocation]} ${formatClockTimes(duty)}`.trim();
