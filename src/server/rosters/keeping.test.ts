import { expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { dayAt } from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { addHours } from '../../domain/calendar/day.ts';
import { keepRosters } from './commands.keep.ts';

// Proposals that nobody answers wait as long as there is anything to answer.

const server = await testServer();
const { database, clock } = server;

const lastDay = dayAt(2);
const evening = `${lastDay}T22:30:00.000Z`;
const nextDay = `${lastDay}T23:30:00.000Z`;

/** Giulia has three days of a roster that goes on without her. */
async function build() {
  const { person, load, loadWith } = await rosterSite(server);
  const [giulia, marco] = [await person(), await person()];
  await load([giulia, 'EEE'], [marco, 'EEEE']);
  return { loadWith, giulia, marco };
}

const newsOf = async (person: SignedInCaller) => {
  const news = (await person.notifications()).at(-1);
  return { isRead: news!.isRead, message: news!.message };
};

test('proposals ask for nothing once the last of their days has passed, and say so', async () => {
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

test('proposals wait on where a newer roster has later days', async () => {
  const { loadWith, giulia } = await build();
  clock.set(addHours(testNow, 1));
  await loadWith({ title: 'gennaio' }, [giulia, '.....E']);
  await keepRosters(database, nextDay);
  expect((await newsOf(giulia)).isRead).toBe(false);
});
