import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../tests/support/caller.ts';
import type { Answer } from '../../../../tests/support/calls.ts';
import { testServer } from '../../../../tests/support/server.ts';
import { pair } from '../../../../tests/support/swaps.ts';
import { type CursorKey, writeCursor } from './cursor.ts';

const server = await testServer();

type Row = Record<'id' | 'createdAt', string>;

/** All pages of a list call, following the cursors. */
async function pagesOf(person: Caller, path: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer<unknown> = await person.callUntyped(`GET ${next}`);
    expect(answer.outcome).toBe('200');
    pages.push(answer.body as Row[]);
    const { link } = answer.headers;
    next = link === undefined ? undefined : /^<(\/api\/[^>]+)>; rel="next"$/.exec(link)?.[1];
    expect(next === undefined).toBe(link === undefined);
  }
  return pages;
}

test('all of hundreds of requests are listed once, page by page, own ones first, each newest first', async () => {
  const { giulia, marco } = await pair(server);
  const hers = await giulia.publishedId(giulia.shiftId);
  const his = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
  await server.database.run(sql`
      insert into exchange_requests
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'offered_shift_id', null,
        'status', 'annullata', 'close_reason', 'day_begun', 'closed_at', now(),
        'created_at', r.created_at - make_interval(secs => 1 + n / 2)))).*
      from exchange_requests r, generate_series(1, 700) n where r.id = ${hers}`);
  const pages = await pagesOf(giulia, '/api/exchange-requests');
  expect(pages.map(({ length }) => length)).toEqual([500, 202]);
  const listed = pages.flat();
  expect(new Set(listed.map(({ id }) => id)).size).toBe(702);
  expect([listed[0]?.id, listed.at(-1)?.id]).toEqual([hers, his]);
  const made = listed.slice(0, -1).map(({ createdAt }) => createdAt);
  expect(made).toEqual(made.toSorted().toReversed());
});

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

test.each(lists)('%s accepts its own cursors, and refuses those of other lists', async (call, ...own) => {
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
