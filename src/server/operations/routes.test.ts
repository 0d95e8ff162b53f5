import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { type Answer, type Caller, callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { type EventStream, openEventStream } from '../../../tests/support/eventStream.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import type { InputOf } from '../../domain/call.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import type {
  Operation,
  OperationList,
  OperationStatus,
  ReviewAccount,
} from '../../domain/operations/schema.ts';
import { openSession, readSession } from '../platform/session/session.ts';
import { reviewOperation } from './commands.review.ts';

const server = await startTestServer();
const { database } = server;
const listening = server.listen();
afterAll(() => server.close());
beforeEach(() => server.clock.set(testNow));

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

const list = async (
  person: Caller,
  query: InputOf<'GET /api/operations/page'>['query'] = {},
): Promise<OperationList> => {
  const answer = await person.call('GET /api/operations/page', { query });
  expect(answer.status).toBe(200);
  return answer.body;
};

const codesOf = ({ operations }: OperationList): string[] => operations.map(({ code }) => code);

const newsOf = async (person: Caller): Promise<Notification[]> =>
  (await person.ask('GET /api/notifications/page')).notifications;

/** A worksite with somebody who enters codes and somebody who reviews them. */
async function team(): Promise<{ giulia: SignedInCaller; anna: SignedInCaller }> {
  const giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const draft = { worksiteId, firstName: 'Anna', lastName: 'Villa', mayReviewCodes: true };
  return { giulia, anna: await server.signIn(draft) };
}

const id = '0197a2b4-5c6d-7e8f-9012-3456789abcde';
const calls: [string, (person: Caller) => Promise<Answer<unknown>>][] = [
  ['GET /api/operations/page', (person) => person.call('GET /api/operations/page')],
  ['GET /api/operations/export', (person) => person.call('GET /api/operations/export')],
  ['GET /api/operations/statistics', (person) => person.call('GET /api/operations/statistics')],
  ['POST /api/operations', (person) => enter(person)],
  ['PATCH /api/operations/:id', (person) => review(person, id, 'approved')],
  ['POST /api/operations/review', (person) => reviewAll(person, [id], 'approved')],
  ['DELETE /api/operations/:id', (person) => person.call('DELETE /api/operations/:id', { params: { id } })],
];
const ceoCalls: typeof calls = [
  ['GET /api/ceo/operations/page', (person) => person.call('GET /api/ceo/operations/page')],
  ['GET /api/ceo/operations/export', (person) => person.call('GET /api/ceo/operations/export')],
  [
    'DELETE /api/ceo/operations/:id',
    (person) => person.call('DELETE /api/ceo/operations/:id', { params: { id } }),
  ],
];

describe('who may call', () => {
  test.each([...calls, ...ceoCalls])('%s: nobody who is signed out', async (_name, call) => {
    expect(outcomeOf(await call(server.nobody))).toBe('401 not_signed_in');
  });

  test.each(calls.slice(0, -1))('%s: nobody of the taxi worksite', async (_name, call) => {
    const driver = await server.signIn({ worksiteId: await server.taxiWorksiteId(), mayReviewCodes: true });
    expect(outcomeOf(await call(driver))).toBe('403 operations_not_offered');
  });

  test.each(ceoCalls)('%s: nobody but the CEO', async (_name, call) => {
    const { anna } = await team();
    expect(outcomeOf(await call(anna))).toBe('403 ceo_only');
    const admin = await server.signIn({ role: 'admin' });
    expect(outcomeOf(await call(admin))).toBe('403 ceo_only');
  });
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
    expect(await list(giulia)).toMatchObject({
      operations: [answer.body],
      counts: { OPP: 1, Case: 0 },
      nextCursor: null,
    });
    const { body } = await enter(giulia, { type: 'Case', code: '0012', description: '' });
    expect(body).toMatchObject({ type: 'Case', code: '0012', description: null });
  });

  test.each([
    [{ code: '' }, 'code', 'Il codice è obbligatorio'],
    [{ code: undefined }, 'code', 'Il codice è obbligatorio'],
    [{ code: 'OP' }, 'code', 'Errore formato OP'],
    [{ code: 'OP 12' }, 'code', 'Errore formato OP'],
    [{ code: '1234' }, 'code', 'Errore formato OP'],
    [{ code: 'OPß1' }, 'code', 'Errore formato OP'],
    [{ type: 'Case', code: 'OP12' }, 'code', 'Errore formato Case'],
    [{ type: 'Case', code: '12.5' }, 'code', 'Errore formato Case'],
    [{ type: 'Case', code: '٣' }, 'code', 'Errore formato Case'],
    [{ type: 'Altro' }, 'type', 'Scegli OPP o Case'],
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

  test('the status cannot be sent along', async () => {
    const { giulia } = await team();
    expect((await enter(giulia, { status: 'approved' })).status).toBe(400);
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
    await entered(marco);
    // who reviews sees that somebody else has it too, who enters it does not
    const shown = await list(anna, { view: 'worksite' });
    expect(shown.operations.map(({ othersWithCode }) => othersWithCode)).toEqual([1, 1]);
    expect((await list(marco)).operations.map(({ othersWithCode }) => othersWithCode)).toEqual([null]);
    // one that was rejected is nobody's any more
    const [his] = (await list(marco)).operations;
    await anna.ask('PATCH /api/operations/:id', { params: { id: his!.id }, body: { status: 'rejected' } });
    const left = await list(anna, { view: 'worksite' });
    expect(left.operations.map(({ othersWithCode }) => othersWithCode).toSorted()).toEqual([0, 1]);
  });

  test('what others entered is listed and counted without the own codes, for who reviews them alone', async () => {
    const { giulia, anna } = await team();
    await entered(giulia, { code: 'OP1' });
    await entered(giulia, { type: 'Case', code: '12' });
    await entered(anna, { code: 'OP2' });
    const all = await list(anna, { view: 'worksite', status: 'pending' });
    expect(all.counts).toEqual({ OPP: 2, Case: 1 });
    const others = await list(anna, { view: 'others', status: 'pending' });
    expect(others.counts).toEqual({ OPP: 1, Case: 1 });
    expect(codesOf(others).toSorted()).toEqual(['12', 'OP1']);
    const refused = await giulia.call('GET /api/operations/page', { query: { view: 'others' } });
    expect(outcomeOf(refused)).toBe('403 operation_not_reviewer');
  });

  test('an approved code is not entered again, a rejected one is', async () => {
    const { giulia, anna } = await team();
    const approved = await entered(giulia, { code: 'OP1' });
    const rejected = await entered(giulia, { code: 'OP2' });
    await review(anna, approved, 'approved');
    await review(anna, rejected, 'rejected');
    expect(outcomeOf(await enter(giulia, { code: 'OP1' }))).toBe('409 operation_duplicate');
    expect(outcomeOf(await enter(giulia, { code: 'OP2' }))).toBe('201');
    expect(outcomeOf(await enter(giulia, { code: 'OP2' }))).toBe('409 operation_duplicate');
    // and rejected and entered once more
    const [open] = (await list(giulia, { status: 'pending' })).operations;
    await review(anna, open!.id, 'rejected');
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
    const audits = await database.many<object>(sql`
      select action, actor_id as actor, before, after from audit_log where target_id = ${code} order by at, id`);
    expect(audits).toEqual([
      {
        action: 'operation_created',
        actor: giulia.id,
        before: null,
        after: { type: 'OPP', code: 'OP12AB' },
      },
      {
        action: 'operation_approved',
        actor: anna.id,
        before: expect.objectContaining({ status: 'pending' }),
        after: expect.objectContaining({ status: 'approved', code: 'OP12AB', userId: giulia.id }),
      },
    ]);
  });

  test('a rejected code keeps the reason', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia, { type: 'Case', code: '77' });
    const { body } = await review(anna, code, 'rejected', ' Manca la firma ');
    expect(body).toMatchObject({ status: 'rejected', rejectionReason: 'Manca la firma' });
    const [news] = await newsOf(giulia);
    expect(news?.message).toBe(
      'Il tuo codice Case 77 è stato rifiutato: non sarà pagato. Motivo: Manca la firma',
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
    expect(outcomeOf(await review(second, code, 'rejected', 'Illeggibile'))).toBe(
      '409 operation_already_reviewed',
    );
  });

  test('a colleague without the permission reviews nothing, whatever their role', async () => {
    const { giulia } = await team();
    const code = await entered(giulia);
    for (const role of ['operatore', 'team_leader', 'coordinatore', 'admin'] as const) {
      const colleague = await server.signIn({ worksiteId: giulia.worksiteId, role });
      expect(outcomeOf(await review(colleague, code, 'approved'))).toBe('403 operation_not_reviewer');
      expect(outcomeOf(await reviewAll(colleague, [code], 'approved'))).toBe('403 operation_not_reviewer');
      expect(
        outcomeOf(await colleague.call('GET /api/operations/page', { query: { view: 'worksite' } })),
      ).toBe('403 operation_not_reviewer');
      expect(
        outcomeOf(await colleague.call('GET /api/operations/export', { query: { view: 'worksite' } })),
      ).toBe('403 operation_not_reviewer');
    }
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

  test('the permission counts at once, given and taken', async () => {
    const { giulia, anna } = await team();
    const [one, other] = [await entered(giulia, { code: 'OP1' }), await entered(giulia, { code: 'OP2' })];
    expect(outcomeOf(await review(anna, one, 'approved'))).toBe('200');
    await database.run(sql`update users set may_review_codes = false where id = ${anna.id}`);
    expect(outcomeOf(await review(anna, other, 'approved'))).toBe('403 operation_not_reviewer');
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

  test('the CEO', async () => {
    const ceo = await server.signInCeo();
    const own = await entered(ceo, { code: 'OPCEO1' });
    expect(outcomeOf(await review(ceo, own, 'approved'))).toBe('403 operation_own_code');
    expect((await reviewAll(ceo, [own], 'rejected')).body).toMatchObject({
      reviewed: [],
      refused: [{ code: 'operation_own_code' }],
    });
    // not as a reviewer of the same worksite either, whom they act as
    const anna = await buildUser(server.context, { worksiteId: ceo.worksiteId, mayReviewCodes: true });
    const asAnna = await impersonate(ceo, anna);
    expect(outcomeOf(await review(asAnna, own, 'approved'))).toBe('403 operation_own_code');
    expect((await list(ceo, { status: 'pending' })).operations.map(({ id: listed }) => listed)).toContain(
      own,
    );
  });

  test('a code that the CEO entered as its owner is reviewed by others', async () => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    const code = await entered(await impersonate(ceo, giulia));
    expect(outcomeOf(await review(ceo, code, 'approved'))).toBe('403 operation_own_code');
    expect((await reviewAll(ceo, [code], 'approved')).body).toMatchObject({ reviewed: [] });
    // nor in anybody else's name, and with another session
    expect(outcomeOf(await review(await impersonate(ceo, anna), code, 'approved'))).toBe(
      '403 operation_own_code',
    );
    expect(outcomeOf(await review(await server.signInCeo(), code, 'rejected'))).toBe(
      '403 operation_own_code',
    );
    const change = database.run(sql`
      update operation_codes set status = 'approved', reviewed_at = now(), reviewed_by = ${ceo.id} where id = ${code}`);
    await expect(change).rejects.toMatchObject({ constraint: 'nobody_reviews_what_they_entered' });
    expect((await review(anna, code, 'approved')).status).toBe(200);
  });

  test('the table itself', async () => {
    const { giulia } = await team();
    const own = await entered(giulia);
    const change = database.run(sql`
      update operation_codes set status = 'approved', reviewed_at = now(), reviewed_by = user_id where id = ${own}`);
    await expect(change).rejects.toMatchObject({ constraint: 'nobody_reviews_their_own_code' });
  });

  /** A session of the CEO's in which they act as somebody. */
  async function impersonate(ceo: SignedInCaller, person: { id: string }): Promise<Caller> {
    const token = await openSession(database, person.id, false, server.clock.now());
    const { sessionId } = (await readSession(server.context, { own: token }))!;
    await database.run(sql`
      update sessions set parent_session_id = ${ceo.signedIn.sessionId} where id = ${sessionId}`);
    return callerOf(server.app, server.context.settings, ceo.token, token);
  }
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
    const ids = [...ofGiulia, ofMarco, foreign, id, ofMarco];
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
      { id, code: 'not_found', operationCode: null, message: expect.any(String) },
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

  test('none and more than a hundred are refused', async () => {
    const { anna } = await team();
    expect((await reviewAll(anna, [], 'approved')).refusal.fields).toEqual({
      ids: 'Scegli almeno un codice',
    });
    const many = Array.from({ length: 101 }, () => id);
    expect((await reviewAll(anna, many, 'approved')).refusal.fields).toEqual({
      ids: 'Al massimo 100 codici alla volta',
    });
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
      const audit = await database.one<object>(sql`
        select actor_id as actor, worksite_id as worksite, before, after from audit_log
        where target_id = ${code} and action = 'operation_reopened'`);
      expect(audit).toEqual({
        actor: ceo.id,
        worksite: giulia.worksiteId,
        before: { status, reviewerId: anna.id },
        after: { status: 'pending', type: 'OPP', code: 'OP12AB', userId: giulia.id },
      });
      // and it is reviewed like any other
      expect(outcomeOf(await review(anna, code, 'approved'))).toBe('200');
    },
  );

  test('again changes nothing more', async () => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    const code = await entered(giulia);
    expect((await review(ceo, code, 'pending')).status).toBe(200);
    expect(await newsOf(giulia)).toEqual([]);
    await review(anna, code, 'approved');
    const once = await review(ceo, code, 'pending');
    expect((await review(ceo, code, 'pending')).body).toEqual(once.body);
    expect(await newsOf(giulia)).toHaveLength(2);
  });

  test('nobody but the CEO, who sees whether they can', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    await review(anna, code, 'approved');
    for (const person of [giulia, anna, await server.signIn({ role: 'admin' })]) {
      expect(outcomeOf(await review(person, code, 'pending'))).toBe('403 operation_reopening_ceo_only');
    }
    expect((await list(anna, { view: 'worksite' })).operations).toMatchObject([{ canReopen: false }]);
    const ceo = await server.signInCeo();
    const { body } = await ceo.call('GET /api/ceo/operations/page', {
      query: { worksiteId: giulia.worksiteId },
    });
    expect(body.operations).toMatchObject([{ id: code, canReopen: true }]);
    expect(outcomeOf(await review(ceo, id, 'pending'))).toBe('404 not_found');
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

describe('screens follow', () => {
  const heard: EventStream[] = [];
  afterEach(() => Promise.all(heard.splice(0).map((stream) => stream.close())));

  /** A screen of this person that stands open. */
  async function listen(person: SignedInCaller): Promise<EventStream> {
    const stream = await openEventStream(await listening, person.token);
    heard.push(stream);
    expect(await stream.next()).toMatchObject({ name: 'hello' });
    return stream;
  }
  const changed = { name: 'changed', data: { lists: ['operations'] } };

  /** What the CEO does with a code; each is told to its owner and to the reviewers of the owner's worksite. */
  const acts: [string, (ceo: Caller, code: string) => Promise<Answer<unknown>>][] = [
    ['approves', (ceo, code) => review(ceo, code, 'approved')],
    ['rejects', (ceo, code) => reviewAll(ceo, [code], 'rejected')],
    ['deletes', (ceo, code) => ceo.call('DELETE /api/ceo/operations/:id', { params: { id: code } })],
  ];

  test.each(acts)('the CEO %s: at the code’s worksite, not at their own', async (_name, act) => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    const beside = await server.signIn({ worksiteId: ceo.worksiteId, mayReviewCodes: true });
    const code = await entered(giulia);
    const [owner, reviewer, neighbour] = [await listen(giulia), await listen(anna), await listen(beside)];
    expect((await act(ceo, code)).status).toBeLessThan(300);
    expect(await reviewer.next()).toEqual(changed);
    const ofOwner = [await owner.next(), await owner.next()];
    expect(ofOwner).toContainEqual(changed);
    // nothing came before what happens at their own worksite
    await beside.call('PATCH /api/notifications/mark-all-read');
    expect(await neighbour.next()).toEqual({ name: 'changed', data: { lists: ['notifications'] } });
  });

  test('the CEO puts one back: at the code’s worksite too', async () => {
    const { giulia, anna } = await team();
    const ceo = await server.signInCeo();
    const code = await entered(giulia);
    await review(ceo, code, 'approved');
    const reviewer = await listen(anna);
    await review(ceo, code, 'pending');
    expect(await reviewer.next()).toEqual(changed);
  });
});

describe('deleting', () => {
  test('a pending code is deleted by its owner', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia);
    expect(await giulia.statusOf('DELETE /api/operations/:id', { params: { id: code } })).toBe(204);
    expect((await list(giulia)).counts).toEqual({ OPP: 0, Case: 0 });
    // what she did herself is no news
    expect(await newsOf(giulia)).toEqual([]);
    expect(outcomeOf(await giulia.call('DELETE /api/operations/:id', { params: { id: code } }))).toBe(
      '404 not_found',
    );
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
    expect(outcomeOf(await marco.call('DELETE /api/operations/:id', { params: { id: code } }))).toBe(
      '404 not_found',
    );
    expect(outcomeOf(await anna.call('DELETE /api/operations/:id', { params: { id: code } }))).toBe(
      '403 forbidden',
    );
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
      const { before } = await database.one<{ before: object }>(sql`
        select before from audit_log where target_id = ${operation} and action = 'operation_deleted'`);
      expect(before).toMatchObject({ code, status: status ?? 'pending', userId: giulia.id });
    }
    expect((await list(giulia)).operations).toEqual([]);
    const [news] = await newsOf(giulia);
    expect(news?.message).toBe('Il CEO ha eliminato il tuo codice OPP OP3.');
    expect(outcomeOf(await ceo.call('DELETE /api/ceo/operations/:id', { params: { id } }))).toBe(
      '404 not_found',
    );
  });
});

describe('lists', () => {
  test('everyone sees their own, reviewers those of their worksite, the CEO all', async () => {
    const { giulia, anna } = await team();
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const stranger = await server.signIn({ mayReviewCodes: true });
    await entered(giulia, { code: 'OPG' });
    const ofMarco = await entered(marco, { code: 'OPM' });
    const foreign = await entered(stranger, { code: 'OPS' });
    expect(codesOf(await list(giulia))).toEqual(['OPG']);
    expect(codesOf(await list(anna))).toEqual([]);
    expect(codesOf(await list(anna, { view: 'worksite' })).toSorted()).toEqual(['OPG', 'OPM']);
    expect(codesOf(await list(stranger, { view: 'worksite' }))).toEqual(['OPS']);
    // nobody sees, decides on or deletes codes of another worksite
    expect(outcomeOf(await review(stranger, ofMarco, 'approved'))).toBe('404 not_found');
    expect(outcomeOf(await review(anna, foreign, 'approved'))).toBe('404 not_found');
    expect(outcomeOf(await anna.call('DELETE /api/operations/:id', { params: { id: foreign } }))).toBe(
      '404 not_found',
    );
    const ceo = await server.signInCeo();
    const all = await ceo.call('GET /api/ceo/operations/page', { query: { type: 'OPP' } });
    expect(codesOf(all.body)).toEqual(expect.arrayContaining(['OPG', 'OPM', 'OPS']));
    const one = await ceo.call('GET /api/ceo/operations/page', { query: { worksiteId: giulia.worksiteId } });
    expect(codesOf(one.body).toSorted()).toEqual(['OPG', 'OPM']);
    expect(one.body.operations[0]).toMatchObject({ canReview: true, canDelete: true });
    expect(outcomeOf(await review(ceo, foreign, 'approved'))).toBe('200');
  });

  test('lists filter by type, status and month in Rome, with counts of both types', async () => {
    // sessions that live longer than what follows goes back
    server.clock.set('2026-12-01T09:00:00.000Z');
    const { giulia, anna } = await team();
    // two minutes before midnight of the last day of October in Rome, and two minutes after
    server.clock.set('2026-10-31T22:58:00.000Z');
    const october = await entered(giulia, { code: 'OP1' });
    server.clock.set('2026-10-31T23:02:00.000Z');
    await entered(giulia, { code: 'OP2' });
    await entered(giulia, { type: 'Case', code: '3' });
    server.clock.set('2026-11-30T22:59:59.999Z');
    await entered(giulia, { type: 'Case', code: '4' });
    server.clock.set('2026-11-30T23:00:00.000Z');
    await entered(giulia, { type: 'Case', code: '5' });
    await review(anna, october, 'approved');

    expect(codesOf(await list(giulia)).toSorted()).toEqual(['3', '4', '5', 'OP1', 'OP2']);
    expect(codesOf(await list(giulia, { type: 'Case' }))).toEqual(['5', '4', '3']);
    expect(codesOf(await list(giulia, { month: '2026-10' }))).toEqual(['OP1']);
    expect(await list(giulia, { month: '2026-11', type: 'OPP' })).toMatchObject({
      operations: [{ code: 'OP2' }],
      counts: { OPP: 1, Case: 2 },
    });
    expect(codesOf(await list(giulia, { month: '2026-12' }))).toEqual(['5']);
    expect(codesOf(await list(giulia, { status: 'approved' }))).toEqual(['OP1']);
    expect((await list(giulia, { status: 'rejected' })).counts).toEqual({ OPP: 0, Case: 0 });
    expect(codesOf(await list(anna, { view: 'worksite', status: 'pending', type: 'OPP' }))).toEqual(['OP2']);
  });

  test('page by page, each code once', async () => {
    const { giulia, anna } = await team();
    for (let count = 0; count < 120; count += 1) {
      // several of one moment: the order among them must hold across pages
      if (count % 3 === 0) server.clock.advance(1);
      await entered(giulia, count % 2 === 0 ? { code: `OP${count}` } : { type: 'Case', code: `${count}` });
    }
    for (const [person, query] of [
      [giulia, {}],
      [giulia, { type: 'Case' }],
      [anna, { view: 'worksite' }],
      [anna, { view: 'worksite', status: 'pending', type: 'OPP' }],
    ] as const) {
      const seen: Operation[] = [];
      let cursor = '';
      do {
        const page = await list(person, { ...query, cursor });
        seen.push(...page.operations);
        cursor = page.nextCursor ?? '';
      } while (cursor !== '');
      expect(new Set(seen.map((operation) => operation.id)).size).toBe(seen.length);
      expect(seen).toHaveLength('type' in query ? 60 : 120);
      const times = seen.map(({ submittedAt }) => submittedAt);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  test.each([
    '?month=2026-13',
    '?month=novembre',
    '?status=paid',
    '?type=opp',
    '?view=all',
    '?cursor=x',
    `?userId=${id}`,
    `?worksiteId=${id}`,
  ])('%s is refused', async (query) => {
    const { anna } = await team();
    expect(outcomeOf(await anna.callUntyped(`GET /api/operations${query}`))).toBe('400 invalid_data');
  });

  test('the CEO’s list refuses what is no worksite', async () => {
    const ceo = await server.signInCeo();
    const answer = await ceo.call('GET /api/ceo/operations/page', { query: { worksiteId: 'tutti' } });
    expect(outcomeOf(answer)).toBe('400 invalid_data');
  });
});

test('statistics count one’s own codes of this month and this year in Rome', async () => {
  const { giulia, anna } = await team();
  server.clock.set('2025-12-31T22:59:00.000Z');
  await entered(giulia, { code: 'OP0' });
  server.clock.set('2025-12-31T23:00:00.000Z');
  await entered(giulia, { code: 'OP1' });
  server.clock.set('2026-10-31T22:59:00.000Z');
  const rejected = await entered(giulia, { code: 'OP2' });
  server.clock.set('2026-10-31T23:00:00.000Z');
  const approved = await entered(giulia, { code: 'OP3' });
  await entered(giulia, { type: 'Case', code: '4' });
  await entered(anna, { code: 'OP5' });
  await review(anna, approved, 'approved');
  await review(anna, rejected, 'rejected');
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

  test('the exported file holds what the list shows, safe for spreadsheets', async () => {
    const { giulia, anna } = await team();
    const code = await entered(giulia, { type: 'Case', code: '00123', description: '=1+1; "x"' });
    await entered(giulia, { type: 'Case', code: '5' });
    await entered(giulia);
    await review(anna, code, 'rejected', '@nota');
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
    const { giulia, anna } = await team();
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
