import { afterAll, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import { lapseOverdueOffers } from './commands.expire.ts';

// On 25 October the hour from 02:00 to 03:00 passes twice: shifts begin in the first.

const server = await startTestServer({ now: '2026-10-24T10:00:00.000Z' });
const { context, clock, database } = server;
afterAll(() => server.close());

test('in the hour that the clock repeats, what has begun is counted as begun', async () => {
  const giulia = await server.signIn();
  const { worksiteId } = giulia;
  const marco = await server.signIn({ worksiteId });
  const day = '2026-10-25';
  const hers = await buildShift(context, giulia, day, buildDuty('sede', '14:00', '22:00'));
  await buildShift(context, marco, day, buildDuty('sede', '02:30', '10:30'));
  await giulia.ask('POST /api/exchange-requests', {
    body: { offeredShiftId: hers, requestedDate: day, requestedShiftType: 'seminotte' },
  });
  // 02:45 summer time: his shift began a quarter of an hour ago
  clock.set('2026-10-25T00:45:00.000Z');
  const me = await server.signInAs(marco);
  const { requests } = await me.ask('GET /api/exchange-requests/page', {
    query: { tab: 'disponibili' },
  });
  const { counts } = await me.ask('GET /api/exchange-requests/counts');
  expect([requests.map((r) => r.preAccept.isAllowed), counts.disponibili]).toEqual([[false], 1]);
});

test('an offer ends when its shift begins', async () => {
  clock.set('2026-10-24T10:00:00.000Z');
  const giulia = await server.signIn();
  const { worksiteId } = giulia;
  const marco = await server.signIn({ worksiteId });
  const hers = await buildShift(context, giulia, '2026-10-26', buildDuty('sede', '14:00', '22:00'));
  const his = await buildShift(context, marco, '2026-10-25', buildDuty('sede', '02:30', '10:30'));
  const { request } = await giulia.ask('POST /api/exchange-requests', {
    body: {
      kind: 'giorno',
      offeredShiftId: hers,
      requestedDate: '2026-10-26',
      acceptableDays: ['2026-10-25'],
    },
  });
  await marco.ask('POST /api/exchange-requests/:id/pre-accept', {
    params: { id: request.id },
    body: { shiftId: his },
  });
  clock.set('2026-10-25T00:45:00.000Z');
  await database.transaction((tx) => lapseOverdueOffers(tx, worksiteId, clock.now()));
  const me = await server.signInAs(giulia);
  const card = await me.ask('GET /api/exchange-requests/:id', { params: { id: request.id } });
  expect([card.preAcceptanceCount, card.preAcceptedBy.map((o) => o.confirm.isAllowed)]).toEqual([0, []]);
});
