import autocannon from 'autocannon';
import { quantile } from '../statistics.ts';
import type { Call, Load, Measured } from './load.ts';

// A process of its own, forked by load.ts: takes loads one by one, answers with what it measured.

interface Answer {
  at: number;
  milliseconds: number;
  bytes: number;
}

process.on('message', ({ id, load }: { id: number; load: Load }) => {
  run(load).then(
    (measured) => process.send?.({ id, measured }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
// whoever started it is gone
process.once('disconnect', () => process.exit(0));

async function run(load: Load): Promise<Measured> {
  const answers: Answer[] = [];
  let failed = 0;
  /** Of each connection; with `isOnce` each has the same number of calls, and the first one that ends leaves fewer. */
  const answered = new Map<object, number>();
  const share = Math.floor(load.calls.length / load.connections);
  let firstEnd = Infinity;
  const begin = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(optionsOf(load), (error) => (error ? reject(error) : resolve()));
    instance.on('response', (client, status, bytes, milliseconds) => {
      const count = (answered.get(client) ?? 0) + 1;
      answered.set(client, count);
      if (load.isOnce && count === share) firstEnd = Math.min(firstEnd, performance.now());
      if (status >= 200 && status < 300) answers.push({ at: performance.now(), milliseconds, bytes });
      else failed += 1;
    });
    instance.on('reqError', () => {
      failed += 1;
    });
  });
  // what is sent once is written down before the first of it leaves
  const firstSent = (): number => Math.min(...answers.map(({ at, milliseconds }) => at - milliseconds));
  const from = load.isOnce ? firstSent() : begin + load.warmup * 1000;
  return summarise(
    answers.filter(({ at }) => at >= from),
    { from, end: load.isOnce ? firstEnd : from + load.seconds * 1000 },
    load,
    failed,
  );
}

function summarise(
  answers: Answer[],
  { from, end }: { from: number; end: number },
  load: Load,
  failed: number,
): Measured {
  // a call made during the warm-up waited for this process, too, which then still writes down what it will send
  const times = answers
    .filter(({ at, milliseconds }) => load.isOnce || at - milliseconds >= from)
    .map(({ milliseconds }) => milliseconds);
  const counted = answers.filter(({ at }) => at <= end);
  return {
    rate: counted.length / ((end - from) / 1000),
    mean: counted.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / Math.max(1, counted.length),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    failed,
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, answers.length),
  };
}

/** Each connection writes down all that it will send before it begins: no more than can be sent while it is measured. */
const mostWritten = 10_000;

function optionsOf(load: Load): Parameters<typeof autocannon>[0] {
  const requests = load.calls.map(requestOf);
  let connection = 0;
  return {
    url: load.url,
    connections: load.connections,
    ...(load.isOnce ? { amount: requests.length } : { duration: load.warmup + load.seconds }),
    ...(load.rate === undefined ? {} : { overallRate: load.rate }),
    sampleInt: 100,
    timeout: 10,
    requests,
    setupClient: (client) => {
      const first = Math.floor((connection * requests.length) / load.connections);
      connection += 1;
      const round = [...requests.slice(first), ...requests.slice(0, first)];
      client.setRequests(load.isOnce ? round : round.slice(0, Math.ceil(mostWritten / load.connections)));
    },
  };
}

function requestOf({ method, path, cookie, body, address }: Call) {
  return {
    method,
    path,
    headers: {
      ...(cookie === null ? {} : { cookie }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
