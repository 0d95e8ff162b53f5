import type { Statement, StatementResult } from './engine.ts';
import { DatabaseError, sqlState } from './errors.ts';

export interface AnsweredStatement {
  /** With placeholders; its values are not here. */
  readonly text: string;
  /** The first word of the command tag, such as `SELECT`; null when it was refused. */
  readonly command: string | null;
  /** At the database, without the wait for a connection; of a refused statement with it. */
  readonly milliseconds: number;
  /** Why it was refused, as SQLSTATE. */
  readonly failure: string | null;
}

/** Called in the asynchronous context of who asked; must not throw. */
export type ReportStatement = (statement: AnsweredStatement) => void;

/** Sends a statement and reports how it went. One that never got a connection was not sent: it is not reported. */
export async function reported(
  report: ReportStatement | undefined,
  { text }: Statement,
  send: () => Promise<StatementResult>,
): Promise<StatementResult> {
  if (!report) return send();
  const begun = performance.now();
  try {
    const result = await send();
    report({ text, command: result.command, milliseconds: result.milliseconds, failure: null });
    return result;
  } catch (error) {
    const failure = error instanceof DatabaseError ? error.code : null;
    if (failure !== sqlState.tooManyConnections) {
      report({ text, command: null, milliseconds: performance.now() - begun, failure });
    }
    throw error;
  }
}
