// A client written from the specification alone (its sections 3, 4, 7 and 8): it shares no type and no code with the
// product. Plain fetch with cookies; every answer is read as it comes.

export type Fields = Record<string, unknown>;

/** An answer: its status, its JSON (null without one), and where the rest of a list is. */
export interface SpecAnswer {
  status: number;
  body: unknown;
  text: string;
  type: string;
  next: string | null;
}

export class SpecClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        ...headers,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
    const parsed: unknown = type.includes('json') ? JSON.parse(text) : null;
    return { status: response.status, body: parsed, text, type, next } satisfies SpecAnswer;
  }

  /** What a call answers that succeeds. @throws with the server's message */
  async ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Fields> {
    const answer = await this.send(method, path, body, headers);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.body ?? {}) as Fields;
  }

  /** All rows of a list call, page by page. */
  async list(path: string): Promise<Fields[]> {
    const rows: Fields[] = [];
    for (let next: string | null = path; next !== null;) {
      const answer: SpecAnswer = await this.send('GET', next);
      if (!Array.isArray(answer.body)) throw new Error(`GET ${next}: ${answer.status} ${answer.text}`);
      rows.push(...(answer.body as Fields[]));
      ({ next } = answer);
    }
    return rows;
  }

  /** The message of a call that is refused, with its status: '409 Hai già un turno in questa data'. */
  async refusal(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.send(method, path, body);
    return `${answer.status} ${String((answer.body as Fields | null)?.['message'])}`;
  }
}
