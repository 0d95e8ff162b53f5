import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import { type Outcome, pauseAfter, type Tries } from '../../../domain/outbox/rules.ts';
import { secondsAfter } from '../clock.ts';
import type { Database, Queryable, Transaction } from '../database/database.ts';

/** A table of messages to send, with `status`, `attempts`, `due_at` and `claimed_at`. */
export interface Outbox {
  name: 'mail' | 'push';
  table: Sql;
  tries: Tries;
  /** A claim older than this belongs to a process that died. */
  leaseSeconds: number;
  /** Further assignments for a status; begins with a comma. */
  alsoSet: (status: string, reason: string | null, now: Instant | null) => Sql;
}

/** Rows this process sends as one message: marked, and the mark committed. */
export interface Claim {
  ids: readonly string[];
  /** Attempts so far, including this one. */
  attempts: number;
  /** With the ids, identifies this attempt. */
  claimedAt: Instant;
  /** After this it need not be sent. */
  uselessAt: Instant | null;
}

export const isDue = (now: Instant): Sql => sql`status = 'queued' and due_at <= ${now}`;

/** Marks rows locked by the transaction as being sent by this process. */
export const claimRows = (
  tx: Transaction,
  { table }: Outbox,
  ids: readonly string[],
  now: Instant,
  alsoSet = sql``,
) =>
  tx.run(sql`
    update ${table} set status = 'sending', claimed_at = ${now}, attempts = attempts + 1 ${alsoSet}
    where id = any(${[...ids]}::uuid[])`);

const endOf = { delivered: 'sent', refused: 'failed', later: 'failed', unknown: 'unsure' } as const;

/**
 * Records the outcome of an attempt. The claim may have been given up as `unsure` meanwhile: the outcome is still
 * recorded, but an unsure row is never queued again.
 * @returns when to retry; null: never
 */
export async function recordOutcome(
  database: Queryable,
  { table, tries, alsoSet }: Outbox,
  { ids, attempts, claimedAt, uselessAt }: Claim,
  { kind, afterSeconds, reason }: Outcome,
  now: Instant,
): Promise<Instant | null> {
  // its rows are deleted with the address
  if (kind === 'gone') return null;
  const pause = kind === 'later' ? pauseAfter(tries, attempts, afterSeconds) : null;
  const again = pause === null ? null : secondsAfter(now, pause);
  const dueAt = again !== null && (uselessAt === null || again < uselessAt) ? again : null;
  const status = dueAt === null ? endOf[kind] : 'queued';
  const from = dueAt === null ? ['sending', 'unsure'] : ['sending'];
  await database.run(sql`
    update ${table} set status = ${status}, due_at = coalesce(${dueAt}::timestamptz, due_at) ${alsoSet(status, reason ?? null, now)}
    where id = any(${[...ids]}::uuid[]) and claimed_at = ${claimedAt} and status = any(${from}::text[])`);
  return again;
}

/** Counts a failed attempt for all due rows, as nothing could be reached. @returns how many rows */
export const putOffDue = (
  database: Database,
  outbox: Outbox,
  outcome: Outcome,
  now: Instant,
): Promise<number> =>
  database.transaction(async (tx) => {
    const due = await tx.many<{ id: string; attempts: number }>(sql`
      select id, attempts + 1 as attempts from ${outbox.table} where ${isDue(now)} for update skip locked`);
    for (const [attempts, rows] of Map.groupBy(due, (row) => row.attempts)) {
      const ids = rows.map(({ id }) => id);
      await claimRows(tx, outbox, ids, now);
      await recordOutcome(tx, outbox, { ids, attempts, claimedAt: now, uselessAt: null }, outcome, now);
    }
    return due.length;
  });

/** Gives up older claims, which nobody will finish: they may have been sent. @returns how many rows */
export const giveUpClaims = (
  database: Queryable,
  { table, alsoSet }: Outbox,
  before: Instant,
): Promise<number> =>
  database.run(sql`
    update ${table} set status = 'unsure' ${alsoSet('unsure', 'interrupted while sending', null)}
    where status = 'sending' and claimed_at <= ${before}`);

/** The next due time, and the oldest claim. */
export const findNextInstants = (
  database: Queryable,
  { table }: Outbox,
): Promise<{ dueAt: Instant | null; claimedAt: Instant | null }> =>
  database.one(sql`
    select (select min(due_at) from ${table} where status = 'queued') as due_at,
      (select min(claimed_at) from ${table} where status = 'sending') as claimed_at`);
