import { expect, test } from 'vitest';
import { isLong } from '../../support/longForm.ts';
import { testServer } from '../../support/server.ts';
import { readAll, readRoutes, withoutIds } from './reading.ts';
import { stories, type Story } from './stories.ts';
import { answered, buildWorldOf, dayAt, orderIds, type World } from './worlds.ts';

// Nobody is told why somebody else does not work. The same story is told four times, with nothing, rest, holiday or illness on
// one day of one person, recorded at one moment of it: every answer to everybody else, and every event, is the same.

const server = await testServer();
await orderIds(server);

/** Whose day, and before which step the absence is recorded. */
interface Telling {
  who: string;
  place: number;
  at: number;
}
type Absence = 'libero' | 'ferie' | 'malattia';

/** The person puts it on the day, by the calls of their own screens, in place of what stands there; null deletes that. */
async function put({ people }: World, { who, place }: Telling, absence: Absence | null): Promise<void> {
  const [person, date] = [people[who], dayAt(place)];
  const [entry] = (await person?.ask('GET /api/calendar/shifts', { query: { from: date, to: date } })) ?? [];
  const target = { params: { id: entry?.id ?? '' }, headers: { 'x-override-exchange': 'true' } };
  if (absence === null) await (entry && person?.call('DELETE /api/shifts/:id', target));
  else if (entry) await person?.call('PATCH /api/shifts/:id', { ...target, body: { workLocation: absence } });
  else await person?.call('POST /api/shifts', { body: { date, workLocation: absence } });
}

/** What everybody else is answered and told, and reads in the end; and whether the person's own acts succeed. */
async function tell({ plan, steps }: Story, telling: Telling, absence: Absence | null) {
  const world = await buildWorldOf(server, plan);
  const lines: string[] = [];
  const own: boolean[] = [];
  const hear = async (): Promise<void> => {
    await world.arrived();
    const told = [...world.events].filter(([name]) => name !== telling.who);
    world.events.clear();
    lines.push(...told.map(([name, lists]) => `${name} hears of ${[...lists].toSorted().join()}`).toSorted());
  };
  for (let index = 0; index <= steps.length; index += 1) {
    if (index === telling.at) {
      await put(world, telling, absence);
      await hear();
    }
    const step = steps[index];
    if (!step) break;
    server.clock.advance(1);
    const { status, line } = await step.run(world);
    if (step.by === telling.who) own.push(status < 300);
    else lines.push(`${index} ${line}`);
    await hear();
  }
  const others = Object.keys(world.people).filter((name) => name !== telling.who);
  for (const [index, name] of others.entries()) lines.push(...(await readAll(world, name, index === 0)));
  world.close();
  return { lines: withoutIds(lines), own: own.join() };
}

/** Each day at all moments with each absence in the long form; else at one moment with one, others for the next day. */
function tellings({ steps, days }: Story): { telling: Telling; absences: Absence[] }[] {
  const absences: Absence[] = ['ferie', 'malattia', 'libero'];
  const moments = [...steps.keys(), steps.length];
  const places = Object.entries(days).flatMap(([who, list]) => list.map((place) => ({ who, place })));
  return places.flatMap((day, index) =>
    moments
      .filter((at) => isLong || at === index % moments.length)
      .map((at) => ({
        telling: { ...day, at },
        // rest where the person could not go on with the other; only what replaces their own shift may stop them then
        absences: isLong ? absences : [absences[index % 3] ?? 'libero', 'libero'],
      })),
  );
}

test.each(Object.entries(stories))(
  'of %s nobody else learns what stands on a day without work',
  async (_name, story) => {
    let compared = 0;
    for (const { telling, absences } of tellings(story)) {
      const nothing = await tell(story, telling, null);
      for (const absence of absences) {
        const { lines, own } = await tell(story, telling, absence);
        if (own !== nothing.own) continue;
        compared += 1;
        expect(lines, `${absence} ${JSON.stringify(telling)}`).toEqual(nothing.lines);
        if (!isLong) break;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(tellings(story).length * (isLong ? 1 : 0.8));
  },
);

test('every route that a person reads was read', () => {
  expect(readRoutes.filter((name) => !answered.has(name))).toEqual([]);
});
