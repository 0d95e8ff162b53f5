import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { actsOn } from '../../../tests/support/acts.ts';
import { type Answer, type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import type {
  Operation,
  OperationList,
  OperationStatus,
  ReviewAccount,
} from '../../domain/operations/schema.ts';
import { reviewOperation } from './commands.review.ts';

// What happens to a code; lists, statistics and files: lists.test.ts.

const server = await testServer();
const { database } = server;

type Body = Record<string, unknown>;

const enter = (person: Caller, body: Body = {}): Promise<Answer<Operation>> =>
  person.callUntyped('POST /api/operations', { body: { type: 'OPP', code: 'OP12AB', ...body } });

async function entered(person: Caller, body: Body = {}): Promise<string> {
  const answer = await enter(person, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const review = (
  person: Caller,
  id: string,
  status: OperationStatus,
  reason?: string | null,
): Promise<Answer<Operation>> =>
  person.call('PATCH /api/operations/:id', {
    params: { id },
    body: { status, ...(reason !== undefined && { reason }) },
  });

const reviewAll = (
  person: Caller,
  ids: string[],
  status: 'approved' | 'rejected',
  reason?: string,
): Promise<Answer<ReviewAccount>> =>
  person.call('POST /api/operations/review', {
    body: { ids, status, ...(reason !== undefined && { reason }) },
  });

const list = (person: Caller, view: 'own' | 'worksite' = 'own'): Promise<OperationList> =>
  person.ask('GET /api/operations/page', { query: view === 'own' ? {} : { view } });
const remove = async (person: Caller, codeId: string): Promise<string> =>
  outcomeOf(await person.call('DELETE /api/operations/:id', { params: { id: codeId } }));

const newsOf = async (person: Caller): Promise<Notification[]> =>
  (await person.ask('GET /api/notifications/page')).notifications;

/** A worksite with somebody who enters codes and somebody who reviews them. */
async function team(): Promise<{ giulia: SignedInCaller; anna: SignedInCaller }> {
  const giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const draft = { worksiteId, firstName: 'Anna', lastName: 'Villa', mayReviewCodes: true };
  return { giulia, anna: await server.signIn(draft) };
}

const unknownId = '0197a2b4-5c6d-7e8f-9012-3456789abcde';

test.each([
  ['GET /api/operations/page'],
  ['GET /api/operations/export'],
  ['GET /api/operations/statistics'],
  ['POST /api/operations', { type: 'OPP', code: 'OP12AB' }],
  [`PATCH /api/operations/${unknownId}`, { status: 'approved' }],
  ['POST /api/operations/review', { ids: [unknownId], status: 'approved' }],
])('%s is offered to nobody of the taxi worksite', async (call, body?: object) => {
  const driver = await server.signIn({ worksiteId: await server.taxiWorksiteId(), mayReviewCodes: true });
  expect(outcomeOf(await driver.callUntyped(call, { body }))).toBe('403 operations_not_offered');
});

describe('entering a code', () => {
  test('it waits, in upper case, with its description', async () => {
    const { giulia } = await team();
    const answer = await enter(giulia, { code: ' op12ab ', description: '  Sostituzione contatore ' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        type: 'OPP',
        code: 'OP12AB',
        description: 'Sostituzione contatore',
        status: 'pending',
        submittedAt: testNow,
        reviewedAt: null,
        reviewedBy: null,
        rejectionReason: null,
        userId: giulia.id,
        user: { firstName: 'Giulia', lastName: 'Ferri' },
        othersWithCode: null,
        canReview: false,
        canDelete: true,
      },
    });
    expect(await list(giulia)).toMatchObject({ operations: [answer.body], counts: { OPP: 1, Case: 0 } });
    const { body } = await enter(giulia, { type: 'Case', code: '0012', description: '' });
    expect(body).toMatchObject({ type: 'Case', code: '0012', description: null });
  });

  test.each([
    [{ code: '' }, 'code', 'Il codice è obbligatorio'],
    [{ code: 'OP' }, 'code', 'Errore formato OP'],
    [{ code: 'OP 12' }, 'code', 'Errore formato OP'],
    [{ code: '1234' }, 'code', 'Errore formato OP'],
    [{ code: 'OPß1' }, 'code', 'Errore formato OP'],
    [{ type: 'Case', code: 'OP12' }, 'code', 'Errore formato Case'],
    [{ type: 'Case', code: '12.5' }, 'code', 'Errore formato Case'],
    [{ type: 'Case', code: '٣' }, 'code', 'Errore formato Case'],
    [{ type: 'Altro' }, 'type', 'Scegli OPP o Case'],
    [{ status: 'approved' }, 'status', 'Un codice nuovo è in attesa'],
    [{ code: `OP${'1'.repeat(60)}` }, 'code', 'Al massimo 60 caratteri'],
    [{ description: 'x'.repeat(501) }, 'description', 'Al massimo 500 caratteri'],
  ])('%j is refused', async (body, field, message) => {
    const { giulia } = await team();
    const answer = await enter(giulia, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', fields: { [field]: message } },
    });
    expect((await list(giulia)).operations).toEqual([]);
  });

  test('twice by one person is refused, by two people it is not', async () => {
    const { giulia, anna } = await team();
    await entered(giulia);
    const again = await enter(giulia, { code: 'op12ab' });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'operation_duplicate', message: 'Hai già inserito questo codice' },
    });
    expect(again.refusal.fields).toEqual({ code: 'Hai già inserito questo codice' });
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const his = await entered(marco);
    // those who review see that somebody else has it too, those who enter it do not
    const others = async (person: Caller, view?: 'worksite') =>
      (await list(person, view)).operations.map(({ othersWithCode }) => othersWithCode).toSorted();
    expect(await others(anna, 'worksite')).toEqual([1, 1]);
    expect(await others(marco)).toEqual([null]);
    // one that was rejected is nobody's any more
    await review(anna, his, 'rejected');
    expect(await others(anna, 'worksite')).toEqual([0, 1]);
  });

  test('an approved code is not entered again, a rejected one is', async () => {
    const { giulia, anna } = await team();
    const approved = await entered(giulia, { code: 'OP1' });
    const rejected = await entered(giulia, { code: 'OP2' });
    await review(anna, approved, 'approved');
    await review(anna, rejected, 'rejected');
    expect(outcomeOf(await enter(giulia, { code: 'OP1' }))).toBe('409 operation_duplicate');
    const again = await entered(giulia, { code: 'OP2' });
    expect(outcomeOf(await enter(giulia, { code: 'OP2' }))).toBe('409 operation_duplicate');
    await review(anna, again, 'rejected');
    expect(outcomeOf(await enter(giulia, { code: 'OP2' }))).toBe('201');
  });
});

describe('reviewing', () => {
  test('an approved code says who and when, and its owner hears of it', async () => {
    const { giulia, anna } = await team();
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
    expect(await newsOf(giulia)).toMatchObject([
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
    const { giulia, anna } = await team();
    const { body } = await review(anna, await entered(giulia), 'rejected', ' Manca la firma ');
    expect(body).toMatchObject({ status: 'rejected', rejectionReason: 'Manca la firma' });
    expect((await newsOf(giulia))[0]?.message).toBe(
      'Il tuo codice OPP OP12AB è stato rifiutato: non sarà pagato. Motivo: Manca la firma',
    );
  });

  test.each([
    ['no verdict', { status: 'seen' }, 'status'],
    ['pending with a reason', { status: 'pending', reason: 'errore' }, 'reason'],
    ['nothing', {}, 'status'],
    ['an approval with a reason', { status: 'approved', reason: 'perché sì' }, 'reason'],
    ['too long a reason', { status: 'rejected', reason: 'x'.repeat(501) }, 'reason'],
  ])('%s is refused', async (_name, body, field) => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    const answer = await anna.callUntyped('PATCH /api/operations/:id', { params: { id: code }, body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual([field]);
  });

  test('repeating a review changes nothing, another verdict is refused', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    const once = await review(anna, code, 'rejected', 'Illeggibile');
    server.clock.advance(60);
    expect((await review(anna, code, 'rejected', 'Illeggibile')).body).toEqual(once.body);
    expect(await newsOf(giulia)).toHaveLength(1);
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
    const { giulia } = await team();
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
    expect((await list(giulia)).operations).toMatchObject([{ id: codeId, status: 'pending' }]);
  });
});

describe('nobody reviews their own code', () => {
  test('a reviewer: neither alone nor among others', async () => {
    const { giulia, anna } = await team();
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
    expect((await list(anna)).operations).toMatchObject([{ status: 'pending', canReview: false }]);
  });

  test('the CEO, neither as themselves nor as a reviewer of the worksite', async () => {
    const ceo = await server.signInCeo();
    const own = await entered(ceo, { code: 'OPCEO1' });
    const anna = await buildUser(server.context, { worksiteId: ceo.worksiteId, mayReviewCodes: true });
    for (const person of [ceo, await server.enterAccount(anna)])
      expect(outcomeOf(await review(person, own, 'approved'))).toBe('403 operation_own_code');
    expect((await reviewAll(ceo, [own], 'rejected')).body).toMatchObject({
      reviewed: [],
      refused: [{ code: 'operation_own_code' }],
    });
    expect((await list(ceo)).operations).toMatchObject([{ id: own, status: 'pending' }]);
  });

  test('the CEO what they entered as its owner, in whatever name and session; others do', async () => {
    const { giulia, anna } = await team();
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
    const { giulia, anna } = await team();
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
    const [news] = await newsOf(giulia);
    expect(news).toMatchObject({
      title: '4 codici approvati',
      message: 'OPP OP2, OPP OP3, OPP OP4 e un altro: saranno pagati.',
    });
    expect(await newsOf(giulia)).toHaveLength(2);
    expect(await newsOf(marco)).toHaveLength(1);
    expect(await newsOf(stranger)).toEqual([]);
    expect((await list(stranger)).operations).toMatchObject([{ status: 'pending' }]);
  });
});

describe('putting a reviewed code back to pending', () => {
  test.each(['approved', 'rejected'] as const)(
    'the CEO, one that was %s: audited, its owner told',
    async (status) => {
      const { giulia, anna } = await team();
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
      const [news] = await newsOf(giulia);
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
    const { giulia, anna } = await team();
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

  test('a rejected code that its owner has entered again cannot be put back to pending', async () => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    const code = await entered(giulia);
    await review(anna, code, 'rejected');
    await entered(giulia);
    expect(await review(ceo, code, 'pending')).toMatchObject({
      status: 409,
      body: {
        code: 'operation_entered_again',
        message: 'Nel frattempo questo codice è stato inserito di nuovo: esamina quello nuovo.',
      },
    });
  });
});

test.each<[string, (ceo: Caller, code: string) => Promise<Answer<unknown>>]>([
  ['approves', (ceo, code) => review(ceo, code, 'approved')],
  ['rejects', (ceo, code) => reviewAll(ceo, [code], 'rejected')],
  ['deletes', (ceo, code) => ceo.call('DELETE /api/ceo/operations/:id', { params: { id: code } })],
  ['puts back', (ceo, code) => review(ceo, code, 'pending')],
])('the CEO %s a code: screens of its worksite follow, none of their own', async (what, act) => {
  const { giulia, anna } = await team();
  const ceo = await server.signInCeo();
  const beside = await server.signIn({ worksiteId: ceo.worksiteId, mayReviewCodes: true });
  const code = await entered(giulia);
  if (what === 'puts back') await review(anna, code, 'approved');
  const heard = await listsHeard(server, { giulia, anna, beside }, async () =>
    expect((await act(ceo, code)).status).toBeLessThan(300),
  );
  expect(heard).toEqual({ giulia: ['notifications', 'operations'], anna: ['operations'], beside: [] });
});

describe('deleting', () => {
  test('a pending code is deleted by its owner, to whom that is no news', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    expect(await remove(giulia, code)).toBe('204');
    expect((await list(giulia)).counts).toEqual({ OPP: 0, Case: 0 });
    expect(await newsOf(giulia)).toEqual([]);
    expect(await remove(giulia, code)).toBe('404 not_found');
    const reviewed = await entered(giulia);
    await review(anna, reviewed, 'approved');
    expect(await giulia.call('DELETE /api/operations/:id', { params: { id: reviewed } })).toMatchObject({
      status: 409,
      body: {
        code: 'operation_processed',
        message: 'Questo codice è già stato esaminato: può eliminarlo solo il CEO.',
      },
    });
  });

  test('somebody else’s code cannot be deleted', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    expect(await remove(marco, code)).toBe('404 not_found');
    expect(await remove(anna, code)).toBe('403 forbidden');
    expect((await list(giulia)).counts.OPP).toBe(1);
  });

  test('the CEO deletes in any status; the owner is told and the record stays', async () => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    for (const [code, status] of [
      ['OP1', 'approved'],
      ['OP2', 'rejected'],
      ['OP3', null],
    ] as const) {
      const operation = await entered(giulia, { code });
      if (status) await review(anna, operation, status);
      server.clock.advance(1);
      expect(await ceo.statusOf('DELETE /api/ceo/operations/:id', { params: { id: operation } })).toBe(204);
      expect((await actsOn(database, operation)).at(-1)).toMatchObject({
        action: 'operation_deleted',
        before: { code, status: status ?? 'pending', userId: giulia.id },
      });
    }
    expect((await list(giulia)).operations).toEqual([]);
    const [news] = await newsOf(giulia);
    expect(news?.message).toBe('Il CEO ha eliminato il tuo codice OPP OP3.');
    const params = { id: unknownId };
    expect(outcomeOf(await ceo.call('DELETE /api/ceo/operations/:id', { params }))).toBe('404 not_found');
  });
});
