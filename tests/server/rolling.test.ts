import { inspect } from 'node:util';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import { addDays, dayInRome } from '../../src/domain/calendar/day.ts';
import type { Call, InputOf, Rest } from '../../src/domain/call.ts';
import type { HttpClient } from '../../tools/http.ts';
import { type BalancingProxy, startBalancingProxy } from '../../tools/httpProxy.ts';
import { settingsFor, testDatabase } from '../support/database.ts';
import { buildHttpTeam, completedIds, confirmReady, type HttpTeam, testProducts } from './products.ts';

// Two server processes on one PostgreSQL behind a proxy, restarted in turn under load.

const database = await testDatabase();
let proxy: BalancingProxy | null = null;
afterEach(() => proxy?.close());
// longer than the proxy needs to notice, even on a busy machine
const start = testProducts({ ...settingsFor(database), DRAIN_SECONDS: '3' });

/** The answers that people got, until `stop`. */
interface Load {
  /** Ids of the shifts whose recording was acknowledged. */
  shifts: Set<string>;
  /** Requests whose confirm was acknowledged. */
  swaps: Set<string>;
  calls: number;
  /** Failed calls: network errors and statuses from 400 on. */
  lost: string[];
  /** Event streams that ended and were reopened. */
  streamsResumed: number;
  stop(): Promise<void>;
}

function startLoad(url: string, { people }: HttpTeam): Load {
  let isOver = false;
  const ended = new AbortController();
  const call = async <C extends Call>(person: HttpClient, name: C, ...rest: Rest<InputOf<C>>) => {
    const answer = await person.call(name, ...rest).catch((error: Error) => error);
    load.calls += 1;
    if (!(answer instanceof Error) && answer.status < 400) return answer.body;
    const said = answer instanceof Error ? inspect(answer.cause ?? answer) : JSON.stringify(answer);
    load.lost.push(`${name}: ${said}`);
    return null;
  };
  const recordAndRead = async (person: HttpClient, index: number): Promise<void> => {
    // later than the days of the swaps
    let day = addDays(dayInRome(new Date().toISOString()), 60);
    while (!isOver) {
      day = addDays(day, 1);
      const body = { date: day, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
      const shift = await call(person, 'POST /api/shifts', { body });
      if (shift) load.shifts.add(shift.id);
      const lists = [
        'GET /api/shifts',
        'GET /api/notifications/page',
        'GET /api/exchange-requests/page',
        'GET /api/exchanges/completed/page',
      ] as const;
      await call(person, lists[(load.calls + index) % lists.length]!);
    }
  };
  const follow = async (person: HttpClient): Promise<void> => {
    for (let times = 0; !isOver; times += 1) {
      try {
        const { signal } = ended;
        const answer = await fetch(`${url}/api/events`, { headers: { cookie: person.cookie }, signal });
        if (answer.status !== 200) load.lost.push(`GET /api/events: ${answer.status}`);
        const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
        const first = await reader.read();
        if (!first.value?.includes('event: hello')) load.lost.push(`GET /api/events: ${first.value}`);
        if (times > 0) load.streamsResumed += 1;
        while (!(await reader.read()).done);
      } catch (error) {
        if (!isOver) load.lost.push(`GET /api/events: ${inspect(error)}`);
      }
    }
  };
  const work = Promise.all([...people.map(recordAndRead), ...people.slice(0, 2).map(follow)]);
  const load: Load = {
    shifts: new Set(),
    swaps: new Set(),
    calls: 0,
    lost: [],
    streamsResumed: 0,
    stop: async () => {
      isOver = true;
      ended.abort();
      await work;
    },
  };
  return load;
}

test('two servers restarted in turn under load lose no call, write or event stream', async () => {
  const running = [start(), start()];
  const balancing = await startBalancingProxy(await Promise.all(running.map(({ url }) => url)));
  proxy = balancing;
  await expect.poll(() => balancing.ready()).toEqual([true, true]);
  const team = await buildHttpTeam(() => balancing.url, 4, 6);
  const waiting = [...team.swaps];
  const load = startLoad(balancing.url, team);
  const confirmSome = async (count: number): Promise<void> => {
    for (const swap of waiting.splice(0, count)) {
      const answer = await confirmReady(swap).catch(String);
      if (typeof answer === 'string' || answer.status !== 200) load.lost.push(JSON.stringify(answer));
      else load.swaps.add(swap.requestId);
    }
  };

  for (const place of [0, 1, 0, 1]) {
    const ending = running[place]!;
    ending.child.kill('SIGTERM');
    const confirming = confirmSome(6);
    expect(await ending.exited).toEqual({ code: 0, signal: null });
    expect(ending.stdout() + ending.stderr()).not.toContain('"level":50');
    const next = start();
    running[place] = next;
    balancing.replace(place, await next.url);
    await expect.poll(() => balancing.ready()).toEqual([true, true]);
    await confirming;
  }
  await load.stop();

  expect(load.lost).toEqual([]);
  expect(balancing.lost).toEqual([]);
  expect(load.swaps.size).toBe(team.swaps.length);
  expect(await completedIds(team.people)).toEqual(load.swaps);
  expect(load.shifts.size).toBeGreaterThan(100);
  const stored = await database.many<{ id: string }>(sql`select id from shifts`);
  const kept = new Set(stored.map(({ id }) => id));
  expect([...load.shifts].filter((id) => !kept.has(id))).toEqual([]);
  // two people's streams, on servers that were each restarted at least once
  expect(load.streamsResumed).toBeGreaterThanOrEqual(2);
  expect(await violatedInvariants(database)).toEqual([]);
});
