import type { AnswerOf, Call, InputOf, Rest } from '../../src/domain/call.ts';
import { type Answer, HttpClient, type Sent, sentOf, ServerUnreachable } from '../http.ts';
import type { Operation, Entry, Journal } from './journal.ts';

/** Longer than every limit of the server: a call without an answer by then hangs. */
const timeoutMs = 90_000;
/** While nothing listens: how soon it is tried again. */
const pauseMs = 100;
/** Stands in the journal for a 503 that does not say when to come again. */
export const withoutRetry = '(without Retry-After)';

/** One person's session with the server. All calls of a run go through one of these and into the journal. */
export class Session {
  readonly client: HttpClient;
  readonly #journal: Journal;
  readonly #signIn: { email: string; password: string };
  personId = '';

  constructor(origin: string, journal: Journal, signIn: { email: string; password: string }) {
    this.client = new HttpClient(origin);
    this.#journal = journal;
    this.#signIn = signIn;
  }

  call<C extends Call>(operation: Operation, name: C, ...rest: Rest<InputOf<C>>): Promise<Entry> {
    return this.send(operation, sentOf(name, ...rest));
  }

  /** What a call answers that only reads; null when it cannot be read now. */
  async read<C extends Call>(name: C, ...rest: Rest<InputOf<C>>): Promise<AnswerOf<C> | null> {
    let read: AnswerOf<C> | null = null;
    const keep = ({ body }: Answer): void => {
      read = body as AnswerOf<C>;
    };
    await this.send({ what: 'read', path: name }, sentOf(name, ...rest), keep);
    return read;
  }

  /** Makes a call and records it before and after. Never rejects: what went wrong is the outcome. */
  async send(operation: Operation, sent: Sent, onDone?: (answer: Answer) => void): Promise<Entry> {
    const entry = this.#journal.begin(this.personId, operation);
    const begun = performance.now();
    const end = (found: Pick<Entry, 'outcome' | 'status' | 'code' | 'madeId'>): void =>
      this.#journal.end(entry, { ...found, took: performance.now() - begun });
    try {
      const answer = await this.client.send({ ...sent, signal: AbortSignal.timeout(timeoutMs) });
      const { status, body, headers } = answer;
      const code = status === 503 && headers['retry-after'] === undefined ? withoutRetry : answer.code;
      const outcome = outcomeOf(status);
      end({ outcome, status, code, madeId: madeIdOf(body) });
      if (outcome === 'done') onDone?.(answer);
      if (status === 401) await this.enter();
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      const { code } = error;
      end({ outcome: code === 'ECONNREFUSED' ? 'refused' : 'unknown', status: 0, code, madeId: '' });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return entry;
  }

  /** Signs in; what goes wrong is tried again with the next call that is refused. */
  async enter(): Promise<void> {
    this.client.cookie = '';
    await this.read('POST /api/auth/login', { body: this.#signIn });
  }
}

/** 503 promises only that it is all or nothing: the answer to a commit may have been lost on the way to the server. */
function outcomeOf(status: number): Entry['outcome'] {
  if (status < 300) return 'done';
  return status < 500 ? 'refused' : 'unknown';
}

/** What the answer made: an entry, or the request inside of it. */
function madeIdOf(body: unknown): string {
  const { id, request } = (body ?? {}) as { id?: string; request?: { id: string } };
  return request?.id ?? id ?? '';
}
