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

/** Whether news of a roster wait for an answer of this person. */
const isAsked = async (person: SignedInCaller, at: Instant): Promise<boolean> =>
  (await listWaiting(database, { ...person, role: 'operatore', mayApproveSwaps: false }, [], at)).length > 0;

test('news of a roster wait as long as a day of it does, and where a newer one has later days', async () => {
  const { person, load, loadWith } = await rosterSite(server);
  const [giulia, marco] = [await person(), await person()];
  // it goes on without her
  await load([giulia, 'EEE'], [marco, 'EEEE']);
  expect([await isAsked(giulia, evening), await isAsked(marco, evening)]).toEqual([true, true]);
  expect([await isAsked(giulia, nextDay), await isAsked(marco, nextDay)]).toEqual([false, true]);
  clock.set(addHours(testNow, 1));
  await loadWith({ title: 'gennaio' }, [giulia, '.....E']);
  expect(await isAsked(giulia, nextDay)).toBe(true);
});
