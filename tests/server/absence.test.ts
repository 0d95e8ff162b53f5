import { expect, test } from 'vitest';
import type { Call } from '../../src/domain/call.ts';
import { readAll, readRoutes, withoutIds } from '../support/absence/reading.ts';
import { stories, type Story } from '../support/absence/stories.ts';
import {
  type Absence,
  answered,
  buildWorldOf,
  dayAt,
  orderIds,
  putAbsence,
  type World,
} from '../support/absence/worlds.ts';
import { isLong } from '../support/longForm.ts';
import { testServer } from '../support/server.ts';

// Nobody is told why somebody else does not work. The same story is told four times, with nothing, rest, holiday or illness on
// one day of one person, recorded at one moment of it: every answer to everybody else, and every event, is the same.

const server = await testServer();
await orderIds(server);

interface Telling {
  who: string;
  place: number;
  /** Before which step it is recorded. */
  at: number;
}

interface Told {
  /** What everybody else was answered and told, step by step, and what they read in the end. */
  lines: string[];
  /** What the person's own acts came to: who is refused one for their own absence goes on otherwise. */
  own: string;
}

async function tell({ plan, steps }: Story, { who, place, at }: Telling, absence: Absence): Promise<Told> {
  const world = await buildWorldOf(server, plan);
  const lines: string[] = [];
  const own: number[] = [];
  for (let index = 0; index <= steps.length; index += 1) {
    if (index === at) {
      await putAbsence(world, who, dayAt(place), absence);
      lines.push(...(await eventsOf(world, who)).map((line) => `recording: ${line}`));
    }
    const step = steps[index];
    if (!step) break;
    server.clock.advance(1);
    const { status, text } = await step.run(world);
    if (step.by === who) own.push(status);
    else lines.push(`${index} ${step.by}: ${status} ${text}`);
    lines.push(...(await eventsOf(world, who)).map((line) => `${index}: ${line}`));
  }
  const others = Object.keys(world.people).filter((name) => name !== who);
  for (const [index, name] of others.entries()) lines.push(...(await readAll(world, name, index === 0)));
  world.close();
  return { lines: withoutIds(lines), own: own.join() };
}

async function eventsOf({ events, arrived }: World, who: string): Promise<string[]> {
  await arrived();
  const told = [...events].filter(([name]) => name !== who);
  events.clear();
  return told.map(([name, lists]) => `${name} hears of ${[...lists].toSorted().join()}`).toSorted();
}

/** Two lines from a little before they part. */
function parted(one = '', other = ''): string[] {
  let place = 0;
  while (place < one.length && one[place] === other[place]) place += 1;
  const from = Math.max(0, place - 60);
  return [one.slice(0, 60), '…', one.slice(from, place + 90), '<>', other.slice(from, place + 90)];
}

/** Each day at all moments with each absence in the long form; else at one moment with one, others for the next day. */
function tellings({ steps, days }: Story): { telling: Telling; absences: Absence[] }[] {
  const places = Object.entries(days).flatMap(([who, list]) => list.map((place) => ({ who, place })));
  const absences: Absence[] = ['f', 'm', 'r'];
  const moments = Array.from({ length: steps.length + 1 }, (_, at) => at);
  return places.flatMap((day, index) =>
    moments
      .filter((at) => isLong || at === index % moments.length)
      .map((at) => ({
        telling: { ...day, at },
        // rest where the person could not go on with the other; only what replaces their own shift may stop them then
        absences: isLong ? absences : [absences[index % 3] ?? 'r', 'r'],
      })),
  );
}

test.each(Object.entries(stories))(
  'of %s nobody else learns what stands on a day without work',
  async (_name, story) => {
    const differences: string[] = [];
    let compared = 0;
    for (const { telling, absences } of tellings(story)) {
      // what has come to stand there by then is deleted
      const nothing = await tell(story, telling, '.');
      for (const absence of absences) {
        const { lines, own } = await tell(story, telling, absence);
        if (own !== nothing.own) continue;
        compared += 1;
        const index = nothing.lines.findIndex((line, at) => line !== lines[at]);
        if (index !== -1 || lines.length !== nothing.lines.length) {
          const where = [JSON.stringify(telling), absence, ...parted(lines[index], nothing.lines[index])];
          differences.push(where.join(' '));
        }
        if (!isLong) break;
      }
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(tellings(story).length * (isLong ? 1 : 0.8));
  },
);

test('every route that a person reads was read', () => {
  expect(readRoutes.filter((name: Call) => !answered.has(name))).toEqual([]);
});
