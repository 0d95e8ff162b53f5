import { atEnd } from '../../cleanup.ts';
import { loadNow } from '../../cpu.ts';
import { median, quantile } from '../../statistics.ts';
import { type Bench, judge } from '../cases/bench.ts';
import { startProduct, type Store } from '../servers/store.ts';
import { launch } from './phone.ts';
import { type Journey, walk } from './taps.ts';
import { screens, type Visit, visitTwice } from './visits.ts';

const targets = { first: 2000, repeated: 800, shift: 0.02, tap: 100 };
const rounds = 2; // each takes half a minute

/** What a person on a cheap phone waits for: paint, layout shift and taps, in Chromium on an embedded database. */
export async function measureScreen(bench: Bench, store: Store): Promise<void> {
  const server = await startProduct(store, bench.folder);
  const browser = await launch();
  atEnd(() => browser.close());
  // the session's cookie and the worker belong to the address that the product calls its own
  const origin = server.url.replace('127.0.0.1', 'localhost');
  for (const screen of screens) {
    const both: Record<'first' | 'repeated', Visit>[] = [];
    for (let round = 0; round < rounds; round += 1) both.push(await visitTwice(browser, origin, screen));
    for (const which of ['first', 'repeated'] as const) {
      const visits = both.map((visit) => visit[which]);
      judgeVisits(bench, `${screen.name}, ${which} visit`, visits, targets[which]);
    }
  }
  const journeys: Journey[] = [];
  for (let round = 0; round < rounds; round += 1) journeys.push(await walk(browser, origin, round * 2));
  judgeJourneys(bench, journeys);
  await browser.close();
  await server.stop();
}

function judgeVisits(bench: Bench, name: string, visits: readonly Visit[], target: number): void {
  const paints = visits.map(({ largestPaint }) => largestPaint);
  const shift = Math.max(...visits.map(({ layoutShift }) => layoutShift));
  judge(
    bench,
    `${name}: largest paint under ${target} ms`,
    `${listed(paints)}, layout shift ${shift.toFixed(3)}, load ${loadNow()}`,
    median(paints) < target && shift <= targets.shift,
  );
}

const listed = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} ms (${times.map((one) => one.toFixed(0)).join(', ')})`;

function judgeJourneys(bench: Bench, journeys: readonly Journey[]): void {
  const slow = journeys.map(({ taps }) => quantile(taps, 0.95));
  const all = journeys.flatMap(({ taps }) => taps);
  const requests = Math.min(...journeys.map((journey) => journey.listed));
  judge(
    bench,
    `taps with ${requests} requests listed: p95 under ${targets.tap} ms`,
    `${listed(slow)} of ${all.length} taps, median ${median(all).toFixed(0)} ms, load ${loadNow()}`,
    median(slow) < targets.tap,
  );
  const shift = Math.max(...journeys.map(({ layoutShift }) => layoutShift));
  const most = targets.shift;
  judge(bench, `layout shift over the journey at most ${most}`, shift.toFixed(3), shift <= most);
  const turns = journeys.flatMap(({ monthTurns }) => monthTurns);
  const turn = quantile(turns, 0.95);
  judge(
    bench,
    `a month fetched ahead stands there within ${targets.tap} ms`,
    `p95 ${turn.toFixed(0)} ms, median ${median(turns).toFixed(0)} ms`,
    turn < targets.tap,
  );
}
