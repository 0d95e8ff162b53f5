import { z } from 'zod';
import { auditActionName } from '../../domain/admin/auditActions.it.ts';
import type { AuditEntry, AuditFilter, AuditList } from '../../domain/admin/schema.ts';
import { dayInRome, formatShortDay, timeInRome } from '../../domain/calendar/day.ts';
import type { CsvCell } from '../../domain/csv.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readKeyset, writeKeyset } from '../platform/http/keysetCursor.ts';
import { findName, listActors, listAudit } from './queries.audit.ts';

const pageSize = 50;
const exportPageSize = 500;
const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.int()]);

/** A page of the audit with what its filters offer. */
export async function readAudit(
  database: Queryable,
  filter: AuditFilter,
  cursor: string | undefined,
): Promise<AuditList> {
  const place = readKeyset(cursor, cursorSchema);
  const after = place && { at: place[0], id: place[1] };
  const rows = await listAudit(database, filter, after, pageSize + 1);
  const entries = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? entries.at(-1) : undefined;
  return {
    entries,
    nextCursor: last ? writeKeyset([last.at, last.id]) : null,
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

/** What a filter finds, latest first, page by page. */
export async function* auditRows(database: Queryable, filter: AuditFilter): AsyncGenerator<CsvCell[]> {
  let last: AuditEntry | null = null;
  do {
    const page: AuditEntry[] = await listAudit(database, filter, last, exportPageSize);
    for (const entry of page) yield auditRow(entry);
    last = page.length < exportPageSize ? null : (page.at(-1) ?? null);
  } while (last !== null);
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
