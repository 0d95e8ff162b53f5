import { expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import { testServer } from '../support/server.ts';
import { early, offered, published, signInOnDuty } from '../support/swaps.ts';

// Data that was read can be sent back as it is: unknown fields are ignored, but a changed owner or permission is refused.

const server = await testServer();
const somebodyElse = '0190a000-0000-7000-8000-000000000001';

test('a shift can be sent back with another note, also one that came from a swap', async () => {
  const { giulia, marco, requestId } = await offered(server);
  const own = await signInOnDuty(server, early);
  await giulia.confirm(requestId, marco.id);
  for (const person of [own, giulia]) {
    const [read] = await person.ask('GET /api/shifts');
    const answer = await person.callUntyped(`PATCH /api/shifts/${read?.id}`, {
      body: { ...read, notes: 'Chiavi in portineria', toString: 'x' },
    });
    expect([answer.status, answer.body]).toEqual([200, { ...read, notes: 'Chiavi in portineria' }]);
    const stolen = await person.callUntyped(`PATCH /api/shifts/${read?.id}`, {
      body: { ...read, notes: 'Altro', userId: somebodyElse },
    });
    expect(stolen.outcome).toBe('403 forbidden');
    expect((await person.callUntyped('GET /api/shifts')).body).toEqual([answer.body]);
  }
});

test('a profile can be sent back, but grants no role and no permission', async () => {
  const accessCode = 'CODICE-PROFILO';
  const { id: worksiteId } = await buildWorksite(server.context, { accessCode });
  const giulia = await server.signIn({ worksiteId });
  const { user } = await giulia.ask('GET /api/auth/user');
  const save = (body: object) => giulia.callUntyped(`PATCH /api/users/${giulia.id}`, { body });
  const saved = await save({ ...user, firstName: 'Ginevra', accessCode });
  expect(saved).toMatchObject({ status: 200, body: { user: { ...user, firstName: 'Ginevra' } } });
  const wanted = [
    { role: 'admin' },
    { role: 'coordinatore' },
    { isActive: false },
    { mayReviewCodes: true },
    { mayApproveSwaps: true },
    { mayLoadShifts: true },
  ];
  for (const more of wanted) {
    expect((await save({ ...user, accessCode, ...more })).outcome).toBe('403 forbidden');
  }
  expect((await giulia.ask('GET /api/auth/user')).user).toEqual({ ...user, firstName: 'Ginevra' });
});

test('requests and codes keep their owner and initial status', async () => {
  const { giulia, requestId } = await published(server);
  const change = (more: object) =>
    giulia.callUntyped(`PUT /api/exchange-requests/${requestId}`, {
      body: {
        offeredShiftId: giulia.shiftId,
        requestedShiftType: 'sera',
        requestedDate: '2026-11-20',
        preAcceptanceCount: 7,
        ...more,
      },
    });
  expect((await change({ requesterId: somebodyElse })).outcome).toBe('403 forbidden');
  expect((await change({ status: 'completata' })).outcome).toBe('400 invalid_data');
  const changed = await change({ requesterId: giulia.id, status: 'aperta' });
  expect(changed.body).toMatchObject({ request: { requestedShiftType: 'sera', preAcceptanceCount: 0 } });

  const enter = (more: object) =>
    giulia.callUntyped('POST /api/operations', { body: { type: 'OPP', code: 'OP12', ...more } });
  expect((await enter({ userId: somebodyElse })).outcome).toBe('403 forbidden');
  expect((await enter({ status: 'approved' })).outcome).toBe('400 invalid_data');
  const entered = await enter({ userId: giulia.id, status: 'pending', reviewedAt: '2026-11-16' });
  expect([entered.status, entered.body]).toMatchObject([201, { status: 'pending', reviewedAt: null }]);
});
