import type { LightMyRequestResponse } from 'fastify';
import {
  type AnswerOf,
  type AnyInput,
  anyAddressOf,
  type Call,
  type InputOf,
  methodOf,
  type Rest,
} from '../../src/domain/call.ts';
import { contract } from '../../src/domain/contract.ts';
import type { App } from '../../src/server/platform/http/app.ts';
import type { Settings } from '../../src/server/platform/settings.ts';

/** The body of a refused call. */
export interface ErrorBody {
  message: string;
  code: string;
  fields?: Record<string, string>;
}

export interface Answer<Body> {
  status: number;
  /** The parsed JSON, or undefined if it is not JSON; has the contract's type if the call succeeded. */
  body: Body;
  /** The body of a refused call; empty otherwise. */
  refusal: Partial<ErrorBody>;
  /** Status, and the code of a refusal: '200', '409 exchange_closed'. */
  outcome: string;
  text: string;
  headers: Record<string, string | undefined>;
  cookies: LightMyRequestResponse['cookies'];
}

/** A call's input; every call accepts headers. */
export type Input<C extends Call> = Omit<InputOf<C>, 'headers'> & { headers?: Record<string, string> };

/** Calls with a session's token and, for a CEO acting in somebody's account, the token of that. */
export function callsOf(app: App, settings: Settings, token: string | null, acting: string | null) {
  const cookieName = settings.publicUrl.startsWith('https:') ? '__Host-turnario' : 'turnario';
  const cookies = {
    ...(token !== null && { [cookieName]: token }),
    ...(acting !== null && { [`${cookieName}-as`]: acting }),
  };
  /** Makes a call that the contract's types forbid: bad input, a body as text, an unknown address. */
  async function callUntyped<C extends Call>(name: C, input?: AnyInput): Promise<Answer<AnswerOf<C>>>;
  async function callUntyped(name: string, input?: AnyInput): Promise<Answer<unknown>>;
  async function callUntyped(name: string, input: AnyInput = {}): Promise<Answer<unknown>> {
    const { body: payload, headers = {} } = input;
    const answer = await app.inject({
      method: methodOf(name),
      url: anyAddressOf(name, input),
      ...(payload !== undefined && { payload: payload as object }),
      cookies,
      headers,
    });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    const body: unknown = isJson ? answer.json() : undefined;
    const status = answer.statusCode;
    const refusal: Partial<ErrorBody> = status >= 400 ? (body as ErrorBody) : {};
    return {
      status,
      body,
      refusal,
      outcome: status < 400 ? String(status) : `${status} ${refusal?.code}`,
      text: answer.body,
      headers: answer.headers as Record<string, string | undefined>,
      cookies: answer.cookies,
    };
  }
  /** Makes a call of the contract and checks a successful answer against its schema. */
  const call = async <C extends Call>(name: C, ...[input]: Rest<Input<C>>): Promise<Answer<AnswerOf<C>>> => {
    const answer = await callUntyped(name, input as AnyInput | undefined);
    if (answer.status < 300) contract[name].answer.parse(answer.body ?? (answer.text || undefined));
    return answer;
  };
  return {
    callUntyped,
    call,
    /** Like `call`, but throws unless it succeeds, and returns only the body. */
    ask: async <C extends Call>(name: C, ...rest: Rest<Input<C>>): Promise<AnswerOf<C>> => {
      const { status, text, body } = await call(name, ...rest);
      if (status >= 300) throw new Error(`${name}: ${status} ${text}`);
      return body;
    },
    /** Like `call`, but returns only the status. */
    statusOf: async <C extends Call>(name: C, ...rest: Rest<Input<C>>): Promise<number> =>
      (await call(name, ...rest)).status,
  };
}
