import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callFor, callsWith } from '../support/fuzz/calls.ts';
import { complaintAbout, type RawAnswer } from '../support/fuzz/judge.ts';
import { listOperations, type Operation } from '../support/fuzz/operations.ts';
import { listForeignRows } from '../support/fuzz/stored.ts';
import type { RawCall } from '../support/fuzz/textMutations.ts';
import { hostileTexts } from '../support/fuzz/texts.ts';
import {
  buildBystanders,
  buildFuzzWorld,
  type FuzzCaller,
  fuzzCallers,
  type FuzzWorld,
  readPool,
  renewSession,
} from '../support/fuzz/world.ts';
import { isLong } from '../support/longForm.ts';
import { listWrittenMails } from '../support/mail.ts';
import { testServer } from '../support/server.ts';

// Every published route, called as every kind of person with what its own schema allows and with what it does not.
// FUZZ_CALLS for another number; FUZZ_SEED for other calls than always; FUZZ_REPORT for a file with the counts.

const calls = Number(process.env['FUZZ_CALLS'] ?? (isLong ? 20_000 : 2_000));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
/** A machine under load takes its time; what hangs takes for ever. */
const mostMs = 15_000;
/** So often a call that was never accepted is drawn again. */
const mostTries = 40;
/** All routes so many times, then people and rows are new. */
const passesAWorld = 2;

const server = await testServer();
const operations = await listOperations(server.nobody);

const tally = {
  /** Calls by `METHOD /path`. */
  called: new Map<string, number>(),
  /** The same, of those that did what they asked for. */
  accepted: new Map<string, number>(),
  statuses: new Map<number, number>(),
  complaints: new Map<string, string>(),
  slowest: { ms: 0, call: '' },
};
const count = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

let sent = 0;
async function send(call: RawCall, person: FuzzWorld['callers'][FuzzCaller]): Promise<RawAnswer> {
  sent += 1;
  const token = person?.token && { turnario: person.token };
  const answer = server.app.inject({
    method: call.method as 'GET',
    url: call.url,
    headers: call.headers,
    ...(call.payload !== undefined && { payload: call.payload }),
    cookies: { ...token, ...(person?.acting && { 'turnario-as': person.acting }) },
    // limits of attempts are no matter here: each call from an address of its own
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
  });
  const hang = setTimeout(mostMs, null, { ref: false }).then(() => {
    throw new Error(`no answer within ${mostMs} ms`);
  });
  const { statusCode: status, payload: text, headers } = await Promise.race([answer, hang]);
  return { status, text, headers };
}

async function fuzzOnce(
  operation: Operation,
  caller: FuzzCaller,
  world: FuzzWorld,
  isSound = false,
): Promise<void> {
  const pool = await readPool(server.database, world, caller);
  const drawn = callFor(operation, pool, isSound);
  const [call] = fc.sample(drawn, { seed: seed + sent, numRuns: 1 }) as [RawCall];
  const name = nameOf(operation);
  const started = performance.now();
  const answer = await send(call, world.callers[caller]).catch((error: unknown) => String(error));
  const ms = performance.now() - started;
  count(tally.called, name);
  const isOther = call.method !== operation.method || call.mutations.includes('broken path');
  const complaint =
    typeof answer === 'string'
      ? answer
      : complaintAbout(isOther ? null : operation, answer, call.method === 'HEAD');
  if (typeof answer !== 'string') {
    count(tally.statuses, answer.status);
    if (answer.status === 401) await renewSession(server, world, caller);
    if (answer.status < 300 && !isOther) count(tally.accepted, name);
  }
  const shown = `#${sent} as ${caller}, ${call.mutations.join(' + ') || 'valid'}: ${JSON.stringify(call).slice(0, 600)}`;
  if (ms > tally.slowest.ms) tally.slowest = { ms, call: shown.slice(0, 200) };
  if (complaint === null) return;
  const kind = complaint.replaceAll(/[\da-f]{12}/g, '…').slice(0, 120);
  tally.complaints.set(`${name}: ${kind}`, `${complaint}\n${shown}`);
}

/** Who is likely to be let through; the first that fits. */
const fitting: [RegExp, FuzzCaller][] = [
  [/stop-impersonation/, 'ceo as worker'],
  [/(ceo|admin|email-config|test-exchange-email)/, 'ceo'],
  [/taxi-info|holiday-weeks/, 'driver'],
  [/register|login|password-link/, 'nobody'],
  [/approv/, 'approver'],
  [/pre-accept|reject/, 'colleague'],
  [/(PATCH|POST) .*(\/review|operations.\{id\})/, 'reviewer'],
  [/./, 'worker'],
];

const fittingCallerOf = (operation: Operation): FuzzCaller =>
  fitting.find(([pattern]) => pattern.test(nameOf(operation)))?.[1] ?? 'worker';

/** Everybody in turn, and every second time somebody who may. */
function callerOf(operation: Operation, pass: number): FuzzCaller {
  const fit = fittingCallerOf(operation);
  if (pass % 2 === 1) return fit;
  return fuzzCallers[(operations.indexOf(operation) + pass / 2) % fuzzCallers.length] ?? fit;
}

/** Calls that take people away: the last of a pass, or hardly anybody would be left for the others. */
const isFarewell = (operation: Operation): boolean =>
  /DELETE .*(users|worksites|sessions$)|status$|change-password|logout/.test(nameOf(operation));
const farewellsLast = (list: readonly Operation[]): Operation[] =>
  list.toSorted((one, other) => Number(isFarewell(one)) - Number(isFarewell(other)));

/** What is stored after the passes is among the complaints. */
async function fuzzWorld(number: number): Promise<void> {
  const world = await buildFuzzWorld(server, number);
  for (let pass = 0; pass < passesAWorld && sent < calls; pass += 1) {
    const shuffles = fc.shuffledSubarray(operations, { minLength: operations.length });
    const [shuffled] = fc.sample(shuffles, { seed: seed + sent, numRuns: 1 }) as [Operation[]];
    for (const operation of farewellsLast(shuffled)) {
      await fuzzOnce(operation, callerOf(operation, number * passesAWorld + pass), world);
    }
  }
  for (const row of await listForeignRows(server.database))
    tally.complaints.set(row, `stored in world ${number}: ${row}`);
  // what is in the log of errors belongs to complaints that say more
  for (const line of server.takeErrors()) tally.complaints.set(line.slice(0, 100), line.slice(0, 2_000));
}

/** Calls what was refused so far once more in a new world, with nothing wrong in it and as somebody who may. */
async function askRefusedAgain(number: number): Promise<void> {
  const world = await buildFuzzWorld(server, number);
  for (const operation of farewellsLast(operations)) {
    const isRefused = (): boolean => !tally.accepted.has(nameOf(operation));
    for (let tries = 0; tries < mostTries && isRefused(); tries += 1)
      await fuzzOnce(operation, fittingCallerOf(operation), world, true);
  }
}

test('every route answers whatever is sent', { timeout: 120_000 + calls * 200 }, async () => {
  const prototype = Reflect.ownKeys(Object.prototype);
  const readBystanders = await buildBystanders(server);
  const before = await readBystanders();
  const started = performance.now();
  let worlds = 0;
  for (; sent < calls; worlds += 1) await fuzzWorld(worlds);
  await askRefusedAgain(worlds);

  const seconds = Math.round((performance.now() - started) / 1000);
  const never = operations.map(nameOf).filter((name) => !tally.accepted.has(name));
  const statuses = [...tally.statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`);
  const report = `${sent} calls in ${seconds} s; ${statuses.join(', ')}; never accepted: ${never.join(', ') || 'none'}; slowest ${Math.round(tally.slowest.ms)} ms: ${tally.slowest.call}`;

  if (process.env['FUZZ_REPORT']) await writeFile(process.env['FUZZ_REPORT'], `${report}\n`);
  expect([...tally.complaints.values()], report).toEqual([]);
  expect(await readBystanders()).toBe(before);
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
  // a fuzzer that is refused everywhere tests the guard alone
  expect(never.length, report).toBeLessThan(operations.length / 10);
  expect(tally.called.size).toBe(operations.length);
  const mails = await listWrittenMails(server.database);
  expect(mails.some(({ html }) => html.includes('&lt;script&gt;'))).toBe(true);
});

test('no route fails over a text that cannot be stored, at whatever place', async () => {
  const world = await buildFuzzWorld(server, 10_000);
  const complaints: string[] = [];
  for (const operation of farewellsLast(operations)) {
    const caller = fittingCallerOf(operation);
    const pool = await readPool(server.database, world, caller);
    for (const call of callsWith(hostileTexts, operation, pool, seed)) {
      const { status, text } = await send(call, world.callers[caller]);
      if (status >= 500 || text.includes('\u0000'))
        complaints.push(
          `${nameOf(operation)} ${call.mutations.join()}: ${status} ${text} ${JSON.stringify(call).slice(0, 400)}`,
        );
      if (status === 401) await renewSession(server, world, caller);
    }
  }
  expect(complaints).toEqual([]);
  server.takeErrors();
});
