import { expect, test } from 'vitest';
import { dayAt } from '../../../tests/support/days.ts';
import { rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { addHours, type Instant } from '../../domain/calendar/day.ts';
import { listWaiting } from '../notifications/queries.ts';

const server = await testServer();
const { database, clock } = server;

const lastDay = dayAt(2);
const evening = `${lastDay}T22:30:00.000Z`;
const nextDay = `${lastDay}T23:30:00.000Z`;

/** Whether this person has roster news to answer. */
const isAsked = async (person: SignedInCaller, at: Instant): Promise<boolean> =>
  (await listWaiting(database, { ...person, role: 'operatore', mayApproveSwaps: false }, [], at)).length > 0;

test('roster news wait as long as one of its days does, even if a newer roster has later days', async () => {
  const { person, load, loadWith } = await rosterSite(server);
  const [giulia, marco] = [await person(), await person()];
  // the roster continues without her
  await load([giulia, 'EEE'], [marco, 'EEEE']);
  expect([await isAsked(giulia, evening), await isAsked(marco, evening)]).toEqual([true, true]);
  expect([await isAsked(giulia, nextDay), await isAsked(marco, nextDay)]).toEqual([false, true]);
  clock.set(addHours(testNow, 1));
  await loadWith({ title: 'gennaio' }, [giulia, '.....E']);
  expect(await isAsked(giulia, nextDay)).toBe(true);
});
