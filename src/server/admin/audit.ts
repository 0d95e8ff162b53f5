import { z } from 'zod';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { AuditEntry, AuditFilter, AuditList } from '../../domain/admin/schema.ts';
import { dayInRome, formatShortDay, timeInRome } from '../../domain/calendar/day.ts';
import type { CsvCell } from '../../domain/csv.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readKeyset, writeKeyset } from '../platform/http/keysetCursor.ts';
import { everyRow, pageOf } from '../platform/http/pages.ts';
import { findName, listActors, listAudit } from './queries.audit.ts';

const pageSize = 50;
const exportPageSize = 500;
const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.int()]);

export async function readAudit(
  database: Queryable,
  filter: AuditFilter,
  cursor: string | undefined,
): Promise<AuditList> {
  const place = readKeyset(cursor, cursorSchema);
  const after = place && { at: place[0], id: place[1] };
  const rows = await listAudit(database, filter, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(rows, pageSize, (last) => writeKeyset([last.at, last.id]));
  return {
    entries: shown,
    nextCursor,
    actors: await listActors(database),
    person: filter.personId === undefined ? null : await findName(database, filter.personId),
  };
}

export const auditHeader = [
  'Quando',
  'Chi',
  'Come',
  'Azione',
  'Dettaglio',
  'Riguarda',
  'Cantiere',
  'Prima',
  'Dopo',
];

/** The entries that match a filter, latest first. */
export async function* auditRows(database: Queryable, filter: AuditFilter): AsyncGenerator<CsvCell[]> {
  const entries = everyRow<AuditEntry>(exportPageSize, (last, most) =>
    listAudit(database, filter, last, most),
  );
  for await (const entry of entries) yield auditRow(entry);
}

const auditRow = (entry: AuditEntry): CsvCell[] => [
  `${formatShortDay(dayInRome(entry.at))} ${timeInRome(entry.at)}`,
  entry.actor ? (entry.actor.name ?? entry.actor.id) : 'Turnario',
  entry.actedAs && (entry.actedAs.name ?? entry.actedAs.id),
  auditActionName(entry.action),
  entry.targetType,
  entry.targetName ?? entry.targetId,
  entry.worksiteName,
  entry.before === null ? null : JSON.stringify(entry.before),
  entry.after === null ? null : JSON.stringify(entry.after),
];
