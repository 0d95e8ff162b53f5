import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { dayAt, offerDay, publishedDay, signInWorker, workers } from '../../../tests/support/days.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  awaiting,
  early,
  late,
  offeredForApproval,
  setApproval,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';

// A confirmed swap waiting for approval: what its people and approvers see, and what is refused meanwhile.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const wanted =
  'Lo scambio di Giulia Ferri per venerdì 20 novembre 2026 aspetta l’approvazione. Approvalo o rifiutalo.';

test('a confirmed swap waits: nothing has changed hands, and only approvers are told', async () => {
  const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  await sara.offer(requestId);
  expect((await giulia.confirm(requestId, marco.id)).body.request).toMatchObject({
    status: 'aperta',
    tab: 'pre-accettati',
    isAwaitingApproval: true,
    awaitedAccepterId: marco.id,
    approvalUntil: '2026-11-20T05:00:00.000Z',
    preAcceptanceCount: 2,
  });
  expect(await giulia.entryOn()).toMatchObject(early);
  // it is listed among hers with offers, but asks nothing of her
  const { requests, ownWithOffers } = await giulia.readTab('pre-accettati');
  expect([requests.map(({ id }) => id), ownWithOffers]).toEqual([[requestId], 0]);
  expect(await giulia.ask('GET /api/exchange-requests/waiting')).toEqual({
    requests: [],
    total: 0,
    fitting: [],
    fittingTotal: 0,
  });
  expect(await marco.notificationTypes()).toEqual(['new_exchange_request']);
  expect(await sara.notificationTypes()).toEqual([]);
  const asked = { type: 'approval_wanted', message: wanted, relatedRequestId: requestId, isOver: false };
  expect(await anna.notifications()).toMatchObject([asked]);
  // the question about Marco's offer is answered; Sara's offer stands
  expect(await giulia.notifications()).toMatchObject([{ isOver: true }, { isOver: false }]);
  // meanwhile offers can be neither made nor taken, except to repeat the same one
  const message = 'Questa richiesta ha già uno scambio che aspetta l’approvazione.';
  const waits = { status: 409, body: { code: 'exchange_awaiting_approval', message } };
  expect(await giulia.confirm(requestId, sara.id)).toMatchObject(waits);
  const ugo = await signInOnDuty(server, late, { worksiteId });
  expect(await ugo.preAccept(requestId)).toMatchObject(waits);
  expect((await ugo.readRequest(requestId)).body.preAccept).toEqual({ isAllowed: false, reason: message });
  expect((await sara.preAccept(requestId)).status).toBe(200);
  const own = (await giulia.readRequest(requestId)).body;
  expect(own.preAcceptedBy.map(({ confirm: { reason } }) => reason)).toEqual([message, message]);
  // the two people know whose offer it is, others only that it waits
  const known = { isAwaitingApproval: true, userHasPreAccepted: true };
  expect((await marco.readRequest(requestId)).body).toMatchObject({ ...known, awaitedAccepterId: marco.id });
  expect((await sara.readRequest(requestId)).body).toMatchObject({
    ...known,
    awaitedAccepterId: null,
    approvalUntil: null,
  });
});

test('no other request may take one of the two duties, and cards and forms say so, until it is refused', async () => {
  const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
  const sara = await signInOnDuty(server, early, { worksiteId });
  const hers = await sara.publishedId(sara.shiftId);
  const ugo = await signInOnDuty(server, early, { worksiteId });
  const his = await ugo.publishedId(ugo.shiftId);
  await marco.offer(his);
  const query = { offeredShiftId: marco.shiftId };
  const verdict = async () => {
    const all = [
      (await marco.readRequest(hers)).body.preAccept,
      (await ugo.readRequest(his)).body.preAcceptedBy[0]?.confirm,
      (await marco.ask('GET /api/exchange-requests/preview', { query })).publish,
      (await marco.ask('GET /api/exchange-requests/days', { query })).publish,
    ];
    // form and cards agree
    for (const one of all) expect(one).toEqual(all[0]);
    return all[0];
  };
  const reservedFor = async () => (await marco.entryOn())?.reservedRequestId;
  const allowed = { isAllowed: true, reason: null };
  expect([await verdict(), await reservedFor()]).toEqual([allowed, null]);
  await giulia.confirm(requestId, marco.id);
  const reason =
    'Uno dei turni è già in uno scambio che aspetta l’approvazione: per ora non si può scambiare.';
  expect([await verdict(), await reservedFor()]).toEqual([{ isAllowed: false, reason }, requestId]);
  const forMorning = { requestedShiftType: 'mattina' } as const;
  const luca = await signInOnDuty(server, late, { worksiteId });
  const lucas = await luca.publishedId(luca.shiftId, forMorning);
  // and no request may be changed to offer one
  const other = await buildShift(server.context, marco, dayAt(0), late);
  const change = { ...forMorning, offeredShiftId: marco.shiftId, requestedDate: swapDay };
  const marcos = await marco.publishedId(other, { ...forMorning, requestedDate: dayAt(0) });
  for (const answer of [
    await ugo.confirm(his),
    await marco.publish(marco.shiftId, forMorning),
    await marco.preAccept(hers),
    await giulia.preAccept(lucas),
    await marco.editRequest(marcos, change),
  ]) {
    expect(answer.outcome).toBe('409 exchange_duty_reserved');
  }
  await (await server.signInCeo()).refuseApproval(requestId);
  expect([await verdict(), await reservedFor()]).toEqual([allowed, null]);
  expect((await ugo.confirm(his)).body.request).toMatchObject({ isAwaitingApproval: true });
});

test('in a swap of days, shifts that are not reserved can still be given', async () => {
  const { giulia, marco } = await workers(server, 'E......', '.LL....');
  const anna = await signInWorker(server, 'E......', { worksiteId: giulia.worksiteId });
  await setApproval(server, giulia.worksiteId, 'sempre');
  const requestId = await publishedDay(giulia, 0, [1, 2]);
  const hers = await publishedDay(anna, 0, [1, 2]);
  const choices = async () => (await marco.readRequest(hers)).body.choices.map(({ date }) => date);
  await offerDay(marco, requestId, 1);
  expect(await choices()).toEqual([dayAt(1), dayAt(2)]);
  await giulia.confirm(requestId);
  expect(await choices()).toEqual([dayAt(2)]);
});

describe('lists refresh:', () => {
  test.each([
    ['when it is refused', 'refuseApproval', ['exchange-requests', 'notifications']],
    ['when it is approved', 'approve', ['completed', 'exchange-requests', 'notifications', 'shifts']],
  ] as const)('%s', async (_, decide, hers) => {
    const { giulia, marco, anna, worksiteId, requestId } = await awaiting(server);
    const bystander = await signInOnDuty(server, early, { worksiteId });
    const people = { giulia, marco, anna, bystander };
    expect(await listsHeard(server, people, () => anna[decide](requestId))).toEqual({
      giulia: hers,
      // his calendar marks reserved shifts
      marco: [...new Set([...hers, 'shifts'])],
      anna: ['exchange-requests'],
      bystander: ['exchange-requests'],
    });
  });

  test('when the requester changes the request, even just the message', async () => {
    const { giulia, marco, anna, requestId } = await awaiting(server);
    const body = {
      offeredShiftId: giulia.shiftId,
      requestedShiftType: 'pomeriggio',
      requestedDate: swapDay,
      message: 'Prima possibile',
    } as const;
    const edit = () => giulia.editRequest(requestId, body);
    const heard = { marco: ['exchange-requests', 'shifts'], anna: ['exchange-requests'] };
    expect(await listsHeard(server, { marco, anna }, edit)).toEqual(heard);
    // nothing is reserved any more
    expect(await listsHeard(server, { marco }, edit)).toEqual({ marco: ['exchange-requests'] });
  });
});

describe('the permission to approve', () => {
  /** The approvals a person was asked for, as whether each is over. */
  const askedOf = async (person: Caller): Promise<boolean[]> =>
    (await person.notifications()).flatMap(({ type, isOver }) => (type === 'approval_wanted' ? isOver : []));

  test('asks once for swaps already waiting, except one’s own; once revoked, it approves nothing', async () => {
    const { anna, marco, worksiteId, requestId } = await awaiting(server);
    const sara = await server.signIn({ worksiteId });
    const ceo = await server.signInCeo();
    for (const person of [sara, sara, marco]) await ceo.permit(person.id, { mayApproveSwaps: true });
    const asked = { type: 'approval_wanted', message: wanted, relatedRequestId: requestId, isOver: false };
    expect(await sara.notifications()).toMatchObject([asked]);
    expect(await askedOf(marco)).toEqual([]);
    expect(await sara.awaited()).toEqual([requestId]);
    await ceo.permit(anna.id, { mayApproveSwaps: false });
    expect((await anna.approve(requestId)).outcome).toBe('403 exchange_not_approver');
    await sara.refuseApproval(requestId);
    expect(await sara.notifications()).toMatchObject([{ isOver: true }]);
  });

  test('revoked, or with its owner deactivated, ends its questions; restored, it asks for what still waits', async () => {
    const { anna, worksiteId } = await awaiting(server);
    const sara = await server.signIn({ worksiteId });
    const ceo = await server.signInCeo();
    await ceo.permit(anna.id, { mayApproveSwaps: false });
    expect(await askedOf(anna)).toEqual([true]);
    await ceo.permit(anna.id, { mayApproveSwaps: true });
    expect(await askedOf(anna)).toEqual([false]);
    for (const person of [anna, sara]) await ceo.setActive(person.id, false);
    for (const person of [anna, sara]) await ceo.setActive(person.id, true);
    const told = sql`select user_id from notifications where type = 'approval_wanted' and user_id in (${anna.id}, ${sara.id})`;
    expect(await database.many(told)).toEqual([{ userId: anna.id }]);
  });
});
