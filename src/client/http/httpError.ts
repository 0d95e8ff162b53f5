export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The refusal's code, such as `shift_day_taken`; null where the answer has none. */
  readonly code: string | null;
  /** Italian texts for the fields at fault, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed JSON of the answer; undefined where it was none. */
  readonly body: unknown;

  constructor(status: number, message: string, body?: unknown, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.body = body;
    const { code, fields } = asRecord(body);
    this.code = typeof code === 'string' ? code : null;
    this.fields = asTexts(fields);
  }

  /** The server's message where it sent one, otherwise `{status}: {body or status text}` (specification, section 8). */
  static of(status: number, statusText: string, body: unknown, text: string): HttpError {
    const { message } = asRecord(body);
    const said = typeof message === 'string' && message !== '' ? message : `${status}: ${text || statusText}`;
    return new HttpError(status, said, body);
  }

  static unreachable(cause: unknown): HttpError {
    return new HttpError(0, 'Nessuna risposta: controlla la connessione e riprova.', undefined, cause);
  }
}

/** The text to show for any error: the server's for ours, the fallback for what nobody foresaw. */
export const textOf = (error: unknown, fallback: string): string =>
  error instanceof HttpError ? error.message : fallback;

/** How a failure is told: the server's message, or the fallback, stands below the title. */
export interface Failure {
  failed: string;
  /** The title where the server finds a mistake in what was sent, if it is another one. */
  invalid?: string | undefined;
  /** Where the server said nothing. */
  fallback?: string | undefined;
}

export const failureText = (
  { failed, invalid = failed, fallback = 'Riprova tra poco.' }: Failure,
  error: unknown,
): { title: string; text: string } => ({
  title: error instanceof HttpError && error.status === 400 ? invalid : failed,
  text: textOf(error, fallback),
});

function asRecord(
  value: unknown,
): Record<string, unknown> & { message?: unknown; code?: unknown; fields?: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(asRecord(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
