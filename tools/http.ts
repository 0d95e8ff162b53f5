import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerOf,
  type AnyInput,
  anyAddressOf,
  type Call,
  type InputOf,
  methodOf,
  type Rest,
} from '../src/domain/call.ts';
import { contract } from '../src/domain/contract.ts';

/** A call before serialisation. */
export interface Sent {
  method: string;
  path: string;
  /** The Cookie header; empty: signed out. */
  cookie?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** An answer of any status. */
export interface Answer<Body = unknown> {
  status: number;
  /** Parsed JSON, or the text; undefined if empty. */
  body: Body;
  /** The error code of a refusal, such as `exchange_closed`; otherwise empty. */
  code: string;
  headers: Headers;
}

/** The server refused a call. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly status: number;
  /** The product's error code, such as `exchange_closed`. */
  readonly code: string;

  constructor(call: string, status: number, code: string, message: string) {
    super(`${call}: ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** No answer, or an incomplete one; `code` is the system's, such as `ECONNREFUSED`, or `TimeoutError`. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable';
  readonly code: string;

  constructor(call: string, error: Error) {
    // fetch only says 'fetch failed'; the reason is in `cause`
    const { cause = error } = error as { cause?: Error & { code?: unknown } } & Error;
    super(`no answer (${call}): ${cause.message}`, { cause });
    this.code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  }
}

/** @throws ServerUnreachable */
async function send(origin: string, { method, path, cookie = '', headers, body, signal }: Sent) {
  const call = async (): Promise<[Response, string]> => {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
    return [response, await response.text()];
  };
  const [response, text] = await call().catch((error: Error) => {
    throw new ServerUnreachable(`${method} ${origin}${path}`, error);
  });
  const read = bodyOf(response.headers.get('content-type') ?? '', text);
  const code = response.status < 400 ? '' : ((read as { code?: string } | undefined)?.code ?? 'unknown');
  return { status: response.status, body: read, code, headers: response.headers };
}

export function bodyOf(type: string | undefined, text: string): unknown {
  if (text === '') return undefined;
  return type?.includes('json') ? JSON.parse(text) : text;
}

/** One person's session with a server, like a browser's. */
export class HttpClient {
  readonly #origin: () => string;
  /** The Cookie header; updated from Set-Cookie. */
  cookie: string;

  /** @param origin such as `http://localhost:3000`; a function is called for each request, for a server whose port changes */
  constructor(origin: string | (() => string), cookie = '') {
    this.#origin = typeof origin === 'string' ? () => origin : origin;
    this.cookie = cookie;
  }

  /**
   * Makes a call of the contract and returns any answer, refusals included.
   *
   * @throws ServerUnreachable
   */
  async call<C extends Call>(name: C, ...rest: Rest<InputOf<C>>): Promise<Answer<AnswerOf<C>>> {
    // only `ask` validates the answer
    return (await this.send(sentOf(name, ...rest))) as Answer<AnswerOf<C>>;
  }

  /**
   * Makes a call that must succeed and validates its answer.
   *
   * @throws ServerUnreachable, ApiRefusal, ZodError
   */
  async ask<C extends Call>(name: C, ...rest: Rest<InputOf<C>>): Promise<AnswerOf<C>> {
    return bodyOfSuccess(name, await this.send(sentOf(name, ...rest)));
  }

  /** Makes any call. */
  async send(sent: Omit<Sent, 'cookie'>): Promise<Answer> {
    const answer = await send(this.#origin(), { ...sent, cookie: this.cookie });
    const set = answer.headers.getSetCookie();
    if (set.length > 0) this.cookie = set.map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
    return answer;
  }
}

/** Builds a call of the contract. */
export function sentOf<C extends Call>(name: C, ...[input]: Rest<InputOf<C>>): Sent {
  const { headers, body, ...address }: AnyInput = { ...(input as AnyInput | undefined) };
  return {
    method: methodOf(name),
    path: anyAddressOf(name, address),
    body,
    ...(headers && { headers }),
  };
}

/** @throws ApiRefusal, ZodError if the answer does not match the contract */
export function bodyOfSuccess<C extends Call>(name: C, { status, body }: Pick<Answer, 'status' | 'body'>) {
  if (status >= 300) {
    const refusal = (body ?? {}) as { code?: string; message?: string };
    const { code = 'unknown', message = String(body).slice(0, 200) } = refusal;
    throw new ApiRefusal(name, status, code, message);
  }
  return contract[name].answer.parse(body) as AnswerOf<C>;
}

const mostRetries = 20;

/** Counts the requests of all clients of a replay. */
export interface Traffic {
  requests: number;
}

/** Retries when the server answers 429 or 503, after the delay it asks for. */
export class PatientClient extends HttpClient {
  readonly #traffic: Traffic;

  constructor(origin: string, traffic: Traffic) {
    super(origin);
    this.#traffic = traffic;
  }

  override async send(sent: Omit<Sent, 'cookie'>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      this.#traffic.requests += 1;
      const answer = await super.send(sent);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt === mostRetries) return answer;
      const given = answer.headers.get('retry-after') ?? '';
      const seconds = /^\d+$/.test(given) ? Number(given) : 1;
      await sleep(seconds * 1000);
    }
  }
}
