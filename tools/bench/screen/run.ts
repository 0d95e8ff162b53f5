import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '../../cleanup.ts';
import { type Bench, judge, machineLoad } from '../cases/bench.ts';
import { worldOf } from '../data/world.ts';
import { createFolders, startProduct } from '../servers/pairs.ts';
import { median, quantile } from '../statistics.ts';
import { startPeer } from './peer.ts';
import { launch } from './phone.ts';
import { type Journey, walk } from './taps.ts';
import { screens, type Visit, visitPeerTwice, visitTwice } from './visits.ts';

/** The fewest shifts with which the worksite of the 5,000 requests is whole. */
const shifts = 20_000;
const targets = { first: 2000, repeated: 800, shift: 0.02, tap: 100 };

/** What a person on a cheap phone waits for: paint, layout shift and taps, in Chromium on an embedded database. */
export async function measureScreen(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'screen');
  await mkdir(folder);
  const server = await startProduct(await createFolders(folder, worldOf(shifts)), folder);
  const browser = await launch();
  atEnd(() => browser.close());
  // the session's cookie and the worker belong to the address that the product calls its own
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const peer = await startPeer(join(folder, 'peer'));
  atEnd(() => peer.stop());
  // each takes half a minute
  const rounds = Math.min(2, bench.options.rounds);
  for (const screen of screens) {
    const visits = [];
    const peerVisits = [];
    for (let round = 0; round < rounds; round += 1) {
      visits.push(await visitTwice(browser, origin, screen));
      if (round === 0) peerVisits.push(await visitPeerTwice(browser, peer.origin, screen));
    }
    sayPeer(bench, screen.name, peerVisits);
    judgeVisits(
      bench,
      `${screen.name}, first visit`,
      visits.map(({ first }) => first),
      targets.first,
    );
    judgeVisits(
      bench,
      `${screen.name}, repeated visit`,
      visits.map(({ repeated }) => repeated),
      targets.repeated,
    );
  }
  const journeys: Journey[] = [];
  for (let round = 0; round < rounds; round += 1) journeys.push(await walk(browser, origin, round * 2));
  judgeJourneys(bench, journeys);
  await browser.close();
  await server.stop();
  await peer.stop();
}

function sayPeer(bench: Bench, name: string, visits: readonly { first: Visit; repeated: Visit }[]): void {
  const paints = (which: 'first' | 'repeated'): string =>
    median(visits.map((visit) => visit[which].largestPaint)).toFixed(0);
  const [one] = visits;
  bench.say(
    `${name} with React, router and queries alone: largest paint ${paints('first')} ms, repeated ${paints('repeated')} ms, ` +
      `${one?.first.requests} requests, JavaScript ${((one?.first.scriptBytes ?? 0) / 1000).toFixed(0)} KB`,
  );
}

/** How much of a core a busy loop gets just now: 1 on a quiet machine. The browser is slowed down by as much again. */
function shareOfCore(): string {
  const wall = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - wall < 300);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / (performance.now() - wall)).toFixed(2);
}

const circumstances = (): string => `load ${machineLoad()}, share of a core ${shareOfCore()}`;

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
