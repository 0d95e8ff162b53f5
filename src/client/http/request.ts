import { HttpError } from './httpError.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** The same call, made before; its answer is taken instead of asking again. */
  asked?: Promise<Response> | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Calls the API of our own origin, cookies included.
 *
 * @param path with its leading slash, such as `/api/shifts`
 * @returns the answer's JSON; undefined for an empty answer (204)
 * @throws {HttpError} for every answer that is not a success, and with status 0 when no answer came
 */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const { body, signal, asked } = options;
  const ask = () =>
    fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  const response = await (asked ?? ask()).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw HttpError.unreachable(error);
  });
  const text = await response.text();
  const parsed = parseJson(text);
  if (!response.ok) throw HttpError.of(response.status, response.statusText, parsed, text);
  return parsed as T;
}

/** Undefined where the text is no JSON. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
