import { type Day, addDays, daysOf } from '../../../src/domain/calendar/day.ts';
import { bodyOfSuccess, type HttpClient } from '../../http.ts';
import { crowd, loader } from '../data/world.ts';
import { median, quantile } from '../statistics.ts';
import { type Bench, isAsked, judge, machineLoad, type Setting } from './bench.ts';
import { clientOf } from './swapping.ts';

/** Days of a roster, and of a month that a person fills at once. */
const days = 31;
/** Further ahead than any other case writes. */
const firstOffset = 500;

const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

/** Calendars that are filled at once and taken along. */
export async function measureFilling(bench: Bench, setting: Setting): Promise<void> {
  if (isAsked(bench, 'import')) await measureImport(bench, setting);
  if (isAsked(bench, 'bulk')) await measureBulk(bench, setting);
  if (isAsked(bench, 'feed')) await measureFeed(bench, setting);
}

const placeOf = ({ store }: Setting): string => `${store.engine}, ${store.world.shifts} shifts`;

const roundsOf = ({ options }: Bench, all: number): number => (options.isQuick ? Math.ceil(all / 4) : all);

/** The roster of the crowd's worksite, entered at once, and undone for the next round. */
async function measureImport(bench: Bench, setting: Setting): Promise<void> {
  const client = clientOf(setting.product.url, loader);
  const from = addDays(setting.store.world.today, firstOffset);
  const to = addDays(from, days - 1);
  const setup = await client.ask('GET /api/rosters/setup', { query: {} });
  const people = setup.people.map(({ id }) => ({
    userId: id,
    days: daysOf({ from, to }).map((day) => ({ day, duty })),
  }));
  const body = { title: 'prova', days: { from, to }, people };
  const times = { preview: [] as number[], load: [] as number[], undo: [] as number[] };
  for (let round = 0; round < roundsOf(bench, 8); round += 1) {
    const preview = await client.call('POST /api/rosters/preview', { body });
    bodyOfSuccess('POST /api/rosters/preview', preview);
    times.preview.push(preview.milliseconds);
    const loaded = await client.call('POST /api/rosters', { body });
    const { id } = bodyOfSuccess('POST /api/rosters', loaded);
    if (id === null) throw new Error('the roster changed nothing');
    times.load.push(loaded.milliseconds);
    const undone = await client.call('DELETE /api/rosters/:id', { params: { id } });
    bodyOfSuccess('DELETE /api/rosters/:id', undone);
    times.undo.push(undone.milliseconds);
  }
  const [preview, load, undo] = [median(times.preview), median(times.load), median(times.undo)];
  judge(
    bench,
    `a roster of ${crowd} people and ${days} days is entered within 2 s (${placeOf(setting)})`,
    `${people.length} people in ${load.toFixed(0)} ms; preview ${preview.toFixed(0)} ms, undone in ${undo.toFixed(0)} ms, load ${machineLoad()}`,
    people.length === crowd && load <= 2000,
  );
}

const recordMonth = (client: HttpClient, from: Day) =>
  client.call('POST /api/shifts/bulk', {
    body: { shifts: daysOf({ from, to: addDays(from, days - 1) }).map((date) => ({ date, ...duty })) },
  });

/** A month of one person at once, beside one entry of theirs. */
async function measureBulk(bench: Bench, setting: Setting): Promise<void> {
  const from = addDays(setting.store.world.today, firstOffset + days);
  const times = { month: [] as number[], back: [] as number[], one: [] as number[] };
  for (let n = 0; n < roundsOf(bench, 80); n += 1) {
    const client = clientOf(setting.product.url, crowd + n);
    const one = await client.call('POST /api/shifts', { body: { date: addDays(from, -1), ...duty } });
    bodyOfSuccess('POST /api/shifts', one);
    const month = await recordMonth(client, from);
    const { id } = bodyOfSuccess('POST /api/shifts/bulk', month);
    const back = await client.call('DELETE /api/shifts/bulk/:id', { params: { id: id ?? '' } });
    bodyOfSuccess('DELETE /api/shifts/bulk/:id', back);
    times.one.push(one.milliseconds);
    times.month.push(month.milliseconds);
    times.back.push(back.milliseconds);
  }
  const ratio = median(times.month) / median(times.one);
  judge(
    bench,
    `${days} entries at once at most 6 times one entry (${placeOf(setting)})`,
    `${median(times.month).toFixed(1)} ms (p95 ${quantile(times.month, 0.95).toFixed(1)}) to ${median(times.one).toFixed(1)} ms: ` +
      `${ratio.toFixed(1)} times; taken back in ${median(times.back).toFixed(1)} ms, load ${machineLoad()}`,
    ratio <= 6,
  );
}

/** A person's calendar as a program fetches it, changed and unchanged, beside the month on their own screen. */
async function measureFeed(bench: Bench, setting: Setting): Promise<void> {
  const from = addDays(setting.store.world.today, -10);
  const query = { from, to: addDays(from, 41) };
  const times = { feed: [] as number[], unchanged: [] as number[], month: [] as number[] };
  for (let n = 0; n < roundsOf(bench, 80); n += 1) {
    const client = clientOf(setting.product.url, crowd + 100 + n);
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
  const ratio = median(times.feed) / median(times.month);
  judge(
    bench,
    `a person's feed at most 10 times the month on screen (${placeOf(setting)})`,
    `${median(times.feed).toFixed(1)} ms (p95 ${quantile(times.feed, 0.95).toFixed(1)}) to ${median(times.month).toFixed(1)} ms: ` +
      `${ratio.toFixed(1)} times; unchanged ${median(times.unchanged).toFixed(1)} ms, load ${machineLoad()}`,
    ratio <= 10,
  );
}
