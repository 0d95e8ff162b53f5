import { addDays, type Day, daysOf } from '../../../src/domain/calendar/day.ts';
import { bodyOfSuccess, type HttpClient } from '../../http.ts';
import { median } from '../../statistics.ts';
import { emptyOffset, loader, monthSpan, type World } from '../data/world.ts';
import { type Bench, isAsked, judge, judgeTimes, placeOf, type Setting } from './bench.ts';
import { clientOf } from './swapping.ts';

/** Days of a roster, and of a month that a person fills at once. */
const days = 31;

const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

/** Calendars that are filled at once and taken along. */
export async function measureFilling(bench: Bench, setting: Setting): Promise<void> {
  if (isAsked(bench, 'import')) await measureImport(bench, setting);
  if (isAsked(bench, 'bulk')) await measureBulk(bench, setting);
  if (isAsked(bench, 'feed')) await measureFeed(bench, setting);
}

const roundsOf = ({ options }: Bench, all: number): number => (options.isQuick ? Math.ceil(all / 4) : all);

/** A month of everybody of the large worksite. */
export async function rosterOf(client: HttpClient, { today }: World) {
  const from = addDays(today, emptyOffset);
  const span = { from, to: addDays(from, days - 1) };
  const setup = await client.ask('GET /api/rosters/setup', { query: {} });
  const people = setup.people.map(({ id }) => ({
    userId: id,
    days: daysOf(span).map((day) => ({ day, duty })),
  }));
  return { title: 'prova', days: span, people };
}

/** Looked at, entered at once and undone; answers how long each took, in milliseconds. */
export async function enterRoster(client: HttpClient, body: Awaited<ReturnType<typeof rosterOf>>) {
  const preview = await client.call('POST /api/rosters/preview', { body });
  bodyOfSuccess('POST /api/rosters/preview', preview);
  const loaded = await client.call('POST /api/rosters', { body });
  const { id } = bodyOfSuccess('POST /api/rosters', loaded);
  if (id === null) throw new Error('the roster changed nothing');
  const undone = await client.call('DELETE /api/rosters/:id', { params: { id } });
  bodyOfSuccess('DELETE /api/rosters/:id', undone);
  return { preview: preview.milliseconds, load: loaded.milliseconds, undo: undone.milliseconds };
}

async function measureImport(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  const client = clientOf(setting.product.url, loader);
  const roster = await rosterOf(client, world);
  const times: Awaited<ReturnType<typeof enterRoster>>[] = [];
  for (let round = 0; round < roundsOf(bench, 8); round += 1) times.push(await enterRoster(client, roster));
  const of = (step: 'preview' | 'load' | 'undo'): number => median(times.map((one) => one[step]));
  judge(
    bench,
    `a roster of ${world.crowd} people and ${days} days is entered within 2 s (${placeOf(setting)})`,
    `${roster.people.length} people in ${of('load').toFixed(0)} ms; preview ${of('preview').toFixed(0)} ms, undone in ${of('undo').toFixed(0)} ms`,
    roster.people.length === world.crowd && of('load') <= 2000,
  );
}

const recordMonth = (client: HttpClient, from: Day) =>
  client.call('POST /api/shifts/bulk', {
    body: { shifts: daysOf({ from, to: addDays(from, days - 1) }).map((date) => ({ date, ...duty })) },
  });

/** A month of one person at once, beside one entry of theirs. */
async function measureBulk(bench: Bench, setting: Setting): Promise<void> {
  const { today, crowd } = setting.store.world;
  const from = addDays(today, emptyOffset + days);
  const times = { month: [] as number[], one: [] as number[] };
  for (let n = 0; n < roundsOf(bench, 80); n += 1) {
    const client = clientOf(setting.product.url, crowd + n);
    const one = await client.call('POST /api/shifts', { body: { date: addDays(from, -1), ...duty } });
    bodyOfSuccess('POST /api/shifts', one);
    const month = await recordMonth(client, from);
    bodyOfSuccess('POST /api/shifts/bulk', month);
    times.one.push(one.milliseconds);
    times.month.push(month.milliseconds);
  }
  judgeTimes(bench, `${days} entries at once at most 6 times one entry (${placeOf(setting)})`, {
    one: times.month,
    other: times.one,
    most: 6,
  });
}

/** A person's calendar as a program fetches it, changed and unchanged, beside the month on their own screen. */
async function measureFeed(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  const query = monthSpan(world, 52);
  const times = { feed: [] as number[], unchanged: [] as number[], month: [] as number[] };
  for (let n = 0; n < roundsOf(bench, 80); n += 1) {
    const client = clientOf(setting.product.url, world.crowd + 100 + n);
    const { url } = await client.ask('POST /api/calendar/feed', { body: {} });
    const path = new URL(url).pathname;
    const feed = await client.send({ method: 'GET', path });
    const etag = String(feed.headers['etag'] ?? '');
    const unchanged = await client.send({ method: 'GET', path, headers: { 'if-none-match': etag } });
    if (feed.status !== 200 || unchanged.status !== 304) {
      throw new Error(`the feed: ${feed.status}, then ${unchanged.status}`);
    }
    const month = await client.call('GET /api/calendar/shifts', { query });
    bodyOfSuccess('GET /api/calendar/shifts', month);
    times.feed.push(feed.milliseconds);
    times.unchanged.push(unchanged.milliseconds);
    times.month.push(month.milliseconds);
  }
  judgeTimes(bench, `a person's feed at most 10 times the month on screen (${placeOf(setting)})`, {
    one: times.feed,
    other: times.month,
    most: 10,
    besides: `; unchanged ${median(times.unchanged).toFixed(1)} ms`,
  });
}
