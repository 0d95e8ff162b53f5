import {
  type AnswerOf,
  type AnyInput,
  anyAddressOf,
  type Call,
  type InputOf,
  methodOf,
  type Rest,
} from '../../domain/call.ts';
import { HttpError } from './httpError.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** An earlier request for the same call, whose response is used instead. */
  asked?: Promise<Response> | undefined;
  /** Completes even if the page is being unloaded. */
  keepalive?: boolean | undefined;
}

/**
 * Calls the same-origin API with cookies.
 *
 * @returns the parsed JSON; undefined for an empty response (204)
 * @throws {HttpError} for an unsuccessful response; status 0 for none or a truncated one
 */
export async function call<C extends Call>(
  name: C,
  ...[given]: Rest<InputOf<C> & CallOptions>
): Promise<AnswerOf<C>> {
  const input: AnyInput & CallOptions = { ...(given as (AnyInput & CallOptions) | undefined) };
  const { body, headers, signal, asked, keepalive = false } = input;
  const ask = () =>
    fetch(anyAddressOf(name, input), {
      method: methodOf(name),
      credentials: 'same-origin',
      keepalive,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  let response: Response;
  let text: string;
  try {
    response = await (asked ?? ask());
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw HttpError.unreachable(error);
  }
  const parsed = parseJson(text);
  // anything but JSON comes from a proxy or a captive portal: the request has not reached the server
  if (response.ok && (text === '' || parsed !== undefined)) return parsed as AnswerOf<C>;
  const { status, statusText } = response;
  const error = HttpError.of(status, parsed);
  // logged only: the user sees the action's own text
  if (error.sentence === null) console.error(`${name}: ${status} ${text.slice(0, 500) || statusText}`);
  throw error;
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
