import type { AdminUser } from '../../domain/admin/schema.ts';
import { dayInRome, formatShortDay } from '../../domain/calendar/day.ts';
import type { CsvCell } from '../../domain/csv.ts';
import { shiftTypeNames, workLocationNames } from '../../domain/shifts/duty.ts';
import { roleNames } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { everyRow } from '../platform/http/pages.ts';
import { listPeople } from '../users/queries.ceo.ts';
import { type ExportedShift, listShiftsAfter, listWorksiteNames } from './queries.export.ts';

/** How many rows of a file are in memory at a time. */
const pageSize = 200;

const yesNo = (is: boolean): string => (is ? 'sì' : 'no');

export const userHeader = [
  'Cognome',
  'Nome',
  'Email',
  'Ruolo',
  'Cantiere',
  'Ore contratto',
  'Turni flessibili',
  'Licenza taxi',
  'Telefono',
  'Attivo',
  'Può approvare i codici',
  'Può approvare gli scambi',
  'Può caricare i turni',
  'Registrato il',
  'Ultima attività',
];

/** All people, by name. */
export async function* userRows(database: Queryable): AsyncGenerator<CsvCell[]> {
  const people = everyRow<AdminUser>(pageSize, (last, most) => listPeople(database, {}, last, most));
  for await (const user of people) yield userRow(user);
}

const userRow = (user: AdminUser): CsvCell[] => [
  user.lastName,
  user.firstName,
  user.email,
  roleNames[user.role],
  user.worksite.name,
  user.contractHours,
  yesNo(user.enableFlexibleShifts),
  user.taxiLicense,
  user.phoneNumber,
  yesNo(user.isActive),
  yesNo(user.mayReviewCodes),
  yesNo(user.mayApproveSwaps),
  yesNo(user.mayLoadShifts),
  formatShortDay(dayInRome(user.createdAt)),
  user.lastActiveOn && formatShortDay(user.lastActiveOn),
];

export const shiftHeader = [
  'Cantiere',
  'Data',
  'Cognome',
  'Nome',
  'Tipo di giornata',
  'Inizio',
  'Fine',
  'Seconda parte: inizio',
  'Seconda parte: fine',
  'Tipo di turno',
  'Da uno scambio',
];

/** All entries, by worksite and day. Notes stay with their writer. */
export async function* shiftRows(database: Queryable): AsyncGenerator<CsvCell[]> {
  for (const { id, name } of await listWorksiteNames(database)) {
    const shifts = everyRow<ExportedShift>(pageSize, (last, most) =>
      listShiftsAfter(database, id, last, most),
    );
    for await (const shift of shifts) yield shiftRow(shift, name);
  }
}

const shiftRow = (shift: ExportedShift, worksiteName: string): CsvCell[] => [
  worksiteName,
  formatShortDay(shift.date),
  shift.lastName,
  shift.firstName,
  workLocationNames[shift.workLocation],
  shift.startTime,
  shift.endTime,
  shift.secondStartTime,
  shift.secondEndTime,
  shift.shiftType && shiftTypeNames[shift.shiftType],
  yesNo(shift.isSwapped),
];
