import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, dayInRome, daysOf } from '../../src/domain/calendar/day.ts';
import { isWorking } from '../../src/domain/shifts/duty.ts';
import { beginOpening } from '../../src/server/opening.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import { HttpClient } from '../../tools/http.ts';
import { readCommand } from '../../tools/replay/options.ts';
import { EarlierRunError } from '../../tools/replay/people.ts';
import { playRoster } from '../../tools/replay/play.ts';
import { parseRoster } from '../../tools/replay/roster.ts';
import type { ReplayResult } from '../../tools/replay/run.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { signIn } from '../../tools/world.ts';
import { rosterFile, runReplay } from '../support/commands.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';

// Two real rosters, played against a real server through its HTTP API, with a real mail server behind it.

// a whole roster takes its time on a busy machine
vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase;
let smtp: TestSmtpServer;
let server: RunningServer;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await startSmtpServer();
  const settings = readSettings({
    ...settingsFor(database),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'turni@example.it',
  });
  const log = createLog(settings);
  const opening = beginOpening(settings, log);
  server = await startServer(settings, log, opening);
});

afterAll(async () => {
  await server.stop();
  await smtp.stop();
  await database.close();
});

const today = (): string => dayInRome(new Date().toISOString());
const commandFor = (name: string, ...more: string[]) =>
  readCommand(
    [rosterFile(name, 'shifts'), rosterFile(name, 'wishes'), '--url', server.url, ...more],
    today(),
  );

function play(name: string, ...more: string[]): Promise<ReplayResult> {
  const { shiftsFile, wishesFile, options } = commandFor(name, ...more);
  const roster = parseRoster(readFileSync(shiftsFile, 'utf8'), readFileSync(wishesFile, 'utf8'));
  return playRoster(roster, options, () => undefined);
}

test('a roster of 12 people: wishes for a day become lawful swaps, no duty is lost, and a second run adds nothing', async () => {
  const first = await play('roster-12');
  expect(first.problems).toEqual([]);
  expect(first).toMatchObject({
    people: 12,
    shifts: 413,
    wishes: 50,
    violated: 14,
    met: { turno: 0, giorno: 10 },
    requests: 14,
    swaps: 10,
    swapsOfThisRun: 10,
  });
  await smtp.waitForMails(30);

  const again = await play('roster-12');
  expect(again.problems).toEqual([]);
  expect(again).toMatchObject({ shifts: 413, requests: 14, swaps: 10 });
  expect(again).toMatchObject({ swapsOfThisRun: 0, preAcceptancesOfThisRun: 0 });
  expect(new Set(smtp.mails.map(({ content }) => content.messageId)).size).toBe(30);
  expect(smtp.mails).toHaveLength(30);
});

test('a roster of 21 people, as a command: it proves that all is there, and names what is not', async () => {
  const { identity, monday } = commandFor('roster-21').options;
  const before = await runReplay('roster-21', server.url);
  expect(before).toMatchObject({ code: 0, stderr: '' });
  expect(before.stdout).toMatch(/^people +21$/m);
  expect(before.stdout).toMatch(/^shifts +336$/m);
  expect(before.stdout).toMatch(/^requests +7$/m);
  expect(before.stdout).toMatch(/^wishes violated +7$/m);
  expect(before.stdout).toMatch(/^ {2}met by a swap of the same day +0$/m);
  expect(before.stdout).toMatch(/^ {2}met by a swap of days +5$/m);
  expect(before.stdout).toMatch(/^swaps +5 \(5 in this run\)$/m);

  const person = new HttpClient(server.url);
  const email = identity.addressOf('NU_8');
  await signIn(person, { email, password: identity.password });
  const days = daysOf({ from: monday, to: addDays(monday, 27) });
  const query = { from: monday, to: days.at(-1)! };
  const shifts = await person.ask('GET /api/calendar/shifts', { query });
  const date = days.find((day) => !shifts.some((shift) => shift.date === day))!;
  const count = shifts.filter(isWorking).length;
  await person.ask('POST /api/shifts', { body: { date, workLocation: 'libero' } });

  const after = await runReplay('roster-21', server.url);
  expect(after.code).toBe(1);
  expect(after.stderr).toContain(`NU_8 has ${count + 1} shifts instead of ${count}`);
  expect(after.stderr).toContain(`${date}: libero is there 1 times instead of 0`);

  const later = addDays(monday, 7);
  await expect(play('roster-21', '--label', monday, '--monday', later)).rejects.toThrow(EarlierRunError);
});
