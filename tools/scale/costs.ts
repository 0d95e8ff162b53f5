import { type CpuTime, cpuBetween } from '../cpu.ts';
import { type Answer, send, type Sent } from '../http.ts';
import {
  type CallKind,
  confirmCall,
  markReadCall,
  preAcceptCall,
  publishCall,
  publishedId,
  readCall,
  readKinds,
  recordCall,
  signInCall,
} from './calls.ts';
import type { CallCost } from './formula.ts';
import { randomFrom } from './random.ts';
import { repeat } from './repeat.ts';
import { type OpenStream, openStream } from './streams.ts';
import { type Exchange, exchangeAt, type Person, type World } from './world.ts';

/** Where calls are measured. */
export interface Laboratory {
  world: World;
  origin: string;
  /** CPU so far, in milliseconds: `main` of the server, `other` of the database. */
  cpu: () => Promise<CpuTime>;
  /** Free places in the world that nobody has used yet. */
  next: { record: number; exchange: number };
  signal: AbortSignal;
}

/** People who call at the same time while one kind of call is measured. */
const concurrency = 4;

export function randomPerson({ worksites, people }: World, random: () => number): Person {
  return { worksite: Math.floor(random() * worksites) + 1, number: Math.floor(random() * people) + 1 };
}

/** @throws Error when the server refuses the call */
export async function succeed({ origin }: Laboratory, call: Sent): Promise<Answer> {
  const answer = await send(origin, call);
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer;
}

/**
 * What each kind of call costs, one kind after the other.
 *
 * @param samples calls of each kind; sign-ins are a tenth of it
 */
export async function measureCalls(
  laboratory: Laboratory,
  samples: number,
  onKind: (kind: CallKind) => Promise<void> = async () => undefined,
): Promise<Record<CallKind, CallCost>> {
  const { world } = laboratory;
  const random = randomFrom(samples);
  const costs: Partial<Record<CallKind, CallCost>> = {};
  const measure = async (kind: CallKind, count: number, work: (n: number) => Promise<number>) => {
    costs[kind] = await costOf(laboratory, count, work);
    await onKind(kind);
  };
  const sent = (callOf: (n: number) => Sent) => async (n: number) =>
    (await succeed(laboratory, callOf(n))).bytes;
  for (const kind of readKinds) {
    await measure(
      kind,
      samples,
      sent(() => readCall(world, kind, randomPerson(world, random))),
    );
  }
  await measureStreams(laboratory, measure, samples);
  await measure(
    'record',
    samples,
    sent(() => recordCall(world, laboratory.next.record++)),
  );
  await measureSwaps(laboratory, measure, samples);
  await measure(
    'markRead',
    samples,
    sent(() => markReadCall(randomPerson(world, random))),
  );
  await measure(
    'signIn',
    Math.ceil(samples / 10),
    sent(() => signInCall(randomPerson(world, random))),
  );
  return costs as Record<CallKind, CallCost>;
}

type Measure = (kind: CallKind, count: number, work: (n: number) => Promise<number>) => Promise<void>;

async function measureStreams(
  { world, origin }: Laboratory,
  measure: Measure,
  samples: number,
): Promise<void> {
  const random = randomFrom(samples + 1);
  const open: OpenStream[] = [];
  // so few that nobody has too many of them
  await measure('stream', Math.min(samples, world.worksites * world.people), async () => {
    const stream = await openStream(origin, randomPerson(world, random), () => undefined);
    open.push(stream);
    const bytes = stream.bytes();
    if (open.length > 8) open.shift()?.close();
    return bytes;
  });
  for (const stream of open) stream.close();
}

async function measureSwaps(laboratory: Laboratory, measure: Measure, samples: number): Promise<void> {
  const { world, next } = laboratory;
  const published: (Exchange & { id: string })[] = [];
  await measure('publish', samples, async () => {
    const exchange = exchangeAt(world, next.exchange++);
    const answer = await succeed(laboratory, publishCall(world, exchange));
    published.push({ ...exchange, id: publishedId(answer) });
    return answer.bytes;
  });
  const at = (n: number): Exchange & { id: string; accepter: Person } => {
    const exchange = published[n];
    const accepter = exchange?.accepters[0];
    if (!exchange || !accepter) throw new RangeError('nobody can take this request');
    return { ...exchange, accepter };
  };
  await measure('preAccept', samples, async (n) => {
    const { id, accepter } = at(n);
    return (await succeed(laboratory, preAcceptCall(id, accepter))).bytes;
  });
  await measure('confirm', samples, async (n) => {
    const { id, requester, accepter } = at(n);
    return (await succeed(laboratory, confirmCall(id, requester, accepter))).bytes;
  });
}

/** @param work does one and answers its bytes */
async function costOf(
  { cpu, signal }: Laboratory,
  count: number,
  work: (n: number) => Promise<number>,
): Promise<CallCost> {
  let bytes = 0;
  const before = await cpu();
  await repeat(count, concurrency, signal, async (n) => {
    const ofThisOne = await work(n);
    bytes += ofThisOne;
  });
  const used = cpuBetween(before, await cpu());
  return { serverMs: used.main / count, databaseMs: used.other / count, bytes: bytes / count };
}
