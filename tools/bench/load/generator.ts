import { addDays } from '../../../src/domain/calendar/day.ts';
import { arrive } from '../../arrivals.ts';
import { Connection, type Reply, textOf } from '../../connection.ts';
import { anyDay, type Load, type Measured } from './load.ts';
import { summarise } from './summary.ts';

// A process of its own, forked by load.ts: takes loads one by one, answers with what it measured.

process.on('message', (load: Load) => {
  run(load).then(
    (measured) => process.send?.(measured),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
// whoever started it is gone
process.once('disconnect', () => process.exit(0));

async function run(load: Load): Promise<Measured> {
  if (load.calls.length === 0) throw new RangeError('there is nobody to call');
  const replies: Reply[] = [];
  let failed = 0;
  const send: Send = async (connection, text, due) => {
    try {
      const reply = await connection.send(text);
      replies.push(due === undefined ? reply : { ...reply, begin: due });
    } catch {
      failed += 1;
    }
  };
  // all is written down before the first call leaves: what this process does meanwhile would count as the server's time
  const texts = load.calls.map((call) => textOf(call, load.url));
  let from = performance.now() + load.warmup * 1000;
  if (load.rate !== undefined) await asDue(load, load.rate, texts, send);
  if (load.connections !== undefined) from = await withoutPause(load, load.connections, texts, from, send);
  return summarise(replies, failed, from, from + load.seconds * 1000);
}

/** Days that calls of earlier loads have used. */
let usedDays = 0;

type Send = (connection: Connection, text: string, due?: number) => Promise<void>;

/**
 * Each connection has a part of the calls for itself and goes round them. All of them go on until whatever began before
 * the end has been answered: those calls would be faster if the others stopped.
 *
 * What is measured begins when each connection has had an answer: a server that runs its database in its own thread leaves
 * some waiting to be opened for a second, and such a call would count as one of the window in which it ends.
 *
 * @param earliest when that is at the earliest
 * @returns when it was
 */
async function withoutPause(
  { url, firstDay, seconds, isOnlyBusy }: Load,
  count: number,
  texts: readonly string[],
  earliest: number,
  send: Send,
): Promise<number> {
  const first = firstDay && addDays(firstDay, usedDays);
  let from = Infinity;
  let unanswered = count;
  let past = 0;
  let mostRounds = 0;
  const connections = connectionsTo(url, count);
  const breakOff = (): void => {
    past = count;
    for (const connection of connections) connection.close();
  };
  if (isOnlyBusy) setTimeout(breakOff, seconds * 1000);
  const goRound = async (connection: Connection, place: number): Promise<void> => {
    const part = partOf(texts, place, count);
    let isPast = false;
    for (let n = 0; ; n += 1) {
      if (!isPast && performance.now() >= from + seconds * 1000) {
        isPast = true;
        past += 1;
      }
      if (past === count) break;
      const rounds = Math.floor(n / part.length);
      mostRounds = Math.max(mostRounds, rounds);
      const text = part[n % part.length] ?? '';
      await send(connection, first === undefined ? text : text.replace(anyDay, addDays(first, rounds)));
      if (n > 0) continue;
      unanswered -= 1;
      if (unanswered === 0) from = Math.max(earliest, performance.now());
    }
  };
  await Promise.all(connections.map(goRound));
  if (first !== undefined) usedDays += mostRounds + 1;
  return from;
}

/** They stay open from one load to the next: a server that runs its database in its own thread takes long to open many. */
const opened = new Map<string, Connection[]>();

function connectionsTo(url: string, count: number): Connection[] {
  const open = opened.get(url) ?? [];
  while (open.length < count) open.push(new Connection(url));
  opened.set(url, open);
  return open.slice(0, count);
}

/** With more connections than calls some share them. */
function partOf(texts: readonly string[], place: number, places: number): readonly string[] {
  const [first, next] = [place, place + 1].map((at) => Math.floor((at * texts.length) / places));
  const part = texts.slice(first, next);
  return part.length > 0 ? part : [texts[place % texts.length] ?? ''];
}

/** Each call when it is due, by a connection that is free or by another one. */
async function asDue(load: Load, rate: number, texts: readonly string[], send: Send): Promise<void> {
  const { url, warmup, seconds } = load;
  const free: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  let n = 0;
  await arrive(rate, warmup + seconds, (due) => {
    const connection = free.pop() ?? new Connection(url);
    const text = texts[n % texts.length] ?? '';
    n += 1;
    const work = send(connection, text, due).finally(() => {
      underWay.delete(work);
      free.push(connection);
    });
    underWay.add(work);
  });
  await Promise.all(underWay);
  for (const connection of free) connection.close();
}
