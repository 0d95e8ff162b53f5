import { expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { testServer } from '../../../tests/support/server.ts';
import { offer, publishedId, readRequest, signInOnDuty } from '../../../tests/support/swaps.ts';
import { expireRequests } from './commands.expire.ts';

// On 25 October the hour from 02:00 to 03:00 passes twice: shifts begin in the first.

const server = await testServer({ now: '2026-10-24T10:00:00.000Z' });
const [night, afternoon] = [buildDuty('sede', '02:30', '10:30'), buildDuty('sede', '14:00', '22:00')];
/** 02:45 summer time: what begins at 02:30 began a quarter of an hour ago. */
const begun = '2026-10-25T00:45:00.000Z';

test('an offer ends when its shift begins in the hour that the clock repeats', async () => {
  const [day, requestedDate] = ['2026-10-25', '2026-10-26'];
  const giulia = await signInOnDuty(server, afternoon, {}, { day: requestedDate });
  const marco = await signInOnDuty(server, night, { worksiteId: giulia.worksiteId }, { day });
  const wish = { kind: 'giorno' as const, requestedDate, acceptableDays: [day] };
  const requestId = await publishedId(giulia, giulia.shiftId, wish);
  await offer(marco, requestId);
  server.clock.set(begun);
  await expireRequests(server.context);
  const card = (await readRequest(await server.signInAs(giulia), requestId)).body;
  expect([card.status, card.preAcceptanceCount]).toEqual(['aperta', 0]);
});
