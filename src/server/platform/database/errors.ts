import pg from 'pg';

/** The SQLSTATE classes that callers decide on. */
export const sqlState = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  inFailedTransaction: '25P02',
  connectionFailure: '08006',
  tooManyConnections: '53300',
  adminShutdown: '57P01',
  numericOutOfRange: '22003',
  datetimeOverflow: '22008',
  noDataFound: 'P0002',
  tooManyRows: 'P0003',
} as const;

/**
 * Any database failure. Those without a SQLSTATE get the nearest one: `08006` connection lost, `53300` no connection
 * free in time, `57P01` database closed, `P0002` and `P0003` for `one()` with no row and with several.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE, for example `23505` for a violated unique constraint. */
  readonly code: string;
  readonly constraint: string | null;
  readonly table: string | null;
  /** Can quote stored values (`Key (email)=(…) already exists.`): never show it to people, never log it. */
  readonly detail: string | null;

  /** @param said may be a library error; without a code `XX000`, an internal error */
  constructor(
    said: { message: string } & Partial<Pick<pg.DatabaseError, 'code' | 'constraint' | 'table' | 'detail'>>,
  ) {
    super(said.message);
    this.code = said.code ?? 'XX000';
    this.constraint = said.constraint ?? null;
    this.table = said.table ?? null;
    this.detail = said.detail ?? null;
  }
}

/** A mistake in our own code: a query beside an open transaction, a transaction used after its end, a bad parameter. */
export class DatabaseUsageError extends Error {
  override readonly name = 'DatabaseUsageError';
}

/** The data folder cannot be used as it is. The message is for the operator. */
export class DataFolderError extends Error {}

/** Another process, or this one, already has it open. */
export class DataFolderInUseError extends DataFolderError {
  constructor(folder: string) {
    super(`La cartella dati ${folder} è già in uso da un altro processo di Turnario.`);
  }
}

/** The migrations in the folder and in the database do not match. The message is for the operator. */
export class MigrationError extends Error {}

/**
 * Connection lost or refused (08), stopping, crashed or starting (57P01 to 57P03), out of space or memory (53),
 * unreadable or unwritable files (58030), a transaction idle for too long (25P03).
 */
const unavailable = /^(08...|57P0[123]|53...|58030|25P03)$/;

/**
 * Whether an error means that the database is temporarily unavailable, not that the statement is wrong. A commit that
 * fails this way may have happened: the response may have been lost.
 */
export const isUnavailable = ({ code }: DatabaseError): boolean => unavailable.test(code);

/**
 * Converts an error of the `pg` library; its own errors (connection, timeouts) have no SQLSTATE. The original is not
 * kept as the cause: it can carry the whole client into the log.
 */
export function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (error instanceof pg.DatabaseError) return new DatabaseError(error);
  const message = messageOf(error);
  const isPoolTimeout = message === 'timeout exceeded when trying to connect';
  const code = isPoolTimeout ? sqlState.tooManyConnections : sqlState.connectionFailure;
  return new DatabaseError({ message, code });
}

/** A host name with several addresses fails with an AggregateError whose message is empty. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether the connection must be discarded: closed or closing, in an unknown state, or with a prepared statement whose
 * columns changed (`0A000`, after a newer server's migration). Not after an error in our own parsing of a row, when the
 * response was complete.
 */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !(error instanceof DatabaseError);
  return ['FATAL', 'PANIC'].includes(error.severity ?? '') || error.code === '0A000';
}
