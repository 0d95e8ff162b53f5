import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { permit, setActive } from '../../../tests/support/accounts.ts';
import {
  approve,
  awaitedOf,
  awaiting,
  offeredForApproval,
  readApproval,
  refuseApproval,
  setApproval,
} from '../../../tests/support/approvals.ts';
import { callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { dayAt, offerDay, publishedDay, recordDay, signInWorker } from '../../../tests/support/days.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  deleteShift,
  early,
  editRequest,
  entryOf,
  late,
  notificationsOf,
  notificationTypesOf,
  offer,
  type OnDuty,
  preAccept,
  publish,
  publishedId,
  readRequest,
  readTab,
  reject,
  signInOnDuty,
  swapDay,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import { needsAction } from '../../domain/notifications/schema.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';
import { remindApprovers } from './commands.await.ts';
import { expireRequests } from './commands.expire.ts';

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const time = 'per venerdì 20 novembre 2026';

describe('where every swap has to be approved', () => {
  test('a confirmation makes it wait: nothing has changed hands, and only approvers are told', async () => {
    const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    const answer = await confirm(giulia, requestId, marco.id);
    expect(answer.status).toBe(200);
    expect(answer.body.request).toMatchObject({
      status: 'aperta',
      tab: 'pre-accettati',
      isAwaitingApproval: true,
      awaitedAccepterId: marco.id,
      approvalUntil: '2026-11-20T05:00:00.000Z',
      preAcceptanceCount: 2,
    });
    expect(await entryOf(giulia)).toMatchObject(early);
    // it stands among hers with offers, and asks her for nothing
    expect(await readTab(giulia, 'pre-accettati')).toMatchObject({
      requests: [{ id: requestId }],
      ownWithOffers: 0,
    });
    expect(await notificationTypesOf(marco)).toEqual(['new_exchange_request']);
    expect(await notificationTypesOf(sara)).toEqual([]);
    expect(await notificationsOf(anna)).toMatchObject([
      {
        type: 'approval_wanted',
        title: 'Scambio da approvare',
        message: `Lo scambio di Giulia Ferri ${time} aspetta l’approvazione. Approvalo o rifiutalo.`,
        relatedRequestId: requestId,
        isOver: false,
      },
    ]);
    // what she was asked about Marco is answered; Sara's offer stands
    expect(await notificationsOf(giulia)).toMatchObject([{ isOver: true }, { isOver: false }]);
    // the two people know whose offer it is, others only that it waits
    expect((await readRequest(marco, requestId)).body).toMatchObject({
      isAwaitingApproval: true,
      awaitedAccepterId: marco.id,
      userHasPreAccepted: true,
    });
    expect((await readRequest(sara, requestId)).body).toMatchObject({
      isAwaitingApproval: true,
      awaitedAccepterId: null,
      approvalUntil: null,
      userHasPreAccepted: true,
    });
  });

  test('nothing of it waits for its requester any more', async () => {
    const { giulia, requestId } = await offeredForApproval(server);
    const waiting = () => giulia.ask('GET /api/exchange-requests/waiting');
    expect((await waiting()).requests.map(({ id }) => id)).toEqual([requestId]);
    await confirm(giulia, requestId);
    expect(await waiting()).toEqual({ requests: [], total: 0 });
  });

  test('meanwhile offers can neither be made nor taken; others stand, and whoever has offered may say so again', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    const ugo = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    const sentence = 'Questa richiesta ha già uno scambio che aspetta l’approvazione.';
    for (const answer of [
      await preAccept(ugo, requestId),
      await confirm(giulia, requestId, sara.id),
      await confirm(giulia, requestId, marco.id),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        refusal: { code: 'exchange_awaiting_approval', message: sentence },
      });
    }
    expect((await preAccept(sara, requestId)).status).toBe(200);
    const { requests, counts } = await readTab(ugo, 'disponibili');
    expect(requests[0]).toMatchObject({ id: requestId, preAccept: { isAllowed: false, reason: sentence } });
    expect(counts.disponibili).toBe(1);
    const own = (await readRequest(giulia, requestId)).body;
    expect(own.preAcceptedBy.map(({ confirm: { reason } }) => reason)).toEqual([sentence, sentence]);
  });

  test('no other request may take a duty of the two', async () => {
    const { giulia, marco, worksiteId, requestId } = await awaiting(server);
    const reserved = { status: 409, refusal: { code: 'exchange_duty_reserved' } };
    expect(await publish(marco, marco.shiftId, { requestedShiftType: 'mattina' })).toMatchObject(reserved);
    const sara = await signInOnDuty(server, early, { worksiteId });
    const hers = await publishedId(sara, sara.shiftId);
    expect(await preAccept(marco, hers)).toMatchObject(reserved);
    const ugo = await signInOnDuty(server, late, { worksiteId });
    const his = await publishedId(ugo, ugo.shiftId, { requestedShiftType: 'mattina' });
    expect(await preAccept(giulia, his)).toMatchObject(reserved);
    expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(true);
  });

  test('the cards and lists say so before: what is reserved cannot be offered', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, early, { worksiteId });
    const hers = await publishedId(sara, sara.shiftId);
    const ugo = await signInOnDuty(server, early, { worksiteId });
    const his = await publishedId(ugo, ugo.shiftId);
    await offer(marco, his);
    const cardsOf = async (person: OnDuty): Promise<[number, (string | null)[]]> => {
      const { requests, counts } = await readTab(person, 'disponibili');
      return [counts.disponibili, requests.map(({ preAccept: { reason } }) => reason)];
    };
    const confirmation = async (): Promise<unknown> =>
      (await readRequest(ugo, his)).body.preAcceptedBy[0]?.confirm;
    const previewOf = ({ ask, shiftId }: OnDuty) =>
      ask('GET /api/exchange-requests/preview', { query: { offeredShiftId: shiftId } });
    expect(await cardsOf(marco)).toEqual([1, [null]]);
    expect(await confirmation()).toMatchObject({ isAllowed: true });
    expect((await entryOf(marco))?.reservedRequestId).toBeNull();
    await confirm(giulia, requestId, marco.id);
    const reason =
      'Uno dei turni è già in uno scambio che aspetta l’approvazione: per ora non si può scambiare.';
    expect(await cardsOf(marco)).toEqual([1, [reason]]);
    expect(await confirmation()).toEqual({ isAllowed: false, reason });
    expect((await previewOf(marco)).publish).toEqual({ isAllowed: false, reason });
    const { publish: day } = await marco.ask('GET /api/exchange-requests/days', {
      query: { offeredShiftId: marco.shiftId },
    });
    expect(day).toEqual({ isAllowed: false, reason });
    expect((await entryOf(marco))?.reservedRequestId).toBe(requestId);
    await refuseApproval(await server.signInCeo(), requestId);
    expect(await cardsOf(marco)).toEqual([1, [null]]);
    expect(await confirmation()).toMatchObject({ isAllowed: true });
    expect((await previewOf(marco)).publish.isAllowed).toBe(true);
    expect((await entryOf(marco))?.reservedRequestId).toBeNull();
    expect(hers).not.toBe(his);
  });

  test('of a day for a day the shifts that are not reserved can still be given', async () => {
    const giulia = await signInWorker(server, 'E......');
    const { worksiteId } = giulia;
    const marco = await signInWorker(server, '.LL....', { worksiteId });
    const anna = await signInWorker(server, 'E......', { worksiteId });
    await setApproval(server, worksiteId, 'sempre');
    const requestId = await publishedDay(giulia, 0, [1, 2]);
    const hers = await publishedDay(anna, 0, [1, 2]);
    const choices = async () => {
      const { requests, counts } = await readTab(marco, 'disponibili');
      const card = requests.find(({ id }) => id === hers);
      return [counts.disponibili, card?.preAccept.isAllowed, card?.choices.map(({ date }) => date)];
    };
    await offerDay(marco, requestId, 1);
    expect(await choices()).toEqual([1, true, [dayAt(1), dayAt(2)]]);
    await confirm(giulia, requestId);
    expect(await choices()).toEqual([1, true, [dayAt(2)]]);
    await deleteShift(marco, marco.shiftIds[2]!);
    expect(await choices()).toEqual([1, false, []]);
  });

  test('an offer that was made before with such a duty cannot be taken', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, early, { worksiteId });
    const other = await publishedId(sara, sara.shiftId);
    await offer(marco, other);
    await confirm(giulia, requestId);
    expect(outcomeOf(await confirm(sara, other))).toBe('409 exchange_duty_reserved');
    await refuseApproval(await server.signInCeo(), requestId);
    expect((await confirm(sara, other)).body.request).toMatchObject({ isAwaitingApproval: true });
  });

  test('a swap with a day of one’s own request that waits cannot be published over it by a change', async () => {
    const { marco, worksiteId } = await awaiting(server);
    const other = await buildShift(server.context, marco, dayAt(0), late);
    const requestId = await publishedId(marco, other, {
      requestedShiftType: 'mattina',
      requestedDate: dayAt(0),
    });
    const answer = await editRequest(marco, requestId, {
      offeredShiftId: marco.shiftId,
      requestedShiftType: 'mattina',
      requestedDate: swapDay,
    });
    expect(outcomeOf(answer)).toBe('409 exchange_duty_reserved');
    expect(worksiteId).toBe(marco.worksiteId);
  });
});

test('who may approve from now on is told once of what waits already, but not of a swap of their own', async () => {
  const { marco, worksiteId, requestId } = await awaiting(server);
  const sara = await server.signIn({ worksiteId });
  const ceo = await server.signInCeo();
  for (const person of [sara, sara, marco]) await permit(ceo, person.id, { mayApproveSwaps: true });
  const asked = async (person: Parameters<typeof notificationsOf>[0]) =>
    (await notificationsOf(person)).filter(({ type }) => type === 'approval_wanted');
  expect(await asked(sara)).toMatchObject([
    {
      message: `Lo scambio di Giulia Ferri ${time} aspetta l’approvazione. Approvalo o rifiutalo.`,
      relatedRequestId: requestId,
      isOver: false,
    },
  ]);
  expect(await awaitedOf(sara)).toEqual([requestId]);
  expect(await asked(marco)).toEqual([]);
  await refuseApproval(sara, requestId);
  expect(await asked(sara)).toMatchObject([{ isOver: true }]);
});

describe('screens follow:', () => {
  const follow = async (people: Record<string, { id: string }>, act: () => Promise<unknown>) => {
    const heard: Record<string, Set<string>> = {};
    const stops = Object.entries(people).map(([name, { id }]) => {
      const lists = (heard[name] = new Set<string>());
      return server.context.events.subscribe(id, {
        changed: (changed) => changed.forEach((list) => lists.add(list)),
        missed: () => lists.add('missed'),
      });
    });
    await act();
    // events of one transaction arrive in order, so the last one ends the waiting
    const end = await server.signIn();
    const last = Promise.withResolvers<undefined>();
    stops.push(
      server.context.events.subscribe(end.id, {
        changed: () => last.resolve(undefined),
        missed: () => undefined,
      }),
    );
    await end.call('PATCH /api/notifications/mark-all-read');
    await last.promise;
    for (const stop of stops) stop();
    return Object.fromEntries(Object.entries(heard).map(([name, lists]) => [name, [...lists].toSorted()]));
  };
  const all = ['exchange-requests', 'notifications'];

  test.each<[string, (waiting: Awaited<ReturnType<typeof awaiting>>) => Promise<unknown>, string[]]>([
    ['when it is refused', ({ anna, requestId }) => refuseApproval(anna, requestId), all],
    [
      'when it is approved',
      ({ anna, requestId }) => approve(anna, requestId),
      ['completed', 'exchange-requests', 'notifications', 'shifts'],
    ],
  ])('%s', async (_, act, parties) => {
    const waiting = await awaiting(server);
    const { giulia, marco, anna, worksiteId } = waiting;
    const bystander = await signInOnDuty(server, early, { worksiteId });
    const heard = await follow({ giulia, marco, anna, bystander }, () => act(waiting));
    expect(heard).toEqual({
      giulia: parties,
      // his calendar shows what is reserved
      marco: [...new Set([...parties, 'shifts'])],
      anna: all,
      bystander: ['exchange-requests'],
    });
  });

  test.each([
    ['another message', { message: 'Prima possibile' }],
    ['another type', { requestedShiftType: 'sera' as const }],
  ])('when the requester changes the request: %s', async (_, change) => {
    const { giulia, marco, anna, requestId } = await awaiting(server);
    const edit = () =>
      giulia.ask('PUT /api/exchange-requests/:id', {
        params: { id: requestId },
        body: {
          offeredShiftId: giulia.shiftId,
          requestedShiftType: 'pomeriggio',
          requestedDate: swapDay,
          ...change,
        },
      });
    expect(await follow({ marco, anna }, edit)).toEqual({
      marco: ['exchange-requests', 'shifts'],
      anna: all,
    });
    // nothing is reserved any more
    const heard = await follow({ marco }, edit);
    expect(heard).toEqual({ marco: ['exchange-requests'] });
  });

  test('when it begins to wait, and when the colleague withdraws', async () => {
    const { giulia, marco, anna, requestId } = await offeredForApproval(server);
    const ceo = await server.signInCeo();
    const people = { marco, anna, ceo };
    expect(await follow(people, () => confirm(giulia, requestId))).toEqual({
      marco: ['exchange-requests', 'shifts'],
      anna: all,
      ceo: all,
    });
    const withdraw = () => takeBack(marco, requestId);
    expect(await follow({ giulia, anna, ceo }, withdraw)).toEqual({ giulia: all, anna: all, ceo: all });
  });
});

describe('which swaps wait', () => {
  /** Whether a swap waits that leaves Giulia little rest, or none that does. */
  const confirmed = async (mode: 'automatica' | 'automatica_senza_avvisi', isShort: boolean) => {
    const giulia = await signInWorker(server, isShort ? 'LLr' : 'rLr');
    const marco = await signInWorker(server, 'rEr', { worksiteId: giulia.worksiteId });
    await setApproval(server, giulia.worksiteId, mode);
    const requestId = await publishedId(giulia, giulia.shiftIds[1]!, {
      requestedShiftType: 'mattina',
      requestedDate: dayAt(1),
    });
    await offer(marco, requestId);
    const { body } = await confirm(giulia, requestId);
    return { ...body.request, worksiteId: giulia.worksiteId };
  };

  test('without approval none, whatever it leaves of rest', async () => {
    expect(await confirmed('automatica', true)).toMatchObject({
      status: 'completata',
      isAwaitingApproval: false,
    });
  });

  test('with approval of warnings those with one', async () => {
    expect(await confirmed('automatica_senza_avvisi', false)).toMatchObject({ status: 'completata' });
    const { id, ...request } = await confirmed('automatica_senza_avvisi', true);
    expect(request).toMatchObject({ status: 'aperta', isAwaitingApproval: true });
    const ceo = await server.signInCeo();
    expect((await readApproval(ceo, id)).body).toMatchObject({
      requester: { rest: [expect.stringContaining('il riposo sarebbe di 8 ore invece di 11 ore.')] },
      accepter: { rest: [] },
      isBlocked: false,
    });
    // the sentence in full, with days and times, is Giulia's alone
    expect((await readApproval(ceo, id)).text).not.toContain('22:00 e');
    expect((await approve(ceo, id)).status).toBe(200);
  });

  test('what the worksite asks for when it is approved, or refused, does not count', async () => {
    const { anna, worksiteId, requestId } = await awaiting(server);
    await setApproval(server, worksiteId, 'automatica');
    expect(await awaitedOf(anna)).toEqual([requestId]);
    expect((await approve(anna, requestId)).status).toBe(200);
  });
});

describe('approving', () => {
  test('carries the swap out: duties, three mails, news to both, and to who was not chosen', async () => {
    const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    const { body } = await readApproval(anna, requestId);
    const answer = await approve(anna, requestId, body.version);
    expect(answer).toMatchObject({
      status: 200,
      body: { request: { id: requestId, status: 'completata', isAwaitingApproval: false } },
    });
    expect(await entryOf(giulia)).toMatchObject(late);
    expect(await entryOf(marco)).toMatchObject(early);
    const mails = await database.many(sql`
      select m.id from mail_outbox m join completed_swaps c on c.id = m.swap_id where c.request_id = ${requestId}`);
    expect(mails).toHaveLength(3);
    expect(await notificationTypesOf(marco)).toEqual([
      'exchange_accepted',
      'exchange_completed',
      'new_exchange_request',
    ]);
    expect(await notificationTypesOf(sara)).toEqual(['exchange_declined']);
    expect(await notificationsOf(anna)).toMatchObject([
      {
        type: 'approval_wanted',
        isOver: true,
        message: expect.stringContaining('Lo scambio è già concluso.'),
      },
    ]);
    expect(await awaitedOf(anna)).toEqual([]);
    const { id: swapId } = await database.one<{ id: string }>(
      sql`select id from completed_swaps where request_id = ${requestId}`,
    );
    expect((await giulia.call('GET /api/exchanges/completed/:id', { params: { id: swapId } })).status).toBe(
      200,
    );
    const acts = await database.many(sql`
      select action, actor_id, acted_as_id from audit_log where target_id = ${requestId} order by id`);
    expect(acts).toEqual([
      { action: 'swap_approved', actorId: anna.id, actedAsId: null },
      { action: 'swap_completed', actorId: anna.id, actedAsId: null },
    ]);
  });

  test('shows both duties and the verdicts, neither the message nor anything else', async () => {
    const { anna, requestId } = await awaiting(server);
    const answer = await readApproval(anna, requestId);
    expect(answer.body).toEqual({
      id: requestId,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      kind: 'turno',
      worksiteName: anna.signedIn.worksite.name,
      weeks: null,
      requester: { name: 'Giulia Ferri', gives: [{ date: swapDay, ...early }], rest: [] },
      accepter: { name: 'Marco Bianchi', gives: [{ date: swapDay, ...late }], rest: [] },
      isBlocked: false,
      since: testNow,
      until: '2026-11-20T05:00:00.000Z',
    });
    const list = await anna.ask('GET /api/exchange-requests/approvals');
    expect(list).toEqual({ approvals: [answer.body], total: 1 });
  });

  test('asks everything again: where rest blocks by now, it is refused, without days of the calendar', async () => {
    const { giulia, anna, worksiteId, requestId } = await awaiting(server);
    await buildShift(server.context, giulia, '2026-11-21', early);
    const seen = (await readApproval(anna, requestId)).body.version;
    const restRules = { ...defaultRestRules('standard'), mode: 'blocco' as const };
    await database.run(
      sql`update worksites set rest_rules = ${JSON.stringify(restRules)} where id = ${worksiteId}`,
    );
    expect((await readApproval(anna, requestId)).body).toMatchObject({ isBlocked: true, version: seen });
    expect(await approve(anna, requestId, seen)).toMatchObject({
      status: 409,
      refusal: {
        code: 'exchange_rest_too_short',
        message:
          'Per Giulia il riposo sarebbe di 8 ore invece di 11 ore. Nel tuo cantiere uno scambio così non si può fare.',
      },
    });
    expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(true);
  });

  test('with other consequences for rest than were looked at, it asks to look again', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    const seen = (await readApproval(anna, requestId)).body.version;
    await buildShift(server.context, giulia, '2026-11-21', early);
    const changed = { status: 409, refusal: { code: 'exchange_changed' } };
    expect(await approve(anna, requestId, seen)).toMatchObject(changed);
    expect(await refuseApproval(anna, requestId, { version: seen })).toMatchObject(changed);
    expect((await approve(anna, requestId)).status).toBe(200);
  });

  test('is for approvers of the worksite and the CEO, and never for one of the two', async () => {
    const { giulia, marco, worksiteId, requestId } = await awaiting(server);
    await database.run(
      sql`update users set may_approve_swaps = true where id in (${giulia.id}, ${marco.id})`,
    );
    const colleague = await signInOnDuty(server, late, { worksiteId });
    const reviewer = await server.signIn({ worksiteId, mayReviewCodes: true });
    const stranger = await server.signIn({ mayApproveSwaps: true });
    const ceo = await server.signInCeo();
    const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: colleague.id } });
    const ceoAsColleague = callerOf(
      server.app,
      server.context.settings,
      ceo.token,
      entered.cookies[0]!.value,
    );
    const notApprover = { status: 403, refusal: { code: 'exchange_not_approver' } };
    const own = { status: 403, refusal: { code: 'exchange_own_approval' } };
    for (const [person, expected] of [
      [colleague, notApprover],
      [reviewer, notApprover],
      [ceoAsColleague, notApprover],
      [stranger, { status: 404 }],
      [giulia, own],
      [marco, own],
    ] as const) {
      expect(await readApproval(person, requestId)).toMatchObject(expected);
      expect(await approve(person, requestId)).toMatchObject(expected);
      expect(await refuseApproval(person, requestId)).toMatchObject(expected);
    }
    for (const person of [colleague, reviewer, ceoAsColleague]) {
      expect(await person.call('GET /api/exchange-requests/approvals')).toMatchObject(notApprover);
    }
    for (const person of [stranger, giulia, marco]) expect(await awaitedOf(person)).toEqual([]);
    const { approvals } = await ceo.ask('GET /api/exchange-requests/approvals');
    expect(approvals.map(({ id }) => id)).toContain(requestId);
    expect((await approve(ceo, requestId)).status).toBe(200);
  });

  test('who is one of the two is not told that it waits', async () => {
    const { giulia, marco, requestId } = await offeredForApproval(server);
    await database.run(
      sql`update users set may_approve_swaps = true where id in (${giulia.id}, ${marco.id})`,
    );
    await confirm(giulia, requestId);
    expect(await notificationTypesOf(giulia)).toEqual(['request_pre_accepted']);
    expect(await notificationTypesOf(marco)).toEqual(['new_exchange_request']);
  });

  test('said twice, or of what does not wait, says that it does not wait', async () => {
    const { giulia, anna, requestId } = await offeredForApproval(server);
    const over = {
      status: 409,
      refusal: {
        code: 'exchange_not_awaiting',
        message: 'Questo scambio non aspetta più l’approvazione.',
      },
    };
    expect(await approve(anna, requestId)).toMatchObject(over);
    expect(await readApproval(anna, requestId)).toMatchObject({ status: 404 });
    await confirm(giulia, requestId);
    expect((await approve(anna, requestId)).status).toBe(200);
    expect(await approve(anna, requestId)).toMatchObject(over);
    expect(await refuseApproval(anna, requestId)).toMatchObject(over);
  });
});

describe('refusing', () => {
  test('opens the request again without that offer, and tells both the reason', async () => {
    const { giulia, marco, anna, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    const answer = await refuseApproval(anna, requestId, { reason: '  Serve chi conosce il reparto ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { request: { id: requestId, status: 'aperta', isAwaitingApproval: false } },
    });
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      isAwaitingApproval: false,
      awaitedAccepterId: null,
      preAcceptanceCount: 1,
    });
    for (const [person, partner] of [
      [giulia, 'Marco Bianchi'],
      [marco, 'Giulia Ferri'],
    ] as const) {
      const told = (await notificationsOf(person)).filter(({ type }) => type === 'approval_refused');
      expect(told).toMatchObject([
        {
          title: 'Scambio non approvato',
          message: `Lo scambio con ${partner} ${time} non è stato approvato. Motivo: Serve chi conosce il reparto`,
          relatedRequestId: requestId,
        },
      ]);
    }
    expect(outcomeOf(await preAccept(marco, requestId))).toBe('409 exchange_offer_refused');
    expect((await readRequest(marco, requestId)).body.tab).toBe('rifiutati');
    expect(await notificationsOf(anna)).toMatchObject([
      { isOver: true, message: expect.stringContaining('Non aspetta più la tua approvazione.') },
    ]);
    // the other one may be taken now
    expect((await confirm(giulia, requestId, sara.id)).body.request.awaitedAccepterId).toBe(sara.id);
    const acts = await database.many(sql`
      select action, actor_id from audit_log where target_id = ${requestId}`);
    expect(acts).toEqual([{ action: 'swap_not_approved', actorId: anna.id }]);
  });

  test('leaves nobody who could take the request where nobody else is there: its requester hears so', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    expect((await readRequest(giulia, requestId)).body.nobodyLeft).toBe(false);
    await refuseApproval(anna, requestId);
    expect((await readRequest(giulia, requestId)).body.nobodyLeft).toBe(true);
    expect(await notificationTypesOf(giulia)).toEqual(
      expect.arrayContaining(['approval_refused', 'exchange_rejected']),
    );
  });

  test.each([undefined, '', '   ', 'x'.repeat(501)])('asks for a reason: %j', async (reason) => {
    const { anna, requestId } = await awaiting(server);
    const answer = await anna.callUntyped(`POST /api/exchange-requests/${requestId}/refuse-approval`, {
      body: { reason },
    });
    expect(answer.status).toBe(400);
    expect(await awaitedOf(anna)).toEqual([requestId]);
  });
});

describe('the wait ends, and the request is open again:', () => {
  test.each<
    [string, (waiting: Awaited<ReturnType<typeof awaiting>>) => Promise<{ status: number }>, string[]]
  >([
    [
      'the requester changes it, be it the message alone',
      ({ giulia, requestId }) =>
        editRequest(giulia, requestId, {
          offeredShiftId: giulia.shiftId,
          requestedShiftType: 'pomeriggio',
          requestedDate: swapDay,
          message: 'Ho due visite',
        }),
      ['offerta'],
    ],
    ['the colleague withdraws', ({ marco, requestId }) => takeBack(marco, requestId), ['ritirata']],
    [
      'the colleague takes back what was a mistake',
      ({ marco, requestId }) =>
        marco.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
          params: { id: requestId },
          body: { isUndo: true },
        }),
      [],
    ],
    ['the colleague says no', ({ marco, requestId }) => reject(marco, requestId), ['ritirata']],
    [
      'the requester refuses the offer',
      ({ giulia, marco, requestId }) => takeBack(giulia, requestId, marco.id),
      ['rifiutata'],
    ],
    ['the colleague deletes their shift', ({ marco }) => deleteShift(marco, marco.shiftId), ['decaduta']],
  ])('%s', async (_, act, offers) => {
    const waiting = await awaiting(server);
    const { giulia, anna, requestId } = waiting;
    expect((await act(waiting)).status).toBeLessThan(300);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      isAwaitingApproval: false,
    });
    expect(
      await database.many(sql`select status from pre_acceptances where request_id = ${requestId}`),
    ).toEqual(offers.map((status) => ({ status })));
    expect(await awaitedOf(anna)).toEqual([]);
    expect(await notificationsOf(anna)).toMatchObject([
      { type: 'approval_wanted', isOver: true, isRead: true },
    ]);
    expect(await approve(anna, requestId)).toMatchObject({ refusal: { code: 'exchange_not_awaiting' } });
  });

  test('the requester’s shift is deleted: the request closes', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    await deleteShift(giulia, giulia.shiftId);
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'shift_changed',
      isAwaitingApproval: false,
    });
    expect(await notificationsOf(anna)).toMatchObject([{ isOver: true }]);
  });

  test('the requester withdraws the request: approvers read that it is gone', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    await giulia.call('DELETE /api/exchange-requests/:id', { params: { id: requestId } });
    expect(await notificationsOf(anna)).toMatchObject([
      { isOver: true, message: expect.stringContaining('La richiesta è stata cancellata.') },
    ]);
  });

  test('notes change nothing of it', async () => {
    const { marco, anna, requestId } = await awaiting(server);
    const answer = await changeShift(marco, marco.shiftId, {
      date: swapDay,
      workLocation: 'sede',
      startTime: '14:00',
      endTime: '22:00',
      notes: 'portone blu',
    });
    expect(answer.status).toBe(200);
    expect(await awaitedOf(anna)).toEqual([requestId]);
  });

  test('of a swap of days, one of the two days is filled', async () => {
    const giulia = await signInWorker(server, 'E......');
    const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
    await setApproval(server, giulia.worksiteId, 'sempre');
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    expect((await confirm(giulia, requestId)).body.request.isAwaitingApproval).toBe(true);
    const ceo = await server.signInCeo();
    expect((await readApproval(ceo, requestId)).body).toMatchObject({
      kind: 'giorno',
      requester: { gives: [{ date: dayAt(0) }] },
      accepter: { gives: [{ date: dayAt(3) }] },
    });
    // both have agreed to work: an absence there has to wait until one of them withdraws
    for (const [person, place] of [
      [marco, 0],
      [giulia, 3],
    ] as const) {
      expect(await recordDay(person, place, 'm')).toMatchObject({
        refusal: { code: 'exchange_day_promised' },
      });
    }
    await recordDay(marco, 0, 'E');
    expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(false);
    expect(await approve(ceo, requestId)).toMatchObject({ refusal: { code: 'exchange_not_awaiting' } });
  });
});

describe('nobody approves:', () => {
  test('approvers are reminded once, after a day', async () => {
    const { giulia, anna, requestId } = await awaiting(server);
    const reminders = async () =>
      (await notificationsOf(await server.signInAs(anna))).filter(({ title }) => title.includes('ancora'));
    expect(await remindApprovers(server.context)).toBe('2026-11-17T09:00:00.000Z');
    expect(await reminders()).toEqual([]);
    server.clock.set('2026-11-17T09:00:00.000Z');
    await Promise.all([1, 2].map(() => remindApprovers(server.context)));
    await remindApprovers(server.context);
    expect(await reminders()).toMatchObject([
      {
        type: 'approval_wanted',
        message: `Lo scambio di Giulia Ferri ${time} aspetta l’approvazione da un giorno. Approvalo o rifiutalo.`,
        isOver: false,
      },
    ]);
    await approve(await server.signInAs(anna), requestId);
    expect(await reminders()).toMatchObject([{ isOver: true }]);
    expect(giulia.worksiteId).toBe(anna.worksiteId);
  });

  test('approvers of each worksite are reminded', async () => {
    const waiting = [await awaiting(server), await awaiting(server)];
    server.clock.set('2026-11-17T09:00:00.000Z');
    await remindApprovers(server.context);
    for (const { anna } of waiting) {
      const news = await notificationsOf(await server.signInAs(anna));
      expect(news.filter(({ title }) => title.includes('ancora'))).toHaveLength(1);
    }
  });

  test('the wait ends when the first shift begins that changes hands: both are told, the request stays open', async () => {
    const offered = buildDuty('sede', '14:00', '22:00');
    const giulia = await signInOnDuty(server, offered, { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, early, { worksiteId, firstName: 'Marco' });
    await setApproval(server, worksiteId, 'sempre');
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'mattina' });
    await offer(marco, requestId);
    expect((await confirm(giulia, requestId)).body.request.approvalUntil).toBe('2026-11-20T05:00:00.000Z');
    const ceo = await server.signInCeo();
    const known = { hers: await notificationsOf(giulia), his: await notificationsOf(marco) };
    server.clock.set('2026-11-20T05:00:00.000Z');
    const [her, him, boss] = await Promise.all([giulia, marco, ceo].map(server.signInAs));
    // before a job has written it down
    expect((await readRequest(her!, requestId)).body.isAwaitingApproval).toBe(false);
    expect(await approve(boss!, requestId)).toMatchObject({ refusal: { code: 'exchange_not_awaiting' } });
    expect(await readApproval(boss!, requestId)).toMatchObject({ status: 404 });
    expect(await awaitedOf(boss!)).not.toContain(requestId);
    await Promise.all([1, 2, 3].map(() => expireRequests(server.context)));
    expect((await readRequest(her!, requestId)).body).toMatchObject({
      status: 'aperta',
      isAwaitingApproval: false,
      preAcceptanceCount: 0,
    });
    expect((await notificationsOf(her!)).slice(known.hers.length)).toMatchObject([
      {
        type: 'exchange_rejected',
        title: 'Scambio non approvato in tempo',
        message: `Nessuno ha approvato in tempo il tuo scambio ${time}: non si fa.`,
      },
    ]);
    expect((await notificationsOf(him!)).slice(known.his.length)).toMatchObject([
      {
        type: 'exchange_declined',
        message: `Nessuno ha approvato in tempo lo scambio con Giulia Ferri ${time}: la tua pre-accettazione è decaduta.`,
      },
    ]);
  });

  test('the request expires at that moment: each is told once', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    server.clock.set('2026-11-20T05:00:00.000Z');
    await expireRequests(server.context);
    const [her, him, other] = await Promise.all([giulia, marco, sara].map(server.signInAs));
    expect((await notificationsOf(her!)).at(-1)?.title).toBe('Scambio non approvato in tempo');
    expect(await notificationTypesOf(her!)).toEqual([
      'exchange_rejected',
      'request_pre_accepted',
      'request_pre_accepted',
    ]);
    expect((await notificationsOf(him!)).map(({ title }) => title)).toEqual([
      'Nuova richiesta di scambio',
      'Scambio non approvato in tempo',
    ]);
    expect((await notificationsOf(other!)).map(({ title }) => title)).toEqual(['Richiesta scaduta']);
    expect((await readRequest(her!, requestId)).body).toMatchObject({
      status: 'annullata',
      isAwaitingApproval: false,
    });
  });

  test('the cut-off at the moment of confirming ends it earlier', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    await setApproval(server, worksiteId, 'sempre', 24);
    const answer = await confirm(giulia, requestId, marco.id);
    expect(answer.body.request.approvalUntil).toBe('2026-11-19T05:00:00.000Z');
    expect(await expireRequests(server.context)).toBeDefined();
    server.clock.set('2026-11-19T05:00:00.000Z');
    await expireRequests(server.context);
    expect((await notificationsOf(await server.signInAs(marco))).at(-1)?.title).toBe(
      'Scambio non approvato in tempo',
    );
  });

  test('until a job has ended it, the next confirmation does', async () => {
    const giulia = await signInOnDuty(server, late);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, early, { worksiteId });
    const sara = await signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId });
    await setApproval(server, worksiteId, 'sempre');
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'mattina' });
    await offer(marco, requestId);
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    server.clock.set('2026-11-20T05:30:00.000Z');
    const her = await server.signInAs(giulia);
    expect(await confirm(her, requestId, marco.id)).toMatchObject({
      refusal: { code: 'exchange_offer_gone' },
    });
    expect((await confirm(her, requestId, sara.id)).body.request).toMatchObject({
      isAwaitingApproval: true,
      awaitedAccepterId: sara.id,
    });
  });
});

describe('the permission', () => {
  test('is given and taken by the CEO, in the session and on record; taken, the right is gone at once', async () => {
    const { worksiteId, requestId } = await awaiting(server);
    const ceo = await server.signInCeo();
    const ugo = await server.signIn({ worksiteId });
    expect((await ugo.ask('GET /api/auth/user')).user.mayApproveSwaps).toBe(false);
    for (const isGiven of [true, true])
      expect((await permit(ceo, ugo.id, { mayApproveSwaps: isGiven })).status).toBe(204);
    expect((await ugo.ask('GET /api/auth/user')).user).toMatchObject({
      mayApproveSwaps: true,
      mayReviewCodes: false,
    });
    expect(await awaitedOf(ugo)).toEqual([requestId]);
    await permit(ceo, ugo.id, { mayApproveSwaps: false });
    expect(await approve(ugo, requestId)).toMatchObject({ status: 403 });
    expect(await ugo.call('GET /api/exchange-requests/approvals')).toMatchObject({ status: 403 });
    const acts = await database.many(sql`
      select before, after from audit_log
      where target_id = ${ugo.id} and action = 'approval_permission_changed' order by id`);
    expect(acts).toEqual([
      { before: { mayApproveSwaps: false }, after: { mayApproveSwaps: true } },
      { before: { mayApproveSwaps: true }, after: { mayApproveSwaps: false } },
    ]);
  });

  test('taken, nothing that it asked for is asked any more; given again, what still waits is', async () => {
    const { anna, requestId } = await awaiting(server);
    const ceo = await server.signInCeo();
    const asked = async () => (await notificationsOf(anna)).filter(needsAction);
    const approval = { type: 'approval_wanted', relatedRequestId: requestId };
    expect(await asked()).toMatchObject([approval]);
    await permit(ceo, anna.id, { mayApproveSwaps: false });
    expect(await asked()).toEqual([]);
    await permit(ceo, anna.id, { mayApproveSwaps: true });
    expect(await asked()).toMatchObject([approval]);
  });

  test('of who is shut out asks nothing any more; let in again, they are asked what still waits', async () => {
    const { anna, requestId, worksiteId } = await awaiting(server);
    const sara = await server.signIn({ worksiteId });
    const ceo = await server.signInCeo();
    const asked = async (person: { id: string }): Promise<object[]> =>
      database.many(sql`
        select type, related_request_id, ending from notifications
        where user_id = ${person.id} and type = 'approval_wanted' order by created_at, ending`);
    const wanted = { type: 'approval_wanted', relatedRequestId: requestId };
    for (const person of [anna, sara]) await setActive(ceo, person.id, false);
    expect(await asked(anna)).toEqual([{ ...wanted, ending: 'approval_over' }]);
    for (const person of [anna, sara]) await setActive(ceo, person.id, true);
    expect(await asked(anna)).toEqual([
      { ...wanted, ending: 'approval_over' },
      { ...wanted, ending: null },
    ]);
    expect(await asked(sara)).toEqual([]);
  });

  test('must name something', async () => {
    const ceo = await server.signInCeo();
    const ugo = await server.signIn();
    const answer = await ceo.call('PATCH /api/ceo/users/:id/permissions', {
      params: { id: ugo.id },
      body: {},
    });
    expect(answer.status).toBe(400);
  });
});

test('a week waits no longer than until the first shift that either of them takes over begins', async () => {
  server.clock.set('2026-11-20T12:00:00.000Z');
  const worksiteId = await openTaxiWorksite(server);
  const giulia = await signInDriver(server, { [nextWeek]: 'rNNNNrr' }, { worksiteId });
  const marco = await signInDriver(server, { [nextWeek]: 'SSSSSrr' }, { worksiteId });
  const anna = await server.signIn({ worksiteId, contractHours: 7, mayApproveSwaps: true });
  await setApproval(server, worksiteId, 'sempre');
  const { body } = await publishWeek(giulia, '2026-11-22', { requestedShiftType: 'seminotte' });
  const requestId = body.request.id;
  await offer(marco, requestId);
  expect((await confirm(giulia, requestId)).status).toBe(200);
  const { version } = (await readApproval(anna, requestId)).body;
  // Saturday, 09:00: the night that he would take over on it has begun, his own shift has not
  server.clock.set('2026-11-21T08:00:00.000Z');
  const later = await server.signInAs(anna);
  expect(await awaitedOf(later)).toEqual([]);
  expect(outcomeOf(await approve(later, requestId, version))).toBe('409 exchange_not_awaiting');
  server.clock.set(testNow);
});

test('a swap that has become impossible while it waits can be refused, and not approved', async () => {
  // 20 hours a week: places 0–6 are the first week, 7–13 the second
  const giulia = await signInWorker(server, 'E......E', { enableFlexibleShifts: true });
  const { worksiteId } = giulia;
  const marco = await signInWorker(server, '........E', { worksiteId });
  const anna = await server.signIn({ worksiteId, mayApproveSwaps: true, contractHours: 4 });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await publishedDay(giulia, 0, [8]);
  await offerDay(marco, requestId, 8);
  expect((await confirm(giulia, requestId)).status).toBe(200);
  expect((await recordDay(giulia, 9, 'E')).status).toBe(201);
  expect(await awaitedOf(anna)).toEqual([requestId]);
  const { version } = (await readApproval(anna, requestId)).body;
  expect(outcomeOf(await approve(anna, requestId, version))).toBe('409 exchange_flexible_week_full');
  expect(outcomeOf(await refuseApproval(anna, requestId, { version: 'another' }))).toBe(
    '409 exchange_changed',
  );
  expect(outcomeOf(await refuseApproval(anna, requestId, { version }))).toBe('200');
});
