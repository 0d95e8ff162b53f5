import pg from 'pg';
import { DatabaseError, sqlState } from './errors.ts';

const poolTimeout = 'timeout exceeded when trying to connect';

/**
 * Any error of the `pg` library as a `DatabaseError`; its own errors (connection, time limits) have no SQLSTATE. The
 * original is not kept as the cause: it can carry the whole client with it into the log.
 */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (error instanceof pg.DatabaseError) return new DatabaseError(error);
  const message = messageOf(error);
  const code = message === poolTimeout ? sqlState.tooManyConnections : sqlState.connectionFailure;
  return new DatabaseError({ message, code });
}

/** A host name with several addresses fails with all their errors together, under an empty message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** True when the connection must not be used again: it is closed or about to be, or its state is unknown. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // Raised by our own reading of a row: the answer was complete.
    return false;
  }
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
}
