import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { actsOn } from '../../../tests/support/acts.ts';
import { type Answer, outcomeOf } from '../../../tests/support/caller.ts';
import { codeTeam, entered, listCodes, review, reviewAll } from '../../../tests/support/operations.ts';
import { testServer } from '../../../tests/support/server.ts';
import { notificationsOf } from '../../../tests/support/swaps.ts';
import { reviewOperation } from './commands.review.ts';

// Verdicts on codes, and those that the CEO takes back.

const server = await testServer();
const { database } = server;
const unknownId = '0197a2b4-5c6d-7e8f-9012-3456789abcde';

describe('reviewing', () => {
  test('an approved code says who and when, and its owner hears of it', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await entered(giulia);
    server.clock.set('2026-11-16T15:00:00.000Z');
    const answer = await review(anna, code, 'approved');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        reviewedAt: '2026-11-16T15:00:00.000Z',
        reviewedBy: { id: anna.id, firstName: 'Anna', lastName: 'Villa' },
        rejectionReason: null,
        canReview: false,
        canDelete: false,
      },
    });
    expect(await notificationsOf(giulia)).toMatchObject([
      {
        type: 'operation_reviewed',
        title: 'Codice approvato',
        message: 'Il tuo codice OPP OP12AB è stato approvato: sarà pagato.',
      },
    ]);
    expect(await actsOn(database, code)).toMatchObject([
      {
        action: 'operation_created',
        actorId: giulia.id,
        before: null,
        after: { type: 'OPP', code: 'OP12AB' },
      },
      {
        action: 'operation_approved',
        actorId: anna.id,
        before: { status: 'pending' },
        after: { status: 'approved', code: 'OP12AB', userId: giulia.id },
      },
    ]);
  });

  test('a rejected code keeps the reason', async () => {
    const { giulia, anna } = await codeTeam(server);
    const { body } = await review(anna, await entered(giulia), 'rejected', ' Manca la firma ');
    expect(body).toMatchObject({ status: 'rejected', rejectionReason: 'Manca la firma' });
    expect((await notificationsOf(giulia)).at(-1)?.message).toBe(
      'Il tuo codice OPP OP12AB è stato rifiutato: non sarà pagato. Motivo: Manca la firma',
    );
  });

  test.each([
    ['pending with a reason', { status: 'pending', reason: 'errore' }, 'reason'],
    ['an approval with a reason', { status: 'approved', reason: 'perché sì' }, 'reason'],
  ])('%s is refused', async (_name, body, field) => {
    const { giulia, anna } = await codeTeam(server);
    const code = await entered(giulia);
    const answer = await anna.callUntyped('PATCH /api/operations/:id', { params: { id: code }, body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual([field]);
  });

  test('repeating a review changes nothing, another verdict is refused', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await entered(giulia);
    const once = await review(anna, code, 'rejected', 'Illeggibile');
    server.clock.advance(60);
    expect((await review(anna, code, 'rejected', 'Illeggibile')).body).toEqual(once.body);
    expect(await notificationsOf(giulia)).toHaveLength(1);
    const other = await review(anna, code, 'approved');
    expect(other).toMatchObject({
      status: 409,
      body: {
        code: 'operation_already_reviewed',
        message: 'Anna Villa ha già rifiutato questo codice.',
      },
    });
    const second = await server.signIn({ worksiteId: giulia.worksiteId, mayReviewCodes: true });
    const same = await review(second, code, 'rejected', 'Illeggibile');
    expect(outcomeOf(same)).toBe('409 operation_already_reviewed');
  });

  test('a colleague without the permission reviews and reads nothing of others', async () => {
    const { giulia } = await codeTeam(server);
    const code = await entered(giulia);
    const colleague = await server.signIn({ worksiteId: giulia.worksiteId, role: 'coordinatore' });
    const query = { view: 'worksite' } as const;
    const answers: Answer<unknown>[] = [
      await review(colleague, code, 'approved'),
      await reviewAll(colleague, [code], 'approved'),
      await colleague.call('GET /api/operations/page', { query }),
      await colleague.call('GET /api/operations/page', { query: { view: 'others' } }),
      await colleague.call('GET /api/operations/export', { query }),
    ];
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['403 operation_not_reviewer']));
  });

  test('a permission taken back after the session was read no longer counts', async () => {
    const giulia = await server.signIn();
    const { worksiteId } = giulia;
    const anna = await server.signIn({ worksiteId, mayReviewCodes: true });
    const codeId = await entered(giulia);
    const decide = () =>
      reviewOperation(server.context, anna.signedIn, codeId, { status: 'approved', reason: null });
    await database.run(sql`update users set may_review_codes = false where id = ${anna.id}`);
    await expect(decide()).rejects.toMatchObject({ refusal: { code: 'operation_not_reviewer' } });
    await database.run(
      sql`update users set may_review_codes = true, is_active = false where id = ${anna.id}`,
    );
    await expect(decide()).rejects.toMatchObject({ refusal: { code: 'not_signed_in' } });
    expect((await listCodes(giulia)).operations).toMatchObject([{ id: codeId, status: 'pending' }]);
  });
});

describe('nobody reviews their own code', () => {
  test('a reviewer: neither alone nor among others', async () => {
    const { giulia, anna } = await codeTeam(server);
    const own = await entered(anna);
    const others = await entered(giulia, { code: 'OP7' });
    expect(outcomeOf(await review(anna, own, 'approved'))).toBe('403 operation_own_code');
    const { status, body } = await reviewAll(anna, [own, others], 'approved');
    expect(status).toBe(200);
    expect(body.reviewed.map(({ code }) => code)).toEqual(['OP7']);
    expect(body.refused).toEqual([
      {
        id: own,
        code: 'operation_own_code',
        operationCode: 'OP12AB',
        message: 'È un tuo codice: deve esaminarlo un’altra persona.',
      },
    ]);
    expect((await listCodes(anna)).operations).toMatchObject([{ status: 'pending', canReview: false }]);
  });

  test('the CEO what they entered as its owner, in whatever name and session; others do', async () => {
    const { giulia, anna } = await codeTeam(server);
    const ceo = await server.signInCeo();
    const code = await entered(await server.enterAccount(giulia));
    for (const person of [ceo, await server.enterAccount(anna), await server.signInCeo()])
      expect(outcomeOf(await review(person, code, 'approved'))).toBe('403 operation_own_code');
    expect((await reviewAll(ceo, [code], 'approved')).body).toMatchObject({ reviewed: [] });
    expect((await review(anna, code, 'approved')).status).toBe(200);
  });
});

describe('several at once', () => {
  test('reviewing several codes notifies each owner once and reports what could not be done', async () => {
    const { giulia, anna } = await codeTeam(server);
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const stranger = await server.signIn();
    const ofGiulia = [];
    for (const code of ['OP1', 'OP2', 'OP3', 'OP4', 'OP5']) ofGiulia.push(await entered(giulia, { code }));
    const ofMarco = await entered(marco, { type: 'Case', code: '9' });
    const foreign = await entered(stranger);
    await review(anna, ofGiulia[0]!, 'rejected');
    server.clock.advance(1);
    const ids = [...ofGiulia, ofMarco, foreign, unknownId, ofMarco];
    const { status, body } = await reviewAll(anna, ids, 'approved');
    expect(status).toBe(200);
    expect(body.reviewed.map(({ code }) => code).toSorted()).toEqual(['9', 'OP2', 'OP3', 'OP4', 'OP5']);
    expect(body.refused).toEqual([
      {
        id: ofGiulia[0],
        code: 'operation_already_reviewed',
        operationCode: 'OP1',
        message: 'Anna Villa ha già rifiutato questo codice.',
      },
      { id: foreign, code: 'not_found', operationCode: null, message: expect.any(String) },
      { id: unknownId, code: 'not_found', operationCode: null, message: expect.any(String) },
    ]);
    const news = (await notificationsOf(giulia)).at(-1);
    expect(news).toMatchObject({
      title: '4 codici approvati',
      message: 'OPP OP2, OPP OP3, OPP OP4 e un altro: saranno pagati.',
    });
    expect(await notificationsOf(giulia)).toHaveLength(2);
    expect(await notificationsOf(marco)).toHaveLength(1);
    // named twice, it is decided on and recorded once
    const acts = (await actsOn(database, ofMarco)).map(({ action }) => action);
    expect(acts).toEqual(['operation_created', 'operation_approved']);
    expect(await notificationsOf(stranger)).toEqual([]);
    expect((await listCodes(stranger)).operations).toMatchObject([{ status: 'pending' }]);
  });
});

describe('putting a reviewed code back to pending', () => {
  test.each(['approved', 'rejected'] as const)(
    'the CEO, one that was %s: audited, its owner told',
    async (status) => {
      const { giulia, anna } = await codeTeam(server);
      const ceo = await server.signInCeo();
      const code = await entered(giulia);
      await review(anna, code, status, status === 'rejected' ? 'Illeggibile' : null);
      server.clock.advance(60);
      const answer = await review(ceo, code, 'pending');
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 'pending', reviewedAt: null, reviewedBy: null, rejectionReason: null },
      });
      expect(answer.body).toMatchObject({ canReview: true, canReopen: false });
      const news = (await notificationsOf(giulia)).at(-1);
      expect(news).toMatchObject({ type: 'operation_reviewed', title: 'Codice di nuovo in attesa' });
      expect(news?.message).toContain(status === 'approved' ? 'era stato approvato' : 'era stato rifiutato');
      expect((await actsOn(database, code)).at(-1)).toMatchObject({
        action: 'operation_reopened',
        actorId: ceo.id,
        worksiteId: giulia.worksiteId,
        before: { status, reviewerId: anna.id },
        after: { status: 'pending', type: 'OPP', code: 'OP12AB', userId: giulia.id },
      });
      // and it is reviewed like any other
      expect(outcomeOf(await review(anna, code, 'approved'))).toBe('200');
    },
  );

  test('nobody but the CEO, who sees whether they can', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await entered(giulia);
    await review(anna, code, 'approved');
    for (const person of [giulia, anna, await server.signIn({ role: 'admin' })]) {
      expect(outcomeOf(await review(person, code, 'pending'))).toBe('403 operation_reopening_ceo_only');
    }
    const ceo = await server.signInCeo();
    const query = { worksiteId: giulia.worksiteId };
    const { operations } = await ceo.ask('GET /api/ceo/operations/page', { query });
    expect(operations).toMatchObject([{ id: code, canReopen: true }]);
    expect(outcomeOf(await review(ceo, unknownId, 'pending'))).toBe('404 not_found');
  });
});
