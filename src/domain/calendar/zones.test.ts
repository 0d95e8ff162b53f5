import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// The time zone is fixed when a process starts, so each zone needs its own process.
const program = `
  import * as day from ${JSON.stringify(new URL('day.ts', import.meta.url).href)};
  import { daySchema } from ${JSON.stringify(new URL('schema.ts', import.meta.url).href)};
  import * as month from ${JSON.stringify(new URL('month.ts', import.meta.url).href)};
  import { holidayName } from ${JSON.stringify(new URL('holidays.ts', import.meta.url).href)};
  const instants = ['2026-03-28T23:30:00.000Z', '2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z',
    '2026-10-24T22:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z',
    '2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00.000Z', '2026-12-31T23:30:00.000Z'];
  const days = ['2026-03-29', '2026-10-25', '2026-11-20', '2027-01-01', '2028-02-29', '2026-04-06'];
  console.log(JSON.stringify({
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    answers: {
      dayInRome: instants.map(day.dayInRome),
      instantInRome: days.flatMap((one) => ['00:00', '02:30', '23:45'].map((time) => day.instantInRome(one, time))),
      parsed: days.map((one) => daySchema.parse(one + 'T23:30:00.000Z')),
      texts: days.map((one) => [day.formatLongDay(one), day.formatShortDay(one), day.formatMediumDay(one)]),
      weeks: days.map((one) => [day.mondayWeekOf(one), day.saturdayWeekOf(one), day.weekdayOf(one)]),
      holidays: days.map(holidayName),
      grids: ['2026-03', '2026-10'].map(month.monthGrid),
      months: ['2026-03', '2026-10'].map(month.formatMonth),
    },
  }));`;

interface Output {
  zone: string;
  answers: { dayInRome: string[]; parsed: string[] };
}

async function runIn(zone: string): Promise<Output> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
    { env: { ...process.env, TZ: zone } },
  );
  return JSON.parse(stdout) as Output;
}

test('days and times are in Rome, regardless of the process’s time zone', async () => {
  const rome = await runIn('Europe/Rome');
  expect(rome.answers.dayInRome).toEqual([
    '2026-03-29',
    '2026-03-29',
    '2026-03-29',
    '2026-10-25',
    '2026-10-25',
    '2026-10-25',
    '2026-11-20',
    '2026-11-21',
    '2027-01-01',
  ]);
  for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Pacific/Kiritimati']) {
    expect(await runIn(zone)).toEqual({ zone, answers: rome.answers });
  }
});
