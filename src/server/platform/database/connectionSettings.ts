import type { ClientConfig, PoolConfig } from 'pg';
import { DatabaseError, sqlState } from './errors.ts';
import { parsers } from './values.ts';

export const limits = {
  /** Connections of one process, besides the one that listens. */
  poolSize: 10,
  /** A call fails when it gets no connection for so long, instead of waiting for ever. */
  waitForConnectionMs: 10_000,
  statementTimeoutMs: 15_000,
  /** Without an answer from the server for so long, the connection is given up. */
  answerTimeoutMs: 20_000,
  /** A transaction that sends nothing for so long is rolled back, so that it cannot hold locks for ever. */
  idleInTransactionMs: 15_000,
  /** How long `close()` waits for what is running. */
  closeMs: 1_500,
} as const;

/**
 * What the reading of values relies on, whatever the server's own defaults are; and how statements are planned. Ours go by an
 * index whatever their parameters: planned once a connection instead of at each call, which took longer than running the
 * lists of the exchange screen. A statement takes a millisecond or two: nothing that is worth compiling each time.
 */
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1 ' +
  '-c plan_cache_mode=force_generic_plan -c jit=off';

/** Settings of every connection. Options in the URL (`?options=…`) are kept; ours come after and win. */
export function connectionSettings(databaseUrl: string): ClientConfig {
  if (!URL.canParse(databaseUrl)) {
    // The error of `new URL` would quote it, password included.
    throw new DatabaseError({ message: 'the database URL is not a URL', code: sqlState.connectionFailure });
  }
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} ${sessionOptions}`.trim());
  return {
    connectionString: url.href,
    application_name: 'turnario',
    connectionTimeoutMillis: limits.waitForConnectionMs,
    query_timeout: limits.answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: parsers,
  };
}

export const poolSettings = (databaseUrl: string): PoolConfig => ({
  ...connectionSettings(databaseUrl),
  max: limits.poolSize,
  idleTimeoutMillis: 30_000,
  statement_timeout: limits.statementTimeoutMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});
