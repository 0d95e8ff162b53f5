import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { expireRequests } from '../../src/server/exchanges/commands.expire.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import { swapDay } from '../support/duties.ts';
import { whileHeld } from '../support/locks.ts';
import { awaiting, early, late, offeredForApproval, signInOnDuty, type Waiting } from '../support/swaps.ts';
import { type Act, startRaces } from './races.ts';

// An approver decides on a swap while something else happens to it concurrently.

const { first, second, race } = await startRaces();
const { database } = first;

const over = '409 exchange_not_awaiting';
const waits = '409 exchange_awaiting_approval';
const reserved = '409 exchange_duty_reserved';
const closed = '409 exchange_closed';

/** Ugo and the CEO are approvers too. */
const awaitingHere = async () => {
  const waiting = await awaiting(first);
  const ugo = await first.signIn({ worksiteId: waiting.worksiteId, mayApproveSwaps: true });
  return { ...waiting, ugo, ceo: await first.signInCeo() };
};
type Given = Awaited<ReturnType<typeof awaitingHere>>;

/** Both have each other's duty, or their own. */
const expectSwapped = async ({ giulia, marco }: Pick<Waiting, 'giulia' | 'marco'>, isSwapped: boolean) => {
  expect(await giulia.entryOn()).toMatchObject(isSwapped ? late : early);
  expect(await marco.entryOn()).toMatchObject(isSwapped ? early : late);
};

describe('an approval, while', () => {
  const meetings: [string, Act<Given>, string[]][] = [
    [
      'another approver approves',
      ({ ugo, requestId }) => ugo.approve(requestId),
      [`200 / ${over}`, `${over} / 200`],
    ],
    [
      'another approver refuses',
      ({ ugo, requestId }) => ugo.refuseApproval(requestId),
      [`200 / ${over}`, `${over} / 200`],
    ],
    [
      'the colleague withdraws',
      ({ marco, requestId }) => marco.takeBack(requestId),
      [`200 / ${closed}`, `${over} / 200`],
    ],
    [
      'the requester changes the request',
      ({ giulia, requestId }) =>
        giulia.editRequest(requestId, {
          offeredShiftId: giulia.shiftId,
          requestedShiftType: 'pomeriggio',
          requestedDate: swapDay,
        }),
      [`200 / ${closed}`, `${over} / 200`],
    ],
    [
      'the requester withdraws the request',
      ({ giulia, requestId }) => giulia.withdraw(requestId),
      [`200 / ${closed}`, '404 not_found / 204'],
    ],
    [
      'the approver’s permission ends',
      ({ ceo, anna }) => ceo.permit(anna.id, { mayApproveSwaps: false }),
      ['200 / 204', '403 exchange_not_approver / 204'],
    ],
  ];
  for (const [name, act, allowed] of meetings) {
    race(name, awaitingHere, {
      calls: [({ anna, requestId }) => anna.approve(requestId), act],
      allowed,
      after: async (given, [approved, other]) => {
        const isSwapped = approved === '200' || name.endsWith('approves');
        await expectSwapped(given, isSwapped);
        const mails = await database.many(sql`
          select m.id from mail_outbox m join completed_swaps c on c.id = m.swap_id
          where c.request_id = ${given.requestId}`);
        expect(mails, other).toHaveLength(isSwapped ? 3 : 0);
      },
    });
  }
  race('the colleague changes the shift', awaitingHere, {
    calls: [
      ({ anna, requestId }) => anna.approve(requestId),
      ({ marco }) => marco.changeShift(marco.shiftId, { startTime: '13:00', endTime: '21:00' }),
    ],
    // after the swap, the row no longer exists
    allowed: ['200 / 404 not_found', `${over} / 200`],
    conserves: false,
    after: async (given, [approved]) => {
      if (approved === '200') return expectSwapped(given, true);
      expect(await given.giulia.entryOn()).toMatchObject(early);
      expect(await given.marco.entryOn()).toMatchObject({ startTime: '13:00' });
      expect((await given.giulia.readRequest(given.requestId)).body.isAwaitingApproval).toBe(false);
    },
  });
  // the expiry job's clock is ahead of the approver's
  const later = { ...second.context, clock: { ...second.clock, now: () => '2026-11-20T05:00:00.000Z' } };
  race('the wait for approval expires', awaitingHere, {
    calls: [
      ({ anna, requestId }) => anna.approve(requestId),
      () => expireRequests(later).then(() => ({ outcome: '204' })),
    ],
    allowed: ['200 / 204', `${over} / 204`],
    after: async (given, [approved]) => {
      await expectSwapped(given, approved === '200');
      expect(await given.marco.notificationTypes()).toContain(
        approved === '200' ? 'exchange_completed' : 'exchange_declined',
      );
    },
  });
});

test.each(['an approver', 'a CEO'])(
  '%s who has lost the permission while waiting for the worksite’s lock approves nothing',
  async (who) => {
    const waiting = await awaitingHere();
    const { anna, ceo, requestId, worksiteId } = waiting;
    const approver = who === 'a CEO' ? ceo : anna;
    const answer = await whileHeld(
      second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      () => approver.approve(requestId),
      (tx) =>
        tx.run(sql`update users set may_approve_swaps = false, role = 'operatore' where id = ${approver.id}`),
    );
    await database.run(sql`update users set role = 'admin' where id = ${ceo.id}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'exchange_not_approver' } });
    await expectSwapped(waiting, false);
  },
);

/** Sara has published too, and Marco has also pre-accepted hers. */
const offeredTwice = async () => {
  const given = await offeredForApproval(first);
  const sara = await signInOnDuty(first, early, { worksiteId: given.worksiteId });
  const otherId = await sara.publishedId(sara.shiftId);
  await given.marco.offer(otherId);
  return { ...given, sara, otherId };
};
type OfferedTwice = Awaited<ReturnType<typeof offeredTwice>>;
const confirming = ({ giulia, marco, requestId }: Waiting) => giulia.confirm(requestId, marco.id);
const confirmingOther = ({ sara, otherId, marco }: OfferedTwice) => sara.confirm(otherId, marco.id);

race(
  'an approval, while another swap with the same duty is confirmed: the other swap never succeeds',
  async () => {
    const given = await offeredTwice();
    await confirming(given);
    return given;
  },
  {
    calls: [({ anna, requestId }) => anna.approve(requestId), confirmingOther],
    allowed: ['200 / 409 exchange_offer_gone', `200 / ${reserved}`],
    after: (given) => expectSwapped(given, true),
  },
);

race('two confirms of requests with the same duty: one waits', offeredTwice, {
  calls: [confirming, confirmingOther],
  allowed: [`200 / ${reserved}`, `${reserved} / 200`],
  after: async ({ anna, requestId, otherId }, [one]) =>
    expect(await anna.awaited()).toEqual([one === '200' ? requestId : otherId]),
});

race(
  'two confirms of one request: one offer waits, and approvers are notified once',
  async () => {
    const given = await offeredForApproval(first);
    const sara = await signInOnDuty(first, late, { worksiteId: given.worksiteId });
    await sara.offer(given.requestId);
    return { ...given, sara };
  },
  {
    calls: [confirming, ({ giulia, requestId, sara }) => giulia.confirm(requestId, sara.id)],
    allowed: [`200 / ${waits}`, `${waits} / 200`],
    after: async ({ anna, giulia, marco, sara, requestId }, [one]) => {
      const { awaitedAccepterId } = (await giulia.readRequest(requestId)).body;
      expect(awaitedAccepterId).toBe(one === '200' ? marco.id : sara.id);
      expect(await anna.notificationTypes()).toEqual(['approval_wanted']);
    },
  },
);

race(
  'a confirm, while the same duty is published and offered',
  async () => {
    const given = await offeredForApproval(first);
    const sara = await signInOnDuty(first, early, { worksiteId: given.worksiteId });
    return { ...given, sara, otherId: await sara.publishedId(sara.shiftId) };
  },
  {
    calls: [
      confirming,
      ({ marco }) => marco.publish(marco.shiftId, { requestedShiftType: 'mattina' }),
      ({ marco, otherId }) => marco.preAccept(otherId),
    ],
    allowed: ['201', reserved].flatMap((published) =>
      ['200', reserved].map((made) => `200 / ${published} / ${made}`),
    ),
    after: async ({ giulia, sara, requestId, otherId }) => {
      // an earlier offer stays open, but cannot be confirmed meanwhile
      expect((await sara.confirm(otherId)).status).toBe(409);
      expect((await giulia.readRequest(requestId)).body.isAwaitingApproval).toBe(true);
    },
  },
);
