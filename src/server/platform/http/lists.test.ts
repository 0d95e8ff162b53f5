import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildShift } from '../../../../db/builders.ts';
import { type Answer, type Caller, outcomeOf } from '../../../../tests/support/caller.ts';
import { testServer } from '../../../../tests/support/server.ts';
import {
  early,
  late,
  offer,
  publishedId,
  reject,
  signInOnDuty,
  swap,
} from '../../../../tests/support/swaps.ts';
import { addDays } from '../../../domain/calendar/day.ts';

const server = await testServer();

interface Row {
  id: string;
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

describe('requests of all tabs', () => {
  test('own ones first, then colleagues’, each newest first and with its tab', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, late, { worksiteId });
    const swapped = await swap(giulia, marco);
    const own: string[] = [swapped];
    const others: string[] = [];
    for (const days of [0, 3, 4]) {
      server.clock.advance(60);
      const requestedDate = addDays('2026-11-24', days);
      const hers = await buildShift(server.context, giulia, requestedDate, early);
      own.unshift(await publishedId(giulia, hers, { requestedDate }));
      const his = await buildShift(server.context, marco, requestedDate, late);
      others.unshift(await publishedId(marco, his, { requestedDate, requestedShiftType: 'mattina' }));
    }
    await offer(marco, own[0]!);
    await reject(giulia, others[1]!);
    await offer(giulia, others[2]!);
    const { body } = await giulia.call('GET /api/exchange-requests');
    expect(body.map(({ id, tab }) => [id, tab])).toEqual([
      [own[0], 'pre-accettati'],
      ...own.slice(1, -1).map((id) => [id, 'mie']),
      [swapped, 'completati'],
      [others[0], 'disponibili'],
      [others[1], 'rifiutati'],
      [others[2], 'pre-accettati'],
    ]);
    expect(body.map(({ preAcceptedBy }) => preAcceptedBy.length)).toEqual([1, 0, 0, 1, 0, 0, 0]);
  });

  test('of hundreds all are listed once, page by page', async () => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    const [hers, his] = [
      await publishedId(giulia, giulia.shiftId),
      await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' }),
    ];
    await server.database.run(sql`
      insert into exchange_requests
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'offered_shift_id', null,
        'status', 'annullata', 'close_reason', 'day_begun', 'closed_at', now(),
        'created_at', r.created_at - make_interval(secs => 1 + n / 2)))).*
      from exchange_requests r, generate_series(1, 700) n where r.id = ${hers}`);
    const pages = await pagesOf(giulia, '/api/exchange-requests');
    expect(pages.map(({ length }) => length)).toEqual([500, 202]);
    const listed = pages.flat().map(({ id }) => id);
    expect(new Set(listed).size).toBe(702);
    expect([listed[0], listed.at(-1)]).toEqual([hers, his]);
  });
});
