import { beforeEach, describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { pair } from '../../../tests/support/swaps.ts';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import { secondsAfter } from '../platform/clock.ts';
import { notify } from './commands.ts';

const server = await testServer();
const { database } = server;

let giulia: SignedInCaller;
let marco: SignedInCaller;

beforeEach(async () => {
  giulia = await server.signIn();
  marco = await server.signIn({ worksiteId: giulia.worksiteId });
});

/** Sends a person `count` notifications, numbered from 1, `secondsApart`. */
async function tell(person: SignedInCaller, count: number, secondsApart = 1): Promise<void> {
  await database.transaction(async (tx) => {
    for (let number = 1; number <= count; number += 1) {
      const facts = { fact: 'code_deleted', code: { type: 'Case', code: String(number) } } as const;
      const now = secondsAfter(testNow, number * secondsApart);
      await notify(tx, [{ userId: person.id, personId: null, facts, requestId: null }], now);
    }
  });
}

const messageOf = (number: number): string => `Il CEO ha eliminato il tuo codice Case ${number}.`;

const list = async (person: SignedInCaller, cursor?: string): Promise<NotificationList> => {
  const answer = await person.call('GET /api/notifications/page', {
    query: cursor === undefined ? {} : { cursor },
  });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** Follows the cursors to the end. */
async function listPages(person: SignedInCaller, between?: () => Promise<void>): Promise<NotificationList[]> {
  const pages = [await list(person)];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    await between?.();
    pages.push(await list(person, next));
    expect(pages.length).toBeLessThan(20);
  }
  return pages;
}

const idsOf = (pages: NotificationList[]): Set<string> =>
  new Set(pages.flatMap(({ notifications }) => notifications.map(({ id }) => id)));

const read = (person: SignedInCaller, id: string): Promise<Answer<unknown>> =>
  person.call('PATCH /api/notifications/:id/read', { params: { id } });

describe('GET /api/notifications/page', () => {
  test('returns the newest first, with everything shown', async () => {
    await tell(giulia, 2);
    const { notifications, unreadCount, nextCursor } = await list(giulia);
    expect(notifications).toEqual([
      {
        id: expect.any(String) as string,
        type: 'operation_reviewed',
        title: 'Codice eliminato',
        message: messageOf(2),
        personName: null,
        isRead: false,
        isOver: false,
        createdAt: secondsAfter(testNow, 2),
        relatedRequestId: null,
      },
      expect.objectContaining({ message: messageOf(1) }),
    ]);
    expect({ unreadCount, nextCursor }).toEqual({ unreadCount: 2, nextCursor: null });
  });

  test('pages by 30, none twice, none missing, whatever arrives in between', async () => {
    await tell(giulia, 75);
    const pages = await listPages(giulia, () => tell(giulia, 1, 1000));
    expect(pages.map(({ notifications }) => notifications.length)).toEqual([30, 30, 15]);
    const messages = pages.flatMap(({ notifications }) => notifications.map(({ message }) => message));
    expect(messages).toEqual(Array.from({ length: 75 }, (_, index) => messageOf(75 - index)));
    expect(pages.map(({ unreadCount }) => unreadCount)).toEqual([75, 76, 77]);
  });

  test('lists those needing an action first, offers before new requests, read or not, across pages', async () => {
    const { giulia: asker, marco: colleague } = await pair(server);
    giulia = asker;
    const own = await asker.publishedId(asker.shiftId);
    await colleague.offer(own);
    const requestId = await colleague.publishedId(colleague.shiftId);
    const offered = { date: '2026-11-20', ...buildDuty('sede', '06:00', '14:00') };
    const facts = { fact: 'request_published', offered, wanted: null, own: null } as const;
    // same instant: pages separate them by id
    const told = { userId: giulia.id, personId: colleague.id, requestId, facts };
    const many = Array.from({ length: 150 }, () => told);
    await database.transaction((tx) => notify(tx, many, secondsAfter(testNow, 1)));
    await tell(giulia, 40, 100);
    await giulia.call('PATCH /api/notifications/mark-all-read');
    const pages = await listPages(giulia);
    expect(pages.map(({ notifications }) => notifications.length)).toEqual([100, 82, 10]);
    const types = pages.flatMap(({ notifications }) => notifications.map(({ type }) => type));
    expect(types[0]).toBe('request_pre_accepted');
    expect(new Set(types.slice(1, 152))).toEqual(new Set(['new_exchange_request']));
    expect(new Set(types.slice(152))).toEqual(new Set(['operation_reviewed']));
    expect(idsOf(pages).size).toBe(192);
  });
});

describe('PATCH /api/notifications/:id/read', () => {
  test('marks one as read, repeatedly', async () => {
    await tell(giulia, 2);
    const [newest] = (await list(giulia)).notifications;
    for (let time = 0; time < 2; time += 1) {
      const answer = await read(giulia, newest!.id);
      expect(answer.status).toBe(204);
      const { notifications, unreadCount } = await list(giulia);
      expect(notifications.map(({ isRead }) => isRead)).toEqual([true, false]);
      expect(unreadCount).toBe(1);
    }
  });

  test('refuses somebody else’s, and an invalid id', async () => {
    await tell(marco, 1);
    const [his] = (await list(marco)).notifications;
    expect((await read(giulia, his!.id)).outcome).toBe('404 not_found');
    expect((await read(giulia, 'ultima')).outcome).toBe('400 invalid_data');
    expect((await list(marco)).unreadCount).toBe(1);
  });
});

test('PATCH /api/notifications/mark-all-read marks all of one person and of nobody else', async () => {
  await tell(giulia, 40);
  await tell(marco, 2);
  expect(await giulia.statusOf('PATCH /api/notifications/mark-all-read')).toBe(204);
  const pages = await listPages(giulia);
  expect(pages.flatMap(({ notifications }) => notifications).every(({ isRead }) => isRead)).toBe(true);
  expect(pages[0]?.unreadCount).toBe(0);
  expect((await list(marco)).unreadCount).toBe(2);
  expect(await giulia.statusOf('PATCH /api/notifications/mark-all-read')).toBe(204);
});
