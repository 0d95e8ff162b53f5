export interface AnsweredStatement {
  /** With placeholders; its values are not here. */
  readonly text: string;
  /** The first word of the command tag, such as `SELECT`; null when it was refused. */
  readonly command: string | null;
  /** At the database, without the wait for a connection. */
  readonly milliseconds: number;
  /** Why it was refused, as SQLSTATE. */
  readonly failure: string | null;
}

/** Called in the asynchronous context of who asked; must not throw. */
export type ReportStatement = (statement: AnsweredStatement) => void;
