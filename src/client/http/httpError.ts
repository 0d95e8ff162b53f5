export class HttpError extends Error {
  override readonly name = 'HttpError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's own words for the person; null where the answer is not of its making (a proxy's, an empty one). */
  readonly sentence: string | null;
  /** The refusal's code, such as `shift_day_taken`; null where the answer has none. */
  readonly code: string | null;
  /** Italian texts for the fields at fault, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed JSON of the answer; undefined where it was none. */
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

  /** Every refusal of the server has a code: a message without one is a proxy's, in its own language. */
  static of(status: number, body: unknown): HttpError {
    const { message, code } = asRecord(body);
    const isOwn = typeof message === 'string' && message !== '' && typeof code === 'string';
    return new HttpError(status, isOwn ? message : null, body);
  }

  static unreachable(cause: unknown): HttpError {
    return new HttpError(0, 'Nessuna risposta: controlla la connessione e riprova.', undefined, cause);
  }
}

/** The text to show for any error: what the server said, or the fallback. */
export const textOf = (error: unknown, fallback: string): string =>
  (error instanceof HttpError ? error.sentence : null) ?? fallback;

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
