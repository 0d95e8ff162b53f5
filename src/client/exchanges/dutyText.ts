import {
  type Duty,
  dutyMinutes,
  formatDutyTimes,
  formatMinutes,
  shiftTypeNames,
  workLocationNames,
} from '../../domain/shifts/duty.ts';

/** The times of each part, one line each: ['08:00-12:00', '14:00-18:00']; none where nobody works. */
export const timeLines = (duty: Duty): string[] => formatDutyTimes(duty).split(' e ').filter(Boolean);

/** 'mattina, sede'; 'ferie' */
export function kindText(duty: Duty): string {
  const place = workLocationNames[duty.workLocation];
  return duty.shiftType ? `${shiftTypeNames[duty.shiftType]}, ${place}` : place;
}

/** 'mattina, 8 ore'; '' where nobody works */
export function typeAndLength(duty: Duty): string {
  const minutes = dutyMinutes(duty);
  const length = minutes === 0 ? '' : formatMinutes(minutes);
  return [duty.shiftType ? shiftTypeNames[duty.shiftType] : '', length].filter(Boolean).join(', ');
}

/** 'mattina, sede, 8 ore'; 'ferie' */
export function kindAndLength(duty: Duty): string {
  const minutes = dutyMinutes(duty);
  return minutes === 0 ? kindText(duty) : `${kindText(duty)}, ${formatMinutes(minutes)}`;
}

/** 'Venerdì 20 novembre', for the beginning of a line. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '5 giorni' */
export const dayCount = (duties: readonly Duty[]): string =>
  duties.length === 1 ? '1 giorno' : `${duties.length} giorni`;
