import type { FastifyReply } from 'fastify';
import { formatLongDay, formatShortDay, type Instant, type Week } from '../../domain/calendar/day.ts';
import { writeCalendar } from '../../domain/calendar/ical.ts';
import type { CsvCell } from '../../domain/csv.ts';
import { dutyMinutes, isWorking, shiftTypeNames, workLocationNames } from '../../domain/shifts/duty.ts';
import { eventsOf, reviseShown, writtenEvents } from '../../domain/shifts/feed.ts';
import type { Shift, ShiftFile } from '../../domain/shifts/schema.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { sendXlsx } from '../platform/http/xlsx.ts';

interface OwnShifts {
  shifts: readonly Shift[];
  days: Week;
  worksiteName: string;
  now: Instant;
}

const ownShiftColumns = [
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

const ownShiftCells = (shift: Shift): CsvCell[] => [
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

const widths = [11, 11, 15, 13, 8, 8, 12, 12, 6, 40, 24];

export async function sendShifts(
  reply: FastifyReply,
  format: ShiftFile,
  own: OwnShifts,
): Promise<FastifyReply> {
  const fileName = `turnario-turni-${own.days.from}-${own.days.to}.${format}`;
  if (format === 'ics') {
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(calendarOf(own));
  }
  const rows = own.shifts.map(ownShiftCells);
  if (format === 'csv') return sendCsv(reply, fileName, ownShiftColumns, rows);
  return sendXlsx(reply, fileName, { name: 'Turni', header: ownShiftColumns, rows, widths });
}

/** A snapshot: calendar apps copy the file and never update it. */
function calendarOf({ shifts, worksiteName, now }: OwnShifts): string {
  const events = eventsOf(shifts, worksiteName);
  const written = writtenEvents(
    events,
    reviseShown([], events, () => '', now),
    now,
  );
  return writeCalendar({ name: `Turni · ${worksiteName}`, refreshHours: null }, written);
}
