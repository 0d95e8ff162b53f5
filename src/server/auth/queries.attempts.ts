import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';
import { credentialColumns, type Credentials } from './queries.ts';

export interface CountedAttempts {
  attempts: number;
  windowStartedAt: Instant;
}

export interface AttemptCounter {
  key: Uint8Array;
  /** A window that started then or before begins anew. */
  oldest: Instant;
  /** Once it holds more, the counters after it are left alone. */
  most: number;
}

/** Steps of a statement that add one attempt to each counter, in their order, and what they leave: `CountedAttempts`. */
function countingAttempts(counters: readonly AttemptCounter[], now: Instant): { steps: Sql; counted: Sql } {
  const stepOf = (at: number): Sql => raw(`attempt_${at}`);
  // each step reads the one before: rows are locked in this order, and what follows a counter that is full stays as it is
  const steps = counters.map(({ key, oldest }, at) => {
    const before = counters[at - 1];
    const isOpen = before ? sql`from ${stepOf(at - 1)} where attempts <= ${before.most}` : empty;
    return sql`${stepOf(at)} as (
      insert into attempt_counters as c (key, window_started_at, attempts)
      select ${key}::bytea, ${now}::timestamptz, 1 ${isOpen}
      on conflict (key) do update set
        attempts = case when c.window_started_at <= ${oldest} then 1 else c.attempts + 1 end,
        window_started_at = case when c.window_started_at <= ${oldest} then ${now} else c.window_started_at end
      returning attempts, window_started_at)`;
  });
  const counted = counters.map(
    (_, at) => sql`select ${at}::int as at, attempts, window_started_at from ${stepOf(at)}`,
  );
  return { steps: join(steps), counted: sql`(${join(counted, ' union all ')})` };
}

/** Adds one attempt to each counter, in their order, and answers the counts; those of counters left alone are missing. */
export function countAttempts(
  database: Queryable,
  counters: readonly AttemptCounter[],
  now: Instant,
): Promise<CountedAttempts[]> {
  const { steps, counted } = countingAttempts(counters, now);
  return database.many<CountedAttempts>(sql`
    with ${steps} select attempts, window_started_at as "windowStartedAt" from ${counted} c order by at`);
}

/** The same, and what a sign-in is checked against; `email` normalised. */
export async function countSignIn(
  database: Queryable,
  counters: readonly AttemptCounter[],
  now: Instant,
  email: string,
): Promise<{ counts: CountedAttempts[]; credentials: Credentials | null }> {
  const { steps, counted } = countingAttempts(counters, now);
  const rows = await database.many<CountedAttempts & Partial<Credentials>>(sql`
    with ${steps}
    select attempts, window_started_at as "windowStartedAt", ${credentialColumns}
    from ${counted} c left join users u on u.email = ${email} order by at`);
  const { userId, passwordHash = null, isActive = false } = rows[0] ?? {};
  return { counts: rows, credentials: userId ? { userId, passwordHash, isActive } : null };
}

/** Takes one attempt back. */
export async function returnAttempt(database: Queryable, key: Uint8Array): Promise<void> {
  await database.run(
    sql`update attempt_counters set attempts = attempts - 1 where key = ${key} and attempts > 0`,
  );
}

/** Steps of a statement: forgets one counter and takes one attempt back from another, in this order. */
export const forgettingAttempts = (forgotten: Uint8Array, returned: Uint8Array): Sql => sql`
  forgotten as (delete from attempt_counters where key = ${forgotten} returning 1),
  returned as (
    update attempt_counters set attempts = attempts - 1
    where key = ${returned} and attempts > 0 and (select count(*) from forgotten) >= 0)`;

/** Forgets one counter and takes one attempt back from another. */
export async function forgetAttempts(
  database: Queryable,
  forgotten: Uint8Array,
  returned: Uint8Array,
): Promise<void> {
  await database.run(sql`with ${forgettingAttempts(forgotten, returned)} select 1`);
}

/** Removes counters whose window started before `before`. */
export async function deleteOldAttempts(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`delete from attempt_counters where window_started_at < ${before}`);
}
