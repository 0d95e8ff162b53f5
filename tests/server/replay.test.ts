import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, daysOf } from '../../src/domain/calendar/day.ts';
import { isWorking } from '../../src/domain/shifts/duty.ts';
import { HttpClient } from '../../tools/http.ts';
import { runToEnd } from '../../tools/process.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { signIn } from '../../tools/world.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';

// Replays two real rosters with the command, against a server with a mail server.

// replaying a roster is slow on a busy machine
vi.setConfig({ testTimeout: 240_000 });

const runReplay = (roster: string, url: string) => {
  const files = ['shifts', 'wishes'].map((part) => `tests/data/${roster}-${part}.csv`);
  return runToEnd({ args: ['tools/replay/main.ts', ...files, '--url', url] });
};

let database: TestDatabase;
let smtp: TestSmtpServer;
let server: Product;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'turni@example.it' };
  server = startProduct({ ...settingsFor(database), ...mail });
  await server.url;
});

afterAll(async () => {
  await server.end();
  await smtp.stop();
  await database.close();
});

/** The values of these lines of a report. */
const valuesOf = (report: string, ...names: string[]) =>
  names.map((name) => new RegExp(`^ *${name} {2,}(.+)$`, 'm').exec(report)?.[1]);

test('a roster of 12 people: wishes become lawful swaps of days, no duty is lost, and a second run adds nothing', async () => {
  const names = ['shifts', 'wishes violated', 'met by a swap of days', 'requests', 'swaps'];
  const first = await runReplay('roster-12', await server.url);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(valuesOf(first.stdout, ...names)).toEqual(['413', '14', '10', '14', '10 (10 in this run)']);
  await smtp.waitForMails(30);

  const again = await runReplay('roster-12', await server.url);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(valuesOf(again.stdout, ...names)).toEqual(['413', '14', '10', '14', '10 (0 in this run)']);
  expect(new Set(smtp.mails.map(({ content }) => content.messageId)).size).toBe(30);
  expect(smtp.mails).toHaveLength(30);
});

test('a roster of 21 people: the command verifies every shift, and reports differences', async () => {
  const url = await server.url;
  const before = await runReplay('roster-21', url);
  expect(before).toMatchObject({ code: 0, stderr: '' });
  const names = ['shifts', 'wishes violated', 'met by a swap of days', 'requests', 'swaps', 'first day'];
  const [monday = '', ...numbers] = valuesOf(before.stdout, ...names).toReversed();
  expect(numbers).toEqual(['5 (5 in this run)', '7', '5', '7', '336']);

  const person = new HttpClient(url);
  const [, host, password = ''] = /^Sign in as [^@]+(@\S+) .* with (\S+)$/m.exec(before.stdout)!;
  await signIn(person, { email: `nu-8${host}`, password });
  const days = daysOf({ from: monday, to: addDays(monday, 27) });
  const query = { from: monday, to: days.at(-1)! };
  const shifts = await person.ask('GET /api/calendar/shifts', { query });
  const date = days.find((day) => !shifts.some((shift) => shift.date === day))!;
  const count = shifts.filter(isWorking).length;
  await person.ask('POST /api/shifts', {
    body: { date, workLocation: 'sede', startTime: '09:00', endTime: '17:00' },
  });

  const after = await runReplay('roster-21', url);
  expect(after.code).toBe(1);
  expect(after.stderr).toContain(`NU_8 has ${count + 1} shifts instead of ${count}`);
  expect(after.stderr).toContain(`${date}: sede 09:00–17:00 is there 1 times instead of 0`);
});
