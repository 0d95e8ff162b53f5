export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's message to show; null if the response is a proxy's or empty. */
  readonly sentence: string | null;
  /** The error code, such as `shift_day_taken`; null if there is none. */
  readonly code: string | null;
  /** Italian messages by name of the invalid field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined if the response is not JSON. */
  readonly body: unknown;

  constructor(status: number, sentence: string | null, body?: unknown, cause?: unknown) {
    super(sentence ?? `an answer with status ${status} and without a sentence`, { cause });
    this.status = status;
    this.sentence = sentence;
    this.body = body;
    const { code, fields } = asRecord(body);
    this.code = typeof code === 'string' ? code : null;
    this.fields = asTexts(fields);
  }

  /** The server's errors always have a code; a message without one comes from a proxy, in its own language. */
  static of(status: number, body: unknown): HttpError {
    const { message, code } = asRecord(body);
    const isOwn = typeof message === 'string' && message !== '' && typeof code === 'string';
    return new HttpError(status, isOwn ? message : null, body);
  }

  static unreachable(cause: unknown): HttpError {
    return new HttpError(0, 'Nessuna risposta: controlla la connessione e riprova.', undefined, cause);
  }
}

/** The text to show for an error: the server's message, or the fallback. */
export const textOf = (error: unknown, fallback: string): string =>
  (error instanceof HttpError ? error.sentence : null) ?? fallback;

/** The texts of a failure; the server's message or the fallback is shown below the title. */
export interface Failure {
  failed: string;
  /** A different title for validation errors. */
  invalid?: string | undefined;
  /** Shown if there is no message from the server. */
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
