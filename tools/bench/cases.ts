import type autocannon from 'autocannon';
import { addDays, daysOf } from '../../src/domain/calendar/day.ts';
import { addressOf } from '../../src/domain/call.ts';
import { cookieOf, crowd, emptyOffset, idOf, openRequests, signInOf, swapPairs, type World } from './data.ts';
import type { Context, Step } from './load.ts';

/** What a measurement calls. */
export interface Case {
  steps: readonly Step[];
  /** Repetitions per round, by number of connections. */
  times: Readonly<Record<number, number>>;
}

/** All measurements by calls. Over all rounds each entry is recorded only once. */
export const casesOf = (world: World): Case[] => [
  monthCase(world),
  ...openRequests.map((count, worksite) => listCase(count, worksite * crowd)),
  ...[recordCase, swapCase, signInCase, importCase].map((make) => make(world)),
];

const json = { 'content-type': 'application/json' };

const get = (path: string, person: number): autocannon.Request => ({
  path,
  headers: { cookie: cookieOf(person) },
});

const post = (path: string, person: number, body: object): autocannon.Request => ({
  method: 'POST',
  path,
  headers: { ...json, cookie: cookieOf(person) },
  body: JSON.stringify(body),
});

/** 0 to count - 1, repeated. */
function inTurn(count: number): () => number {
  let next = -1;
  return () => (next = (next + 1) % count);
}

/** The calendar month as a phone requests it. */
export function monthPath({ today }: World): string {
  const from = addDays(today, -10);
  return addressOf('GET /api/calendar/shifts', { query: { from, to: addDays(from, 41) } });
}

function monthCase(world: World): Case {
  const path = monthPath(world);
  const place = inTurn(world.people);
  // in sequence, people would find their neighbours' rows in the cache
  const call = () => get(path, (place() * 7919) % world.people);
  return { steps: [{ name: 'month', call }], times: { 1: 200, 20: 800 } };
}

function listCase(count: number, first: number): Case {
  const path = addressOf('GET /api/exchange-requests/page', { query: { tab: 'disponibili' } });
  const place = inTurn(crowd);
  const call = () => get(path, first + place());
  return { steps: [{ name: `list of ${count} requests`, call }], times: { 1: 120, 20: 400 } };
}

const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

function recordCase({ today, people }: World): Case {
  const next = inTurn(people * 200);
  const call = () => {
    const number = next();
    const date = addDays(today, emptyOffset + 40 + Math.floor(number / people));
    return post('/api/shifts', number % people, { date, ...duty });
  };
  return { steps: [{ name: 'record a shift', call }], times: { 1: 120, 20: 400 } };
}

/** Keeps the id of the created object. */
const keepId = (body: string, context: Context): void => {
  const answer = JSON.parse(body) as { id: string; request?: { id: string } };
  context['id'] = answer.request?.id ?? answer.id;
};

/** One person publishes, a colleague pre-accepts, the first confirms. */
function swapCase(world: World): Case {
  const pairs = swapPairs(world);
  const publish = (context: Context) => {
    const { value: pair } = pairs.next();
    if (!pair) throw new Error('all pairs have swapped');
    Object.assign(context, pair);
    return post('/api/exchange-requests', pair.requester, pair.request);
  };
  const answer = (who: 'requester' | 'accepter', what: string) => (context: Context) =>
    post(`/api/exchange-requests/${context['id']}/${what}`, Number(context[who]), {});
  return {
    steps: [
      { name: 'publish', call: publish, keep: keepId },
      { name: null, call: answer('accepter', 'pre-accept') },
      { name: 'confirm', call: answer('requester', 'final-confirm') },
    ],
    times: { 1: 25, 20: 60 },
  };
}

/** Each sign-in comes from a different network: those of one network run one at a time. */
function signInCase({ people }: World): Case {
  const next = inTurn(people);
  const call = () => {
    const person = next();
    const address = `10.0.${person >> 8}.${person & 255}`;
    const body = JSON.stringify(signInOf(person));
    return {
      method: 'POST',
      path: '/api/auth/login',
      headers: { ...json, 'x-forwarded-for': address },
      body,
    } as const;
  };
  return { steps: [{ name: 'sign in', call }], times: { 1: 30, 20: 100 } };
}

/** Enters a month for everybody of a worksite and undoes it. Never concurrent: nobody does that. */
export function importCase({ today }: World): Case {
  const loader = openRequests.length * crowd;
  const from = addDays(today, emptyOffset);
  const days = { from, to: addDays(from, 30) };
  const people = Array.from({ length: crowd }, (_, place) => ({
    userId: idOf(loader + place),
    days: daysOf(days).map((day) => ({ day, duty })),
  }));
  const enter = post('/api/rosters', loader, { title: 'prova', days, people });
  const takeBack = ({ id }: Context) => ({ ...get(`/api/rosters/${id}`, loader), method: 'DELETE' }) as const;
  return {
    steps: [
      { name: `import of ${crowd} people`, call: () => enter, keep: keepId },
      { name: null, call: takeBack },
    ],
    times: { 1: 3 },
  };
}
