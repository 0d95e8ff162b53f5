import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { codeTeam } from '../../../tests/support/accounts.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import type { Operation, OperationList } from '../../domain/operations/schema.ts';

// Lists of codes, their statistics and exports.

const server = await testServer();
const { database } = server;

const codesOf = ({ operations }: OperationList): string[] => operations.map(({ code }) => code);

describe('lists', () => {
  test('show people their own codes, reviewers those of their worksite, the CEO all', async () => {
    const { giulia, anna } = await codeTeam(server);
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const stranger = await server.signIn({ mayReviewCodes: true });
    await giulia.enteredCode({ code: 'OPG' });
    await giulia.enteredCode({ type: 'Case', code: '12' });
    await anna.enteredCode({ code: 'OPA' });
    const ofMarco = await marco.enteredCode({ code: 'OPM' });
    const foreign = await stranger.enteredCode({ code: 'OPS' });
    expect(codesOf(await giulia.listCodes()).toSorted()).toEqual(['12', 'OPG']);
    const all = await anna.listCodes({ view: 'worksite', status: 'pending' });
    expect([codesOf(all).toSorted(), all.counts]).toEqual([['12', 'OPA', 'OPG', 'OPM'], { OPP: 3, Case: 1 }]);
    const others = await anna.listCodes({ view: 'others', status: 'pending' });
    expect([codesOf(others).toSorted(), others.counts]).toEqual([['12', 'OPG', 'OPM'], { OPP: 2, Case: 1 }]);
    expect(codesOf(await stranger.listCodes({ view: 'worksite' }))).toEqual(['OPS']);
    expect((await stranger.reviewCode(ofMarco, 'approved')).outcome).toBe('404 not_found');
    const ceo = await server.signInCeo();
    const ofCeo = await ceo.ask('GET /api/ceo/operations/page', { query: { type: 'OPP' } });
    expect(codesOf(ofCeo)).toEqual(expect.arrayContaining(['OPG', 'OPM', 'OPS']));
    const query = { worksiteId: giulia.worksiteId };
    const one = await ceo.ask('GET /api/ceo/operations/page', { query });
    expect(codesOf(one).toSorted()).toEqual(['12', 'OPA', 'OPG', 'OPM']);
    expect(one.operations[0]).toMatchObject({ canReview: true, canDelete: true });
    expect((await ceo.reviewCode(foreign, 'approved')).outcome).toBe('200');
  });

  test('filter by type, status and month in Rome, with counts of both types', async () => {
    // sessions that outlast the clock changes below
    server.clock.set('2026-12-01T09:00:00.000Z');
    const { giulia, anna } = await codeTeam(server);
    // two minutes before midnight of the last day of October in Rome, and two minutes after
    server.clock.set('2026-10-31T22:58:00.000Z');
    const october = await giulia.enteredCode({ code: 'OP1' });
    server.clock.set('2026-10-31T23:02:00.000Z');
    await giulia.enteredCode({ code: 'OP2' });
    await giulia.enteredCode({ type: 'Case', code: '3' });
    server.clock.set('2026-11-30T22:59:59.999Z');
    await giulia.enteredCode({ type: 'Case', code: '4' });
    server.clock.set('2026-11-30T23:00:00.000Z');
    await giulia.enteredCode({ type: 'Case', code: '5' });
    await anna.reviewCode(october, 'approved');

    expect(codesOf(await giulia.listCodes()).toSorted()).toEqual(['3', '4', '5', 'OP1', 'OP2']);
    expect(codesOf(await giulia.listCodes({ type: 'Case' }))).toEqual(['5', '4', '3']);
    expect(codesOf(await giulia.listCodes({ month: '2026-10' }))).toEqual(['OP1']);
    expect(await giulia.listCodes({ month: '2026-11', type: 'OPP' })).toMatchObject({
      operations: [{ code: 'OP2' }],
      counts: { OPP: 1, Case: 2 },
    });
    expect(codesOf(await giulia.listCodes({ month: '2026-12' }))).toEqual(['5']);
    expect(codesOf(await giulia.listCodes({ status: 'approved' }))).toEqual(['OP1']);
    expect((await giulia.listCodes({ status: 'rejected' })).counts).toEqual({ OPP: 0, Case: 0 });
    expect(codesOf(await anna.listCodes({ view: 'worksite', status: 'pending', type: 'OPP' }))).toEqual([
      'OP2',
    ]);
  });

  test('have each code once, page by page', async () => {
    const { giulia, anna } = await codeTeam(server);
    for (let count = 0; count < 120; count += 1) {
      // equal timestamps: their order must be stable across pages
      if (count % 3 === 0) server.clock.advance(1);
      await (count % 2 === 0
        ? giulia.enteredCode({ code: `OP${count}` })
        : giulia.enteredCode({ type: 'Case', code: `${count}` }));
    }
    for (const [person, query] of [
      [giulia, {}],
      [anna, { view: 'worksite', status: 'pending', type: 'OPP' }],
    ] as const) {
      const seen: Operation[] = [];
      let cursor = '';
      do {
        const page = await person.listCodes({ ...query, cursor });
        seen.push(...page.operations);
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      expect(new Set(seen.map((operation) => operation.id)).size).toBe(seen.length);
      expect(seen).toHaveLength('type' in query ? 60 : 120);
      const times = seen.map(({ submittedAt }) => submittedAt);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });
});

test('statistics count the person’s codes of this month and this year in Rome', async () => {
  const { giulia, anna } = await codeTeam(server);
  server.clock.set('2025-12-31T22:59:00.000Z');
  await giulia.enteredCode({ code: 'OP0' });
  server.clock.set('2025-12-31T23:00:00.000Z');
  await giulia.enteredCode({ code: 'OP1' });
  server.clock.set('2026-10-31T22:59:00.000Z');
  const rejected = await giulia.enteredCode({ code: 'OP2' });
  server.clock.set('2026-10-31T23:00:00.000Z');
  const approved = await giulia.enteredCode({ code: 'OP3' });
  await giulia.enteredCode({ type: 'Case', code: '4' });
  await anna.enteredCode({ code: 'OP5' });
  await anna.reviewCode(approved, 'approved');
  await anna.reviewCode(rejected, 'rejected');
  const { body } = await (await server.signInAs(giulia)).call('GET /api/operations/statistics');
  expect(body).toEqual({
    month: '2026-11',
    ofMonth: {
      OPP: { pending: 0, approved: 1, rejected: 0 },
      Case: { pending: 1, approved: 0, rejected: 0 },
    },
    ofYear: {
      OPP: { pending: 1, approved: 1, rejected: 1 },
      Case: { pending: 1, approved: 0, rejected: 0 },
    },
  });
});

describe('the file', () => {
  const read = (answer: Answer<unknown>): string[][] => parse(answer.text, { delimiter: ';', bom: true });

  test('the exported file contains the list, safe for spreadsheets', async () => {
    const { giulia, anna } = await codeTeam(server);
    const body = { type: 'Case', code: '00123', description: '=1+1; "x"' } as const;
    const { id } = await giulia.ask('POST /api/operations', { body });
    await giulia.enteredCode({ type: 'Case', code: '5' });
    await giulia.enteredCode({ code: 'OP1' });
    await anna.reviewCode(id, 'rejected', '@nota');
    const answer = await giulia.call('GET /api/operations/export', {
      query: { type: 'Case', status: 'rejected', month: '2026-11' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="turnario-codici-2026-11-16.csv"',
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text.startsWith('\uFEFFTipo;Codice;')).toBe(true);
    const name = await database.one<{ name: string }>(sql`
      select name from worksites where id = ${giulia.worksiteId}`);
    expect(read(answer).slice(1)).toEqual([
      [
        'Case',
        '="00123"',
        '\'=1+1; "x"',
        'Rifiutato',
        'Non pagato',
        'Giulia Ferri',
        name.name,
        '16/11/2026 10:00',
        'Anna Villa',
        '16/11/2026 10:00',
        "'@nota",
      ],
    ]);
  });

  test('the exported file has all rows of the list, beyond its pages', async () => {
    const { giulia, anna } = await codeTeam(server);
    await database.run(sql`
      insert into operation_codes (worksite_id, user_id, type, code, submitted_at)
      select ${giulia.worksiteId}, ${giulia.id}, 'OPP', 'OP' || n, ${testNow}::timestamptz - n / 7 * interval '1 minute'
      from generate_series(1, 1203) n`);
    const lines = read(await anna.call('GET /api/operations/export', { query: { view: 'worksite' } })).slice(
      1,
    );
    expect(lines).toHaveLength(1203);
    expect(new Set(lines.map(([, code]) => code)).size).toBe(1203);
    expect(read(await anna.call('GET /api/operations/export'))).toHaveLength(1);
    const ceo = await server.signInCeo();
    const ofCeo = await ceo.call('GET /api/ceo/operations/export', {
      query: { worksiteId: giulia.worksiteId, status: 'pending' },
    });
    expect(read(ofCeo)).toHaveLength(1204);
  });
});
