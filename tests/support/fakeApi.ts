import { URLPattern } from 'node:url';
import { vi } from 'vitest';
import { type AnswerOf, type Call, type InputOf, methodOf, pathOf } from '../../src/domain/call.ts';
import { contract } from '../../src/domain/contract.ts';
import type { CallSchemas } from '../../src/domain/contractParts.ts';

type Refusal = () => Response;

/** A refusal with the message shown to the person. */
export const refusal =
  (status: number, code: string, message = 'Non si può.', more: object = {}): Refusal =>
  () =>
    Response.json({ message, code, ...more }, { status });

/** A proxy's answer in place of the server's. */
export const noSentence: Refusal = () => Response.json({}, { status: 502 });

/** How a call is answered: with a fixed value, or depending on what was sent. */
type Given<C extends Call> = AnswerOf<C> | Refusal | ((sent: InputOf<C>) => AnswerOf<C> | Refusal);
export type Answers = { [C in Call]?: Given<C> };

interface Sent {
  call: Call;
  input: Record<string, unknown>;
}

export type FakeApi = ReturnType<typeof startApi>;

const schemas = contract as Record<Call, CallSchemas>;
// paths without parameters match first
const calls = (Object.keys(contract) as Call[]).toSorted(
  (one, other) => Number(one.includes(':')) - Number(other.includes(':')),
);

/** Answers to calls that every page makes: empty lists. */
const usual: Answers = {
  'GET /api/notifications/page': { notifications: [], unreadCount: 0, nextCursor: null },
  'GET /api/exchange-requests/waiting': { requests: [], total: 0, fitting: [], fittingTotal: 0 },
  'GET /api/rosters/proposals': { version: null, title: '', days: [], acceptable: 0 } as never,
  'GET /api/exchange-requests/approvals': { approvals: [], total: 0 },
  'GET /api/calendar/shifts': [],
  'GET /api/user-shifts': [],
  'GET /api/shifts': [],
  'GET /api/exchanges/completed/page': { swaps: [], total: 0, nextCursor: null },
  'GET /api/ceo/upkeep': { clock: { status: 'steady', now: '' }, idleAccounts: null },
};

function read(method: string, address: string): Sent {
  const { pathname, searchParams } = new URL(address, 'http://x');
  for (const call of calls) {
    const found = methodOf(call) === method && new URLPattern({ pathname: pathOf(call) }).exec({ pathname });
    if (!found) continue;
    const input = { params: found.pathname.groups, query: Object.fromEntries(searchParams) };
    return { call, input: filled(input) };
  }
  throw new Error(`no call of the contract: ${method} ${address}`);
}

/** Drops empty parts. */
const filled = (input: Record<string, object>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, part]) => Object.keys(part).length > 0));

/** Replaces `fetch` with a table of answers and records the calls. */
export function startApi(first: Answers) {
  const answers: Answers = { ...usual, ...first };
  const sent: Sent[] = [];
  const faults: string[] = [];
  const answer = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { call, input } = read(init.method ?? 'GET', address);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    if (body !== undefined) input['body'] = body;
    if (new Headers(init.headers).has('x-override-exchange'))
      input['headers'] = { 'x-override-exchange': 'true' };
    const schema = schemas[call].body;
    const checked = body === undefined ? undefined : schema?.safeParse(body);
    if (checked && !checked.success)
      faults.push(`${call} was sent what it does not take: ${checked.error.message}`);
    sent.push({ call, input });
    if (!(call in answers)) {
      faults.push(`nobody answers ${call}`);
      return Response.json({ message: 'Nessuno risponde.', code: 'not_found' }, { status: 404 });
    }
    let said: unknown = answers[call];
    while (typeof said === 'function') said = (said as (input: unknown) => unknown)(input);
    if (said instanceof Response) return said;
    return said === undefined ? new Response(null, { status: 204 }) : Response.json(said);
  };
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (!init?.signal?.aborted) return answer(address, init);
    return Promise.reject(new DOMException('called off', 'AbortError'));
  });
  return {
    /** Adds or replaces answers. */
    answer: (more: Answers): void => void Object.assign(answers, more),
    changes: (): unknown[] =>
      sent
        .filter(({ call }) => methodOf(call) !== 'GET')
        .map(({ call, input }) => (Object.keys(input).length > 0 ? [call, input] : [call])),
    timesAsked: (call: Call): number => sent.filter((one) => one.call === call).length,
    /** The input of each call of this name. */
    asked: (call: Call): unknown[] => sent.filter((one) => one.call === call).map(({ input }) => input),
    stop: async (): Promise<void> => {
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}
