import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { rosterDayAt, rosterOf } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import { notificationsOf } from '../../../tests/support/swaps.ts';
import { addHours } from '../../domain/calendar/day.ts';
import { keepRosters } from './commands.keep.ts';

// Proposals that nobody answers: they wait as long as there is anything to answer.

const server = await startTestServer();
const { database, context, clock } = server;
afterAll(() => server.close());
beforeEach(() => clock.set(testNow));

const lastDay = rosterDayAt(2);
const evening = `${lastDay}T22:30:00.000Z`;
const nextDay = `${lastDay}T23:30:00.000Z`;

/** Somebody with three days of a roster that goes on without them. */
async function build() {
  const { id: worksiteId } = await buildWorksite(context);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  const giulia = await server.signIn({ worksiteId });
  const marco = await server.signIn({ worksiteId });
  await loader.ask('POST /api/rosters', {
    body: rosterOf([
      [giulia, 'EEE'],
      [marco, 'EEEE'],
    ]),
  });
  return { loader, giulia, marco };
}

const newsOf = async (person: SignedInCaller) => {
  const news = (await notificationsOf(person)).at(-1);
  return { isRead: news!.isRead, message: news!.message };
};

test('ask for nothing once the last of their days has passed, and say so', async () => {
  const { giulia, marco } = await build();
  await keepRosters(database, evening);
  expect(await newsOf(giulia)).toMatchObject({ isRead: false });
  const page = await openEventStream(await server.listen(), giulia.token);
  await page.next();
  await keepRosters(database, nextDay);
  expect((await page.next())?.data).toEqual({ lists: ['notifications', 'shifts'] });
  await page.close();
  expect(await newsOf(marco)).toMatchObject({ isRead: false });
  const { isRead, message } = await newsOf(giulia);
  expect(isRead).toBe(true);
  expect(message).toContain('I suoi giorni sono passati.');
  expect(await violatedInvariants(database)).toEqual([]);
});

test('wait on where a newer roster has later days', async () => {
  const { loader, giulia } = await build();
  clock.set(addHours(testNow, 1));
  await loader.ask('POST /api/rosters', { body: rosterOf([[giulia, '.....E']], { title: 'gennaio' }) });
  await keepRosters(database, nextDay);
  expect((await newsOf(giulia)).isRead).toBe(false);
});
