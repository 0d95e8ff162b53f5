import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';
import { credentialColumns, type Credentials } from './queries.ts';

export interface Bounds {
  most: number;
  /** How long a counter lasts: from its first attempt or, with a growing wait, from its last. */
  windowSeconds: number;
  /** After `most`, each attempt doubles the wait for the next; omitted: waits for the end of the window. */
  growing?: { firstSeconds: number; mostSeconds: number };
}

export interface AttemptCounter extends Bounds {
  key: Uint8Array;
}

/** A counter before the attempt. */
export interface CountedAttempts {
  /** The limit is reached: nothing was counted in any counter. */
  isFull: boolean;
  /** The attempt was counted. If neither, concurrent attempts filled a counter. */
  isTaken: boolean;
  /** Null if nothing was counted yet. */
  attempts: number | null;
  windowStartedAt: Instant | null;
}

/** Allowed clock skew between servers; a counter further ahead was written by a wrong clock and is ignored. */
const clockSeconds = 60;

const secondsBefore = (now: Instant, seconds: Sql | number): Sql =>
  sql`${now}::timestamptz - ${seconds} * interval '1 second'`;

/** Whether the counter in row `c` has expired. */
const isOver = ({ windowSeconds }: AttemptCounter, now: Instant): Sql => sql`
  (c.window_started_at <= ${secondsBefore(now, windowSeconds)}
    or c.window_started_at > ${secondsBefore(now, -clockSeconds)})`;

/** Whether the counter in row `c` allows another attempt. */
function isOpen(counter: AttemptCounter, now: Instant): Sql {
  const { most, growing } = counter;
  if (!growing) return sql`(${isOver(counter, now)} or c.attempts < ${most})`;
  const { firstSeconds, mostSeconds } = growing;
  const wait = sql`least(${mostSeconds}, ${firstSeconds} * power(2, least(c.attempts - ${most}, 20)))`;
  return sql`
    (${isOver(counter, now)} or c.attempts < ${most} or c.window_started_at <= ${secondsBefore(now, wait)})`;
}

/**
 * Adds one attempt to each counter, in order, and returns their previous states. If one is full, nothing is written and
 * no row locked.
 */
export function countAttempts(
  database: Queryable,
  counters: readonly AttemptCounter[],
  now: Instant,
): Promise<CountedAttempts[]> {
  const full = counters.map(
    (counter) =>
      sql`select 1 from attempt_counters c where c.key = ${counter.key} and not ${isOpen(counter, now)}`,
  );
  const steps = counters.map((counter, at) => {
    const over = isOver(counter, now);
    // each step reads the previous one: rows are locked in this order, and none after a counter filled meanwhile
    const follows = at === 0 ? empty : sql`and exists (select 1 from ${stepOf(at - 1)})`;
    return sql`${stepOf(at)} as (
      insert into attempt_counters as c (key, window_started_at, attempts)
      select ${counter.key}::bytea, ${now}::timestamptz, 1
      where not exists (select 1 from is_full) ${follows}
      on conflict (key) do update set
        attempts = case when ${over} then 1 else c.attempts + 1 end,
        window_started_at = case when ${counter.growing ? sql`true` : over} then ${now} else c.window_started_at end
      where ${isOpen(counter, now)}
      returning 1)`;
  });
  const counted = counters.map(
    (counter, at) => sql`
      select ${at}::int as at, c.attempts, c.window_started_at, exists (select 1 from ${stepOf(at)}) as is_taken,
        (c.key is not null and not ${isOpen(counter, now)}) as is_full
      from (select 1) one left join attempt_counters c on c.key = ${counter.key}`,
  );
  return database.many<CountedAttempts>(sql`
    with is_full as (${join(full, ' union all ')}), ${join(steps)}
    select is_full, is_taken, attempts, window_started_at from (${join(counted, ' union all ')}) counted order by at`);
}

const stepOf = (at: number): Sql => raw(`attempt_${at}`);

/** The caller of a sign-in: mail address, normalised, and device cookie, hashed. */
export interface SignInCaller {
  email: string;
  deviceHash: Uint8Array | null;
}

export interface SignInFacts {
  credentials: Credentials | null;
  /** Known to this person. */
  isKnown: boolean;
  /** Known to anybody. */
  isDevice: boolean;
}

/** Returns one row for every address, known or not, at the same cost. */
export async function findSignIn(
  database: Queryable,
  { email, deviceHash }: SignInCaller,
): Promise<SignInFacts> {
  const device = sql`select 1 from known_devices d where d.token_hash = ${deviceHash}::bytea`;
  const row = await database.one<Omit<SignInFacts, 'credentials'> & (Credentials | { userId: null })>(sql`
    select ${credentialColumns}, exists (${device} and d.user_id = u.id) as is_known, exists (${device}) as is_device
    from (select 1) one left join users u on u.email = ${email}`);
  const { isKnown, isDevice, ...credentials } = row;
  return { credentials: credentials.userId === null ? null : credentials, isKnown, isDevice };
}

/** How far ahead turns are assigned: a longer wait would hit the connection's timeout. */
const longestLineSeconds = 30;

/** Takes the next free second, possibly this one; each is taken once. Null if too many wait. */
export async function takeTurn(database: Queryable, key: Uint8Array, now: Instant): Promise<Instant | null> {
  const wrong = sql`c.window_started_at > ${secondsBefore(now, -clockSeconds)}`;
  const turn = await database.maybeOne<{ at: Instant }>(sql`
    insert into attempt_counters as c (key, window_started_at, attempts) values (${key}, ${now}, 0)
    on conflict (key) do update set window_started_at = case when ${wrong} then excluded.window_started_at
      else greatest(excluded.window_started_at, c.window_started_at + interval '1 second') end
    where ${wrong} or c.window_started_at < ${secondsBefore(now, -longestLineSeconds)}
    returning window_started_at as at`);
  return turn?.at ?? null;
}

export async function readAttempts(database: Queryable, key: Uint8Array): Promise<number> {
  const row = await database.maybeOne<{ attempts: number }>(sql`
    select attempts from attempt_counters where key = ${key}`);
  return row?.attempts ?? 0;
}

export async function returnAttempt(database: Queryable, key: Uint8Array): Promise<void> {
  await database.run(
    sql`update attempt_counters set attempts = attempts - 1 where key = ${key} and attempts > 0`,
  );
}

export async function forgetAttempts(database: Queryable, key: Uint8Array): Promise<void> {
  await database.run(sql`delete from attempt_counters where key = ${key}`);
}

/** Deletes counters that started before `oldest`, and those of a clock ahead of `latest`. */
export async function deleteOldAttempts(
  database: Queryable,
  { oldest, latest }: { oldest: Instant; latest: Instant },
): Promise<void> {
  await database.run(sql`
    delete from attempt_counters where window_started_at < ${oldest} or window_started_at > ${latest}`);
}
