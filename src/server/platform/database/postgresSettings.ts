import type { ClientConfig, PoolConfig } from 'pg';
import { limits } from './engine.ts';
import { DatabaseError, sqlState } from './errors.ts';

/** What the reading of values relies on, whatever the server's own defaults are; and how statements are planned. */
const sessionOptions = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  // Ours go by an index whatever their parameters: planned once a connection instead of at each call, which took longer
  // than running the lists of the exchange screen.
  'plan_cache_mode=force_generic_plan',
  // a statement takes a millisecond or two: nothing that is worth compiling each time
  'jit=off',
];

/** Settings of every connection. Options in the URL (`?options=…`) are kept; ours come after and win. */
export function connectionSettings(databaseUrl: string): ClientConfig {
  if (!URL.canParse(databaseUrl)) {
    // The error of `new URL` would quote it, password included.
    throw new DatabaseError({ message: 'the database URL is not a URL', code: sqlState.connectionFailure });
  }
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options') ?? '', ...sessionOptions.map((option) => `-c ${option}`)];
  url.searchParams.set('options', options.join(' ').trim());
  return {
    connectionString: url.href,
    application_name: 'turnario',
    connectionTimeoutMillis: limits.waitForConnectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

export const poolSettings = (databaseUrl: string): PoolConfig => ({
  ...connectionSettings(databaseUrl),
  // statements of a transaction that are started together go out together
  pipeline: true,
  max: limits.poolSize,
  idleTimeoutMillis: 30_000,
  statement_timeout: limits.statementTimeoutMs,
  query_timeout: limits.answerTimeoutMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});
