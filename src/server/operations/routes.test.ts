import { describe, expect, test } from 'vitest';
import { actsOn, codeTeam } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';

// Entering and deleting codes, and whose pages refresh; verdicts: review.test.ts, lists: lists.test.ts.

const server = await testServer();
const { database } = server;
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
  expect((await driver.callUntyped(call, { body })).outcome).toBe('403 operations_not_offered');
});

const remove = async (person: Caller, id: string): Promise<string> =>
  (await person.call('DELETE /api/operations/:id', { params: { id } })).outcome;

describe('entering a code', () => {
  test('it is pending, in upper case, with its description', async () => {
    const { giulia } = await codeTeam(server);
    const answer = await giulia.enterCode({ code: ' op12ab ', description: '  Sostituzione contatore ' });
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
    expect(await giulia.listCodes()).toMatchObject({
      operations: [answer.body],
      counts: { OPP: 1, Case: 0 },
    });
    const { body } = await giulia.enterCode({ type: 'Case', code: '0012', description: '' });
    expect(body).toMatchObject({ type: 'Case', code: '0012', description: null });
  });

  test.each([
    [{ code: 'OP' }, 'code', 'Errore formato OP'],
    [{ code: 'OP 12' }, 'code', 'Errore formato OP'],
    [{ code: 'OPß1' }, 'code', 'Errore formato OP'],
    [{ type: 'Case', code: 'OP12' }, 'code', 'Errore formato Case'],
    [{ type: 'Case', code: '٣' }, 'code', 'Errore formato Case'],
    [{ type: 'Altro' }, 'type', 'Scegli OPP o Case'],
    [{ status: 'approved' }, 'status', 'Un codice nuovo è in attesa'],
    [{ code: `OP${'1'.repeat(60)}` }, 'code', 'Al massimo 60 caratteri'],
    [{ description: 'x'.repeat(501) }, 'description', 'Al massimo 500 caratteri'],
  ])('%j is refused', async (body, field, message) => {
    const { giulia } = await codeTeam(server);
    const answer = await giulia.enterCode(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', fields: { [field]: message } },
    });
    expect((await giulia.listCodes()).operations).toEqual([]);
  });

  test('twice by one person is refused, by two people accepted', async () => {
    const { giulia, anna } = await codeTeam(server);
    await giulia.enteredCode();
    const again = await giulia.enterCode({ code: 'op12ab' });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'operation_duplicate', message: 'Hai già inserito questo codice' },
    });
    expect(again.refusal.fields).toEqual({ code: 'Hai già inserito questo codice' });
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const his = await marco.enteredCode();
    // reviewers see that somebody else has it too, people who enter it do not
    const others = async (person: Caller, view?: 'worksite') =>
      (await person.listCodes(view && { view })).operations
        .map(({ othersWithCode }) => othersWithCode)
        .toSorted();
    expect(await others(anna, 'worksite')).toEqual([1, 1]);
    expect(await others(marco)).toEqual([null]);
    // a rejected code no longer counts
    await anna.reviewCode(his, 'rejected');
    expect(await others(anna, 'worksite')).toEqual([0, 1]);
  });

  test('an approved code cannot be entered again, a rejected one can', async () => {
    const { giulia, anna } = await codeTeam(server);
    const approved = await giulia.enteredCode({ code: 'OP1' });
    const rejected = await giulia.enteredCode({ code: 'OP2' });
    await anna.reviewCode(approved, 'approved');
    await anna.reviewCode(rejected, 'rejected');
    expect((await giulia.enterCode({ code: 'OP1' })).outcome).toBe('409 operation_duplicate');
    const again = await giulia.enteredCode({ code: 'OP2' });
    expect((await giulia.enterCode({ code: 'OP2' })).outcome).toBe('409 operation_duplicate');
    await anna.reviewCode(again, 'rejected');
    expect((await giulia.enterCode({ code: 'OP2' })).outcome).toBe('201');
  });
});

test.each<[string, (ceo: Caller, code: string) => Promise<Answer<unknown>>]>([
  ['approves', (ceo, code) => ceo.reviewCode(code, 'approved')],
  ['rejects', (ceo, code) => ceo.reviewCodes([code], 'rejected')],
  ['deletes', (ceo, code) => ceo.call('DELETE /api/ceo/operations/:id', { params: { id: code } })],
  ['puts back', (ceo, code) => ceo.reviewCode(code, 'pending')],
])('the CEO %s a code: screens of its worksite follow, none of their own', async (what, act) => {
  const { giulia, anna } = await codeTeam(server);
  const ceo = await server.signInCeo();
  const beside = await server.signIn({ worksiteId: ceo.worksiteId, mayReviewCodes: true });
  const code = await giulia.enteredCode();
  if (what === 'puts back') await anna.reviewCode(code, 'approved');
  const heard = await listsHeard(server, { giulia, anna, beside }, async () =>
    expect((await act(ceo, code)).status).toBeLessThan(300),
  );
  expect(heard).toEqual({ giulia: ['notifications', 'operations'], anna: ['operations'], beside: [] });
});

describe('deleting', () => {
  test('a pending code is deleted by its owner, without a notification', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    expect(await remove(giulia, code)).toBe('204');
    expect((await giulia.listCodes()).counts).toEqual({ OPP: 0, Case: 0 });
    expect(await giulia.notifications()).toEqual([]);
    expect(await remove(giulia, code)).toBe('404 not_found');
    const reviewed = await giulia.enteredCode();
    await anna.reviewCode(reviewed, 'approved');
    expect(await giulia.call('DELETE /api/operations/:id', { params: { id: reviewed } })).toMatchObject({
      status: 409,
      body: {
        code: 'operation_processed',
        message: 'Questo codice è già stato esaminato: può eliminarlo solo il CEO.',
      },
    });
  });

  test('somebody else’s code cannot be deleted', async () => {
    const { giulia, anna } = await codeTeam(server);
    const code = await giulia.enteredCode();
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    expect(await remove(marco, code)).toBe('404 not_found');
    expect(await remove(anna, code)).toBe('403 forbidden');
    expect((await giulia.listCodes()).counts.OPP).toBe(1);
  });

  test('the CEO deletes in any status; the owner is notified and the audit stays', async () => {
    const { giulia, anna } = await codeTeam(server);
    const ceo = await server.signInCeo();
    for (const [code, status] of [
      ['OP1', 'approved'],
      ['OP2', 'rejected'],
      ['OP3', null],
    ] as const) {
      const operation = await giulia.enteredCode({ code });
      if (status) await anna.reviewCode(operation, status);
      server.clock.advance(1);
      expect(await ceo.statusOf('DELETE /api/ceo/operations/:id', { params: { id: operation } })).toBe(204);
      expect((await actsOn(database, operation)).at(-1)).toMatchObject({
        action: 'operation_deleted',
        before: { code, status: status ?? 'pending', userId: giulia.id },
      });
    }
    expect((await giulia.listCodes()).operations).toEqual([]);
    const news = (await giulia.notifications()).at(-1);
    expect(news?.message).toBe('Il CEO ha eliminato il tuo codice OPP OP3.');
    const params = { id: unknownId };
    expect((await ceo.call('DELETE /api/ceo/operations/:id', { params })).outcome).toBe('404 not_found');
  });
});
