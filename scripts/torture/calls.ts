import type { Deed, Entry, Journal } from './journal.ts';

/** Longer than every limit of the server: a call without an answer by then hangs. */
const patienceMs = 90_000;
/** While nothing listens: how soon it is tried again. */
const pauseMs = 100;
/** Stands in the journal for a 503 that does not say when to come again. */
export const withoutRetry = '(without Retry-After)';

export interface Answer {
  entry: Entry;
  body: unknown;
}

/** One person's session with the server. All calls of a run go through one of these and into the journal. */
export class Session {
  readonly #origin: string;
  readonly #journal: Journal;
  readonly #signIn: { email: string; password: string };
  #cookie = '';
  personId = '';

  constructor(origin: string, journal: Journal, signIn: { email: string; password: string }) {
    this.#origin = origin;
    this.#journal = journal;
    this.#signIn = signIn;
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** Makes a call and records it before and after. Never rejects: what went wrong is the outcome. */
  async call(deed: Deed, method: string, path: string, body?: object, headers = {}): Promise<Answer> {
    const entry = this.#journal.begin(this.personId, deed);
    const begun = performance.now();
    try {
      const response = await this.#fetch(method, path, body, headers);
      const text = await response.text();
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      const { code: said = '' } = (answer ?? {}) as { code?: string };
      const code = response.status === 503 && !response.headers.has('retry-after') ? withoutRetry : said;
      const outcome = outcomeOf(response);
      this.#end(entry, begun, { outcome, status: response.status, code, madeId: madeIdOf(answer) });
      if (response.status === 401) await this.enter();
      return { entry, body: answer };
    } catch (error) {
      const code = nameOf(error);
      const isUnsent = code === 'ECONNREFUSED';
      this.#end(entry, begun, { outcome: isUnsent ? 'refused' : 'unknown', status: 0, code, madeId: '' });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return { entry, body: undefined };
    }
  }

  /** Signs in; what goes wrong is tried again with the next call that is refused. */
  async enter(): Promise<void> {
    const path = '/api/auth/login';
    this.#cookie = '';
    await this.call({ what: 'read', path }, 'POST', path, this.#signIn);
  }

  #end(entry: Entry, begun: number, found: Pick<Entry, 'outcome' | 'status' | 'code' | 'madeId'>): void {
    this.#journal.end(entry, { ...found, took: performance.now() - begun });
  }

  async #fetch(method: string, path: string, body: object | undefined, headers: object): Promise<Response> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: {
        ...headers,
        ...(this.#cookie !== '' && { cookie: this.#cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.#cookie = set.split(';', 1)[0] ?? '';
    return response;
  }
}

/** 503 promises only that it is all or nothing: the answer to a commit may have been lost on the way to the server. */
function outcomeOf({ status }: Response): Entry['outcome'] {
  if (status < 300) return 'done';
  return status < 500 ? 'refused' : 'unknown';
}

/** What the answer made: an entry, or the request inside of it. */
function madeIdOf(body: unknown): string {
  const { id, request } = (body ?? {}) as { id?: string; request?: { id: string } };
  return request?.id ?? id ?? '';
}

function nameOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'unknown';
}
