import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { within } from '../../../src/server/platform/within.ts';
import type { Caller } from '../../support/caller.ts';
import { isLong } from '../../support/longForm.ts';
import { testServer } from '../../support/server.ts';
import { routeCalls } from '../permissions/calls.ts';
import { buildWorld, callerFor, callers, password } from '../permissions/world.ts';
import { complaintAbout, type RawAnswer } from './judge.ts';
import {
  callOf,
  type Draft,
  leadsElsewhere,
  type Mutation,
  mutationNames,
  placesOf,
  type RawCall,
} from './mutations.ts';
import { listOperations, type Operation } from './operations.ts';
import { buildBystanders, listForeignRows } from './stored.ts';
import { hostileTexts, nasty, valueFor } from './values.ts';

// Calls every published route with valid and mutated input, by callers who may and who may not. FUZZ_CALLS sets the calls per
// route, FUZZ_SEED another seed.

const calls = Number(process.env['FUZZ_CALLS'] ?? (isLong ? 160 : 16));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
/** Milliseconds; tolerates a busy machine, detects a hanging call. */
const mostMs = 15_000;

const server = await testServer();
const passwordHash = await server.context.passwords.hash(password);
const operations = await listOperations(server.nobody);
const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(/\{(\w+)\}/, ':$1')}`;

let sent = 0;
async function send(call: RawCall, { token, acting }: Caller): Promise<RawAnswer> {
  sent += 1;
  const answer = server.app.inject({
    method: call.method as 'GET',
    url: call.url,
    headers: call.headers,
    ...(call.payload !== undefined && { payload: call.payload }),
    cookies: { ...(token && { turnario: token }), ...(acting && { 'turnario-as': acting }) },
    // each call from a different address, so that rate limits do not apply
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
  });
  const arrived = await within(mostMs, answer, null);
  if (!arrived) return { status: 599, text: `no answer within ${mostMs} ms`, headers: {} };
  return { status: arrived.statusCode, text: arrived.payload, headers: arrived.headers };
}

/** Creates the rows for a call, and returns the valid call of the routes' table and its caller. */
async function prepare(operation: Operation, kind: string) {
  const world = await buildWorld(server, passwordHash);
  const [, about] = routeCalls[nameOf(operation)] ?? [];
  const { id, query = '', body } = (await about?.(world)) ?? {};
  const [name] = /(?<=\{)\w+/.exec(operation.path) ?? [];
  const path = name ? { [name]: id } : {};
  const draft: Draft = { path, query: Object.fromEntries(new URLSearchParams(query)), header: {}, body };
  return { draft, caller: await callerFor(kind, world) };
}

/** Adds further valid parameters and fields. @param isWhole includes all of them */
function allowed({ parameters, body: schema }: Operation, { path, ...draft }: Draft, isWhole = false) {
  const part = (place: 'query' | 'header'): fc.Arbitrary<Record<string, unknown>> => {
    const listed = parameters.filter((parameter) => parameter.in === place);
    const values = listed.map((parameter) => [parameter.name, valueFor(parameter.schema, parameter.name)]);
    const requiredKeys = listed.filter(({ required }) => required || isWhole).map((one) => one.name as never);
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  const merged = (drawn: unknown): unknown =>
    drawn && typeof drawn === 'object' ? { ...drawn, ...(draft.body as object) } : (draft.body ?? drawn);
  return fc
    .record({
      query: part('query'),
      header: part('header'),
      body: schema ? valueFor(schema, '') : fc.constant(undefined),
    })
    .map(({ query, header, body }): Draft => ({
      path,
      query: { ...query, ...draft.query },
      header,
      body: merged(body),
    }));
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  // a bad value is drawn more often than other mutations
  name: fc.constantFrom(...mutationNames, ...Array<string>(10).fill('replace')),
  place: fc.nat(1_000),
  value: nasty,
});

/** The caller of a route: usually one who may call it, every fourth round another one. */
function kindOf(operation: Operation, round: number): string {
  const statuses = routeCalls[nameOf(operation)]?.[0].split(' ') ?? [];
  const may = callers.filter((_, at) => statuses[at]?.startsWith('2'));
  const fit = may.find((kind) => kind !== 'nobody') ?? 'Giulia';
  return round % 4 === 3 ? (callers[(operations.indexOf(operation) + round) % callers.length] ?? fit) : fit;
}

let readBystanders: () => Promise<string[]>;
let bystanders: string[];
beforeAll(async () => {
  readBystanders = await buildBystanders(server);
  bystanders = await readBystanders();
});

const prototype = Reflect.ownKeys(Object.prototype);
const accepted = new Set<string>();

test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
  '%s answers as published or refuses',
  { timeout: 60_000 + calls * 2_000 },
  async (name, operation) => {
    const complaints: string[] = [];
    for (let round = 0; round * 4 < calls; round += 1) {
      const { draft, caller } = await prepare(operation, kindOf(operation, round));
      const drawn = fc.sample(
        fc.tuple(allowed(operation, draft), fc.array(mutation, { minLength: 1, maxLength: 3 })),
        {
          seed: seed + round,
          numRuns: 4,
        },
      );
      for (const [place, [valid, all]] of drawn.entries()) {
        // every fourth call is valid; the first of those has only the required fields
        const mutations = place === 3 ? [] : all;
        const call = callOf(operation, place === 3 && round === 0 ? draft : valid, mutations);
        const answer = await send(call, caller);
        const isOther = leadsElsewhere(mutations);
        if (answer.status < 300 && !isOther) accepted.add(name);
        const complaint = complaintAbout(isOther ? null : operation, answer, call.method === 'HEAD');
        const done = mutations.map((one) => one.name).join(' + ') || 'valid';
        if (complaint) complaints.push(`${complaint} (${done}) ${JSON.stringify(call).slice(0, 600)}`);
      }
    }
    expect(complaints).toEqual([]);
  },
);

test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
  'text that cannot be stored never fails %s',
  async (_name, operation) => {
    const { draft, caller } = await prepare(operation, kindOf(operation, 0));
    const [whole] = fc.sample(allowed(operation, draft, true), { seed, numRuns: 1 }) as [Draft];
    const complaints: string[] = [];
    for (const value of hostileTexts) {
      for (const name of ['replace', 'rename']) {
        for (let place = 0; place < placesOf(whole).length; place += 1) {
          const call = callOf(operation, whole, [{ name, place, value }]);
          const { status, text } = await send(call, caller);
          if (status >= 500 || text.includes('\u0000')) complaints.push(`${status} ${JSON.stringify(call)}`);
        }
      }
    }
    expect(complaints).toEqual([]);
  },
);

test('other people’s rows are unchanged, nothing invalid is stored, no error was logged', async () => {
  expect(await readBystanders()).toEqual(bystanders);
  expect(await listForeignRows(server.database)).toEqual([]);
  expect(server.takeErrors()).toEqual([]);
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
  // if most calls are refused, only authorisation is tested
  expect(operations.map(nameOf).filter((name) => !accepted.has(name)).length).toBeLessThan(
    operations.length / 10,
  );
});
