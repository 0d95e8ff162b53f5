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
  /** The same call, made before; its answer is taken instead of asking again. */
  asked?: Promise<Response> | undefined;
  /** It is to arrive even where the page is on its way out. */
  keepalive?: boolean | undefined;
}

/**
 * Calls the API of our own origin, cookies included.
 *
 * @returns the answer's JSON; undefined for an empty answer (204)
 * @throws {HttpError} for every answer that is not a success, and with status 0 when none came, or not to its end
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
  // what is no JSON is the page of a proxy or of a network that wants a sign-in: the server was not asked
  if (response.ok && (text === '' || parsed !== undefined)) return parsed as AnswerOf<C>;
  const { status, statusText } = response;
  const error = HttpError.of(status, parsed);
  // nothing for the person, who reads the action's own words instead
  if (error.sentence === null) console.error(`${name}: ${status} ${text.slice(0, 500) || statusText}`);
  throw error;
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
