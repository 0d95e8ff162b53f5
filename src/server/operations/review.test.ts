import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { actsOn, codeTeam } from '../../../tests/support/accounts.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { testServer } from '../../../tests/support/server.ts';
import { reviewOperation } from './commands.review.ts';

// Verdicts on codes, and their revocation by the CEO.

const server = await testServer();
const { database } = server;
const unknownId = '0197a2b4-5c6d-7e8f-9012-3456789abcde';

describe('reviewing', () => {
  test('an approved code shows reviewer and time, and its owner is notified', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    server.clock.set('2026-11-16T15:00:00.000Z');
    const answer = await anna.reviewCode(code, 'approved');
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
    expect(await giulia.notifications()).toMatchObject([
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
    const { body } = await anna.reviewCode(await giulia.enteredCode(), 'rejected', ' Manca la firma ');
    expect(body).toMatchObject({ status: 'rejected', rejectionReason: 'Manca la firma' });
    expect((await giulia.notifications()).at(-1)?.message).toBe(
      'Il tuo codice OPP OP12AB è stato rifiutato: non sarà pagato. Motivo: Manca la firma',
    );
  });

  test.each([
    ['pending with a reason', { status: 'pending', reason: 'errore' }, 'reason'],
    ['an approval with a reason', { status: 'approved', reason: 'perché sì' }, 'reason'],
  ])('%s is refused', async (_name, body, field) => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    const answer = await anna.callUntyped('PATCH /api/operations/:id', { params: { id: code }, body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual([field]);
  });

  test('repeating a review changes nothing, another verdict is refused', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    const once = await anna.reviewCode(code, 'rejected', 'Illeggibile');
    server.clock.advance(60);
    expect((await anna.reviewCode(code, 'rejected', 'Illeggibile')).body).toEqual(once.body);
    expect(await giulia.notifications()).toHaveLength(1);
    const other = await anna.reviewCode(code, 'approved');
    expect(other).toMatchObject({
      status: 409,
      body: {
        code: 'operation_already_reviewed',
        message: 'Anna Villa ha già rifiutato questo codice.',
      },
    });
    const second = await server.signIn({ worksiteId: giulia.worksiteId, mayReviewCodes: true });
    const same = await second.reviewCode(code, 'rejected', 'Illeggibile');
    expect(same.outcome).toBe('409 operation_already_reviewed');
  });

  test('a colleague without the permission reviews and reads nothing of others', async () => {
    const { giulia } = await codeTeam(server);
    const code = await giulia.enteredCode();
    const colleague = await server.signIn({ worksiteId: giulia.worksiteId, role: 'coordinatore' });
    const query = { view: 'worksite' } as const;
    const answers: Answer<unknown>[] = [
      await colleague.reviewCode(code, 'approved'),
      await colleague.reviewCodes([code], 'approved'),
      await colleague.call('GET /api/operations/page', { query }),
      await colleague.call('GET /api/operations/page', { query: { view: 'others' } }),
      await colleague.call('GET /api/operations/export', { query }),
    ];
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['403 operation_not_reviewer']));
  });

  test('a permission revoked after the session was read no longer counts', async () => {
    const giulia = await server.signIn();
    const { worksiteId } = giulia;
    const anna = await server.signIn({ worksiteId, mayReviewCodes: true });
    const codeId = await giulia.enteredCode();
    const decide = () =>
      reviewOperation(server.context, anna.signedIn, codeId, { status: 'approved', reason: null });
    await database.run(sql`update users set may_review_codes = false where id = ${anna.id}`);
    await expect(decide()).rejects.toMatchObject({ refusal: { code: 'operation_not_reviewer' } });
    await database.run(
      sql`update users set may_review_codes = true, is_active = false where id = ${anna.id}`,
    );
    await expect(decide()).rejects.toMatchObject({ refusal: { code: 'not_signed_in' } });
    expect((await giulia.listCodes()).operations).toMatchObject([{ id: codeId, status: 'pending' }]);
  });
});

describe('nobody reviews their own code', () => {
  test('a reviewer cannot, neither alone nor among others', async () => {
    const { giulia, anna } = await codeTeam(server);
    const own = await anna.enteredCode();
    const others = await giulia.enteredCode({ code: 'OP7' });
    expect((await anna.reviewCode(own, 'approved')).outcome).toBe('403 operation_own_code');
    const { status, body } = await anna.reviewCodes([own, others], 'approved');
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
    expect((await anna.listCodes()).operations).toMatchObject([{ status: 'pending', canReview: false }]);
  });

  test('the CEO cannot review what they entered as its owner, under any name and session; others can', async () => {
    const { giulia, anna } = await codeTeam(server);
    const ceo = await server.signInCeo();
    const code = await (await server.enterAccount(giulia)).enteredCode();
    for (const person of [ceo, await server.enterAccount(anna), await server.signInCeo()])
      expect((await person.reviewCode(code, 'approved')).outcome).toBe('403 operation_own_code');
    expect((await ceo.reviewCodes([code], 'approved')).body).toMatchObject({ reviewed: [] });
    expect((await anna.reviewCode(code, 'approved')).status).toBe(200);
  });
});

describe('several codes in one call', () => {
  test('reviewing several codes notifies each owner once and reports the failures', async () => {
    const { giulia, anna } = await codeTeam(server);
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const stranger = await server.signIn();
    const ofGiulia = [];
    for (const code of ['OP1', 'OP2', 'OP3', 'OP4', 'OP5']) ofGiulia.push(await giulia.enteredCode({ code }));
    const ofMarco = await marco.enteredCode({ type: 'Case', code: '9' });
    const foreign = await stranger.enteredCode();
    await anna.reviewCode(ofGiulia[0]!, 'rejected');
    server.clock.advance(1);
    const ids = [...ofGiulia, ofMarco, foreign, unknownId, ofMarco];
    const { status, body } = await anna.reviewCodes(ids, 'approved');
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
    const news = (await giulia.notifications()).at(-1);
    expect(news).toMatchObject({
      title: '4 codici approvati',
      message: 'OPP OP2, OPP OP3, OPP OP4 e un altro: saranno pagati.',
    });
    expect(await giulia.notifications()).toHaveLength(2);
    expect(await marco.notifications()).toHaveLength(1);
    // a code listed twice is decided and audited once
    const acts = (await actsOn(database, ofMarco)).map(({ action }) => action);
    expect(acts).toEqual(['operation_created', 'operation_approved']);
    expect(await stranger.notifications()).toEqual([]);
    expect((await stranger.listCodes()).operations).toMatchObject([{ status: 'pending' }]);
  });
});

describe('putting a reviewed code back to pending', () => {
  test.each(['approved', 'rejected'] as const)(
    'the CEO can, if it was %s: audited, its owner notified',
    async (status) => {
      const { giulia, anna } = await codeTeam(server);
      const ceo = await server.signInCeo();
      const code = await giulia.enteredCode();
      await anna.reviewCode(code, status, status === 'rejected' ? 'Illeggibile' : null);
      server.clock.advance(60);
      const answer = await ceo.reviewCode(code, 'pending');
      expect(answer).toMatchObject({
        status: 200,
        body: { status: 'pending', reviewedAt: null, reviewedBy: null, rejectionReason: null },
      });
      expect(answer.body).toMatchObject({ canReview: true, canReopen: false });
      const news = (await giulia.notifications()).at(-1);
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
      expect((await anna.reviewCode(code, 'approved')).outcome).toBe('200');
    },
  );

  test('only the CEO can, and sees whether it is possible', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    await anna.reviewCode(code, 'approved');
    for (const person of [giulia, anna, await server.signIn({ role: 'admin' })]) {
      expect((await person.reviewCode(code, 'pending')).outcome).toBe('403 operation_reopening_ceo_only');
    }
    const ceo = await server.signInCeo();
    const query = { worksiteId: giulia.worksiteId };
    const { operations } = await ceo.ask('GET /api/ceo/operations/page', { query });
    expect(operations).toMatchObject([{ id: code, canReopen: true }]);
    expect((await ceo.reviewCode(unknownId, 'pending')).outcome).toBe('404 not_found');
  });
});
