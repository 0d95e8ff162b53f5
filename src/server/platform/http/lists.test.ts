import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { type Answer, type Caller, outcomeOf } from '../../../../tests/support/caller.ts';
import { testServer } from '../../../../tests/support/server.ts';
import { pair, publishedId } from '../../../../tests/support/swaps.ts';

const server = await testServer();

interface Row {
  id: string;
  createdAt: string;
}

/** All pages of a list call, each from the address that the one before named. */
async function pagesOf(person: Caller, path: string): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer<unknown> = await person.callUntyped(`GET ${next}`);
    expect(outcomeOf(answer)).toBe('200');
    pages.push(answer.body as Row[]);
    const { link } = answer.headers;
    next = link === undefined ? undefined : /^<(\/api\/[^>]+)>; rel="next"$/.exec(link)?.[1];
    expect(next === undefined).toBe(link === undefined);
  }
  return pages;
}

test('of hundreds of requests all are listed once, page by page, own ones first, each newest first', async () => {
  const { giulia, marco } = await pair(server);
  const hers = await publishedId(giulia, giulia.shiftId);
  const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
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
