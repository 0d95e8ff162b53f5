import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The server refused a call. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly status: number;
  /** As in the product's error codes, such as `exchange_closed`. */
  readonly code: string;

  constructor(call: string, status: number, code: string, message: string) {
    super(`${call}: ${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** The server cannot be reached or broke off. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable';
}

/** Counted over all clients of a replay. */
export interface Traffic {
  requests: number;
  /** Seconds spent waiting because the server asked to. */
  waitedSeconds: number;
}

const refusalSchema = z.object({ code: z.string(), message: z.string() });
const mostPatience = 20;

/** One person's session with the server, as their browser would hold it. */
export class ApiClient {
  readonly #origin: string;
  readonly #traffic: Traffic;
  #cookie = '';

  /** @param origin of the server, such as `http://localhost:3000` */
  constructor(origin: string, traffic: Traffic) {
    this.#origin = origin;
    this.#traffic = traffic;
  }

  /** @throws ApiRefusal, ServerUnreachable, ZodError when the answer has not the documented shape */
  async get<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> {
    return answer.parse(await this.#call('GET', path, undefined));
  }

  /** Same errors as `get`. */
  async post<Answer>(path: string, body: unknown, answer: z.ZodType<Answer>): Promise<Answer> {
    return answer.parse(await this.#call('POST', path, body));
  }

  async #call(method: string, path: string, body: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const { response, text } = await this.#fetch(method, path, body);
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || attempt === mostPatience) throw refusalOf(`${method} ${path}`, response.status, text);
      await this.#wait(response.headers.get('retry-after'));
    }
  }

  async #fetch(method: string, path: string, body: unknown): Promise<{ response: Response; text: string }> {
    this.#traffic.requests += 1;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.#cookie !== '') headers['cookie'] = this.#cookie;
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await fetch(new URL(path, this.#origin), {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      this.#keepCookies(response);
      return { response, text: await response.text() };
    } catch (error) {
      throw new ServerUnreachable(`no answer from ${this.#origin} (${method} ${path})`, { cause: error });
    }
  }

  #keepCookies(response: Response): void {
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
  }

  async #wait(retryAfter: string | null): Promise<void> {
    const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : 1;
    this.#traffic.waitedSeconds += seconds;
    await sleep(seconds * 1000);
  }
}

function refusalOf(call: string, status: number, text: string): ApiRefusal {
  const parsed = refusalSchema.safeParse(parseJson(text));
  const { code, message } = parsed.data ?? { code: 'unknown', message: text.slice(0, 200) };
  return new ApiRefusal(call, status, code, message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
