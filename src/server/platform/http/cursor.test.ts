import { expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';
import { type CursorKey, writeCursor } from './cursor.ts';

const server = await testServer();

const id = '00000000-0000-4000-8000-000000000000';
const cursors: Record<CursorKey, string> = {
  instant: writeCursor('2026-11-20T09:00:00.000Z', id),
  day: writeCursor('2026-11-20', id),
  'ranked day': writeCursor('1 2026-11-20', id),
  'ranked instant': writeCursor('1 2026-11-20T09:00:00.000Z', id),
};
const lists: [call: string, ...own: CursorKey[]][] = [
  ['GET /api/notifications', 'instant'],
  ['GET /api/notifications/page', 'instant', 'ranked instant'],
  ['GET /api/exchange-requests', 'ranked instant'],
  ['GET /api/exchange-requests/page?tab=disponibili', 'ranked day'],
  ['GET /api/exchange-requests/page?tab=pre-accettati', 'day'],
  ['GET /api/exchange-requests/page?tab=mie', 'day'],
  ['GET /api/exchange-requests/page?tab=rifiutati', 'instant'],
  ['GET /api/exchange-requests/page?tab=completati', 'instant'],
  ['GET /api/exchanges/completed/page', 'instant'],
  ['GET /api/operations/page', 'instant'],
  ['GET /api/ceo/mails?status=queued', 'instant'],
];

test.each(lists)('%s takes its own cursors, and refuses those of other lists', async (call, ...own) => {
  const person = call.includes('/ceo/') ? await server.signInCeo() : await server.signIn();
  const answered = await Promise.all(
    Object.entries(cursors).map(async ([key, cursor]) => {
      const separator = call.includes('?') ? '&' : '?';
      const { status, refusal } = await person.callUntyped(`${call}${separator}cursor=${cursor}`);
      return [key, status, refusal.fields?.['cursor']];
    }),
  );
  expect(answered).toEqual(
    Object.keys(cursors).map((key) =>
      own.some((one) => one === key) ? [key, 200, undefined] : [key, 400, 'Pagina non valida'],
    ),
  );
});
