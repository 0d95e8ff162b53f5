import { atEnd } from '../../cleanup.ts';
import { loadNow } from '../../cpu.ts';
import { type Bench, judge } from '../cases/bench.ts';
import { startProduct, type Store } from '../servers/store.ts';
import { median, quantile } from '../statistics.ts';
import { launch } from './phone.ts';
import { type Journey, walk } from './taps.ts';
import { screens, type Visit, visitTwice } from './visits.ts';

const targets = { first: 2000, repeated: 800, shift: 0.02, tap: 100 };
/** Each takes half a minute. */
const rounds = 2;

/** What a person on a cheap phone waits for: paint, layout shift and taps, in Chromium on an embedded database. */
export async function measureScreen(bench: Bench, store: Store): Promise<void> {
  const server = await startProduct(store, bench.folder);
  const browser = await launch();
  atEnd(() => browser.close());
  // the session's cookie and the worker belong to the address that the product calls its own
  const origin = server.url.replace('127.0.0.1', 'localhost');
  for (const screen of screens) {
    const visits: Awaited<ReturnType<typeof visitTwice>>[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visitTwice(browser, origin, screen));
    for (const which of ['first', 'repeated'] as const) {
      const name = `${screen.name}, ${which} visit`;
      judgeVisits(
        bench,
        name,
        visits.map((visit) => visit[which]),
        targets[which],
      );
    }
  }
  const journeys: Journey[] = [];
  for (let round = 0; round < rounds; round += 1) journeys.push(await walk(browser, origin, round * 2));
  judgeJourneys(bench, journeys);
  await browser.close();
  await server.stop();
}

/** How much of a core a busy loop gets just now: 1 on a quiet machine. The browser is slowed down by as much again. */
function shareOfCore(): string {
  const wall = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - wall < 300);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / (performance.now() - wall)).toFixed(2);
}

const circumstances = (): string => `load ${loadNow()}, share of a core ${shareOfCore()}`;

function judgeVisits(bench: Bench, name: string, visits: readonly Visit[], target: number): void {
  const of = (pick: (visit: Visit) => number): number => median(visits.map(pick));
  const paint = of(({ largestPaint }) => largestPaint);
  const layoutShift = Math.max(...visits.map((visit) => visit.layoutShift));
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);
  judge(
    bench,
    `${name}: largest paint under ${target} ms`,
    `${paint.toFixed(0)} ms (${visits.map(({ largestPaint }) => largestPaint.toFixed(0)).join(', ')}), ` +
      `layout shift ${layoutShift.toFixed(3)}, ${of(({ requests }) => requests)} requests, ` +
      `${kilobytes(of(({ bytes }) => bytes))} KB, of it JavaScript ${kilobytes(of(({ scriptBytes }) => scriptBytes))} KB, ` +
      circumstances(),
    paint < target && layoutShift <= targets.shift,
  );
}

function judgeJourneys(bench: Bench, journeys: readonly Journey[]): void {
  const slow = journeys.map(({ taps }) => quantile(taps, 0.95));
  const tap = median(slow);
  const count = journeys.map(({ taps }) => taps.length).join(', ');
  judge(
    bench,
    `taps with ${Math.min(...journeys.map(({ listed }) => listed))} requests listed: p95 under ${targets.tap} ms`,
    `${tap.toFixed(0)} ms (${slow.map((one) => one.toFixed(0)).join(', ')}; of ${count} taps, median ` +
      `${median(journeys.flatMap(({ taps }) => taps)).toFixed(0)} ms), ${circumstances()}`,
    tap < targets.tap,
  );
  const layoutShift = Math.max(...journeys.map((journey) => journey.layoutShift));
  judge(
    bench,
    `layout shift over the journey at most ${targets.shift}`,
    layoutShift.toFixed(3),
    layoutShift <= targets.shift,
  );
  const turns = journeys.flatMap(({ monthTurns }) => monthTurns);
  const turn = quantile(turns, 0.95);
  judge(
    bench,
    `a month fetched ahead stands there within ${targets.tap} ms`,
    `p95 ${turn.toFixed(0)} ms, median ${median(turns).toFixed(0)} ms`,
    turn < targets.tap,
  );
}
