import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { expireRequests } from '../../src/server/exchanges/commands.expire.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import { permit } from '../support/accounts.ts';
import { approve, awaiting, awaitedOf, offeredForApproval, refuseApproval } from '../support/approvals.ts';
import type { Answer } from '../support/caller.ts';
import { whileHeld } from '../support/locks.ts';
import { startRaces } from '../support/races.ts';
import {
  changeShift,
  confirm,
  early,
  editRequest,
  entryOf,
  late,
  notificationTypesOf,
  offer,
  type OnDuty,
  preAccept,
  publish,
  publishedId,
  readRequest,
  signInOnDuty,
  swapDay,
  takeBack,
  withdraw,
} from '../support/swaps.ts';

// Somebody decides on a swap that waits for approval, while something happens to it at the same moment.

const races = await startRaces();
const { first, second, race } = races;
const { database } = first;
afterAll(() => races.close());

const over = '409 exchange_not_awaiting';
const waits = '409 exchange_awaiting_approval';
const reserved = '409 exchange_duty_reserved';
const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

const mailsOf = async (requestId: string): Promise<number> => {
  const rows = await database.many(sql`
    select m.id from mail_outbox m join completed_swaps c on c.id = m.swap_id where c.request_id = ${requestId}`);
  return rows.length;
};

/** Both have the other's duty, or their own. */
const expectSwapped = async ({ giulia, marco }: { giulia: OnDuty; marco: OnDuty }, isSwapped: boolean) => {
  expect(await entryOf(giulia)).toMatchObject(isSwapped ? late : early);
  expect(await entryOf(marco)).toMatchObject(isSwapped ? early : late);
};

const move = (person: OnDuty): Promise<Answer<unknown>> =>
  changeShift(person, person.shiftId, {
    date: swapDay,
    workLocation: 'sede',
    startTime: '13:00',
    endTime: '21:00',
  });

race('two approvers at once: one carries it out', async () => {
  const waiting = await awaiting(first);
  const { anna, marco, worksiteId, requestId } = waiting;
  const ugo = await first.signIn({ worksiteId, mayApproveSwaps: true });
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => approve(at(ugo), requestId)],
    allowed: [`200 / ${over}`, `${over} / 200`],
    after: async () => {
      await expectSwapped(waiting, true);
      expect(await mailsOf(requestId)).toBe(3);
      expect(await notificationTypesOf(marco)).toEqual([
        'exchange_accepted',
        'exchange_completed',
        'new_exchange_request',
      ]);
    },
  };
});

race('one approves, one refuses: what came first holds', async () => {
  const waiting = await awaiting(first);
  const { anna, worksiteId, requestId } = waiting;
  const ugo = await first.signIn({ worksiteId, mayApproveSwaps: true });
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => refuseApproval(at(ugo), requestId)],
    allowed: [`200 / ${over}`, `${over} / 200`],
    after: async ([approved]) => expectSwapped(waiting, approved === '200'),
  };
});

race('an approval and the colleague’s withdrawal', async () => {
  const waiting = await awaiting(first);
  const { anna, marco, requestId } = waiting;
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => takeBack(at(marco), requestId)],
    allowed: [`200 / ${closed}`, `${over} / 200`],
    after: async ([approved]) => expectSwapped(waiting, approved === '200'),
  };
});

race('an approval and a change of the request', async () => {
  const waiting = await awaiting(first);
  const { anna, giulia, requestId } = waiting;
  const body = {
    offeredShiftId: giulia.shiftId,
    requestedShiftType: 'pomeriggio',
    requestedDate: swapDay,
  } as const;
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => editRequest(at(giulia), requestId, body)],
    allowed: [`200 / ${closed}`, `${over} / 200`],
    after: async ([approved]) => expectSwapped(waiting, approved === '200'),
  };
});

race('an approval and a change of the colleague’s shift', async () => {
  const waiting = await awaiting(first);
  const { anna, giulia, marco, requestId } = waiting;
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => move(at(marco))],
    // swapped, the row is gone
    allowed: ['200 / 404 not_found', `${over} / 200`],
    conserves: false,
    after: async ([approved]) => {
      if (approved === '200') return expectSwapped(waiting, true);
      expect(await entryOf(giulia)).toMatchObject(early);
      expect(await entryOf(marco)).toMatchObject({ startTime: '13:00' });
      expect((await readRequest(giulia, requestId)).body).toMatchObject({
        status: 'aperta',
        isAwaitingApproval: false,
      });
    },
  };
});

race('an approval and the withdrawal of the request', async () => {
  const waiting = await awaiting(first);
  const { anna, giulia, requestId } = waiting;
  return {
    calls: [(at) => approve(at(anna), requestId), (at) => withdraw(at(giulia), requestId)],
    allowed: [`200 / ${closed}`, '404 not_found / 204'],
    after: async ([approved]) => expectSwapped(waiting, approved === '200'),
  };
});

race('an approval and the end of the approver’s permission', async () => {
  const waiting = await awaiting(first);
  const { anna, requestId } = waiting;
  const ceo = await first.signInCeo();
  return {
    calls: [
      (at) => approve(at(anna), requestId),
      (at) => permit(at(ceo), anna.id, { mayApproveSwaps: false }),
    ],
    allowed: ['200 / 204', '403 exchange_not_approver / 204'],
    after: async ([approved]) => expectSwapped(waiting, approved === '200'),
  };
});

test.each(['an approver', 'a CEO'])(
  '%s who is none any more by the time the worksite is free approves nothing',
  async (who) => {
    const waiting = await awaiting(first);
    const { anna, requestId, worksiteId } = waiting;
    const approver = who === 'a CEO' ? await first.signInCeo() : anna;
    const answer = await whileHeld(
      second.context.database,
      (tx) => lockWorksite(tx, worksiteId),
      () => approve(approver, requestId),
      (tx) =>
        tx.run(sql`update users set may_approve_swaps = false, role = 'operatore' where id = ${approver.id}`),
    );
    await database.run(sql`update users set role = 'admin' where email = ${(await first.signInCeo()).email}`);
    expect(answer).toMatchObject({ status: 403, body: { code: 'exchange_not_approver' } });
    await expectSwapped(waiting, false);
  },
);

race(
  'an approval and the confirmation of another swap with the same duty: that one never takes it',
  async () => {
    const offered = await offeredForApproval(first);
    const { anna, giulia, marco, worksiteId, requestId } = offered;
    const sara = await signInOnDuty(first, early, { worksiteId });
    const other = await publishedId(sara, sara.shiftId);
    await offer(marco, other);
    await confirm(giulia, requestId, marco.id);
    return {
      calls: [(at) => approve(at(anna), requestId), (at) => confirm(at(sara), other, marco.id)],
      allowed: [`200 / ${gone}`, `200 / ${reserved}`],
      after: async () => expectSwapped(offered, true),
    };
  },
);

race('two confirmations of one request: one offer waits', async () => {
  const offered = await offeredForApproval(first);
  const { anna, giulia, marco, worksiteId, requestId } = offered;
  const sara = await signInOnDuty(first, late, { worksiteId });
  await offer(sara, requestId);
  return {
    calls: [
      (at) => confirm(at(giulia), requestId, marco.id),
      (at) => confirm(at(giulia), requestId, sara.id),
    ],
    allowed: [`200 / ${waits}`, `${waits} / 200`],
    after: async ([one]) => {
      expect((await readRequest(giulia, requestId)).body.awaitedAccepterId).toBe(
        one === '200' ? marco.id : sara.id,
      );
      expect(await awaitedOf(anna)).toEqual([requestId]);
      expect(await notificationTypesOf(anna)).toEqual(['approval_wanted']);
    },
  };
});

race('confirmations of two requests with the same duty: one waits', async () => {
  const { anna, giulia, marco, worksiteId, requestId } = await offeredForApproval(first);
  const sara = await signInOnDuty(first, early, { worksiteId });
  const other = await publishedId(sara, sara.shiftId);
  await offer(marco, other);
  return {
    calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => confirm(at(sara), other, marco.id)],
    allowed: [`200 / ${reserved}`, `${reserved} / 200`],
    after: async ([one]) => expect(await awaitedOf(anna)).toEqual([one === '200' ? requestId : other]),
  };
});

race('a confirmation, and a publication or a pre-acceptance with the same duty', async () => {
  const { giulia, marco, worksiteId, requestId } = await offeredForApproval(first);
  const sara = await signInOnDuty(first, early, { worksiteId });
  const other = await publishedId(sara, sara.shiftId);
  return {
    calls: [
      (at) => confirm(at(giulia), requestId, marco.id),
      (at) => publish(at(marco), marco.shiftId, { requestedShiftType: 'mattina' }),
      (at) => preAccept(at(marco), other),
    ],
    allowed: ['201', reserved].flatMap((published) =>
      ['200', reserved].map((offered) => `200 / ${published} / ${offered}`),
    ),
    after: async () => {
      // what is made before stands, and cannot be taken meanwhile
      expect((await confirm(sara, other)).status).toBe(409);
      expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(true);
    },
  };
});

race('an approval at the moment at which the wait ends', async () => {
  const offered = await signInOnDuty(first, late);
  const { worksiteId } = offered;
  const marco = await signInOnDuty(first, early, { worksiteId });
  const anna = await first.signIn({ worksiteId, mayApproveSwaps: true });
  await database.run(sql`update worksites set swap_approval = 'sempre' where id = ${worksiteId}`);
  const requestId = await publishedId(offered, offered.shiftId, { requestedShiftType: 'mattina' });
  await offer(marco, requestId);
  await confirm(offered, requestId, marco.id);
  // the job's clock is ahead of the approver's
  const later = { ...second.context, clock: { ...second.clock, now: () => '2026-11-20T05:00:00.000Z' } };
  const done = { status: 204 } as Answer<unknown>;
  return {
    calls: [(at) => approve(at(anna), requestId), () => expireRequests(later).then(() => done)],
    allowed: ['200 / 204', `${over} / 204`],
    after: async ([approved]) => {
      expect(await entryOf(marco)).toMatchObject(approved === '200' ? late : early);
      expect(await notificationTypesOf(marco)).toContain(
        approved === '200' ? 'exchange_completed' : 'exchange_declined',
      );
    },
  };
});
