import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  late,
  offer,
  published,
  readCompleted,
  swapDay,
} from '../../../tests/support/swaps.ts';

const server = await testServer();

/** Giulia published, Marco pre-accepted an hour later, Giulia confirmed an hour after that. */
async function swapped() {
  const { giulia, marco, worksiteId, requestId } = await published(server);
  server.clock.advance(3600);
  await offer(marco, requestId);
  server.clock.advance(3600);
  await confirm(giulia, requestId, marco.id);
  const [swap] = (await readCompleted(giulia)).swaps;
  return { giulia, marco, worksiteId, params: { id: swap!.id } };
}

test('shows both people the same receipt: both duties and the three moments', async () => {
  const { giulia, marco, params } = await swapped();
  const { status, body } = await giulia.call('GET /api/exchanges/completed/:id', { params });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'turno',
    exchangeDate: swapDay,
    requestedAt: testNow,
    offeredAt: '2026-11-16T10:00:00.000Z',
    completedAt: '2026-11-16T11:00:00.000Z',
    requester: {
      name: 'Giulia Ferri',
      role: 'operatore',
      contractHours: 8,
      gave: [{ date: swapDay, ...early }],
    },
    accepter: {
      name: 'Marco Bianchi',
      role: 'operatore',
      contractHours: 8,
      gave: [{ date: swapDay, ...late }],
    },
  });
  expect(body.worksiteName).not.toBe('');
  expect(await marco.ask('GET /api/exchanges/completed/:id', { params })).toEqual(body);
});

test('names people as they are called now; contracts are as they were then', async () => {
  const { giulia, marco, params } = await swapped();
  await server.database.run(sql`
    update users set last_name = 'Neri', contract_hours = 6 where id = ${marco.id}`);
  expect((await giulia.ask('GET /api/exchanges/completed/:id', { params })).accepter).toMatchObject({
    name: 'Marco Neri',
    contractHours: 8,
  });
});

test('tells nothing private of the other person', async () => {
  const { giulia, marco, params } = await swapped();
  await server.database.run(sql`
    update completed_swaps set accepter_snapshot = accepter_snapshot
      || '{"taxiLicense": "T-77", "phoneNumber": "333 1234567"}' where accepter_id = ${marco.id}`);
  const { text } = await giulia.call('GET /api/exchanges/completed/:id', { params });
  for (const hidden of ['T-77', '333 1234567', marco.email, 'shiftId']) expect(text).not.toContain(hidden);
});

test('is there for the two parties only', async () => {
  const { params, worksiteId, giulia } = await swapped();
  const colleague = await server.signIn({ worksiteId });
  const stranger = await server.signIn();
  for (const person of [colleague, stranger]) {
    expect(outcomeOf(await person.call('GET /api/exchanges/completed/:id', { params }))).toBe(
      '404 not_found',
    );
  }
  expect(await server.nobody.statusOf('GET /api/exchanges/completed/:id', { params })).toBe(401);
  expect(await giulia.statusOf('GET /api/exchanges/completed/:id', { params: { id: randomUUID() } })).toBe(
    404,
  );
  expect(await giulia.statusOf('GET /api/exchanges/completed/:id', { params: { id: '7' } })).toBe(400);
});
