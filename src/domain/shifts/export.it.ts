import { formatLongDay, formatShortDay } from '../calendar/day.ts';
import type { CsvCell } from '../csv.ts';
import { dutyMinutes, isWorking, shiftTypeNames, workLocationNames } from './duty.ts';
import type { Shift } from './schema.ts';

/** The heading of each column of the file of one's own shifts. */
export const ownShiftColumns = [
  'Data',
  'Giorno',
  'Tipo di giornata',
  'Tipo di turno',
  'Inizio',
  'Fine',
  'Seconda parte: inizio',
  'Seconda parte: fine',
  'Ore',
  'Note',
  'Scambio con',
] as const;

/** An entry as a line of the file. */
export const ownShiftCells = (shift: Shift): CsvCell[] => [
  formatShortDay(shift.date),
  formatLongDay(shift.date).split(' ', 1)[0] ?? '',
  workLocationNames[shift.workLocation],
  shift.shiftType && shiftTypeNames[shift.shiftType],
  shift.startTime,
  shift.endTime,
  shift.secondStartTime,
  shift.secondEndTime,
  isWorking(shift) ? dutyMinutes(shift) / 60 : null,
  shift.notes,
  shift.exchangeInfo?.exchangePartner ?? null,
];
