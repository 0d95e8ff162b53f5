import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildDuty, buildShift } from '../../db/builders.ts';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { lockWorksite } from '../../src/server/worksites/queries.ts';
import { swapDay } from '../support/duties.ts';
import { countWaiting, whileHeld } from '../support/locks.ts';
import { startTestServer, testNow, type TestServer } from '../support/server.ts';
import {
  early,
  late,
  offered,
  type OnDuty,
  pair,
  published,
  setApproval,
  signInOnDuty,
  swap,
} from '../support/swaps.ts';
import { type Act, startRaces } from './races.ts';

// Two concurrent calls about a request, its shifts or its offers.

const { first, second, elsewhere, race } = await startRaces();
const { database } = first;

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

const publishedHere = () => published(first);
/** Sara could still take it, so the request stays open without Marco. */
const offeredWithSara = async () => {
  const given = await offered(first);
  return { ...given, sara: await signInOnDuty(first, late, { worksiteId: given.worksiteId }) };
};
const changed = { workLocation: 'smart_working' } as const;

describe('a request is moved to the next day, while', () => {
  const nextDay = addDays(swapDay, 1);
  const edited = { requestedDate: nextDay, requestedShiftType: 'pomeriggio' } as const;
  const offeredOfTwoDays = async () => {
    const given = await offeredWithSara();
    const { version } = (await given.sara.readRequest(given.requestId)).body;
    return { ...given, version, nextShiftId: await buildShift(first.context, given.giulia, nextDay, early) };
  };
  type Given = Awaited<ReturnType<typeof offeredOfTwoDays>>;
  const answers: [string, Act<Given>, string[]][] = [
    [
      'an offer is confirmed',
      ({ giulia, marco, requestId }) => giulia.confirm(requestId, marco.id),
      [`200 / ${closed}`, `${gone} / 200`],
    ],
    [
      'a colleague pre-accepts the old version',
      ({ sara, requestId, version }) => sara.preAccept(requestId, version),
      ['200 / 200', '409 exchange_changed / 200'],
    ],
    [
      'a colleague takes the offer back',
      ({ marco, requestId }) => marco.takeBack(requestId),
      ['200 / 200', `${gone} / 200`],
    ],
    [
      'it is withdrawn',
      ({ giulia, requestId }) => giulia.withdraw(requestId),
      ['204 / 404 not_found', '204 / 200'],
    ],
  ];
  for (const [index, [name, answer, allowed]] of answers.entries()) {
    race(name, offeredOfTwoDays, {
      calls: [
        answer,
        ({ giulia, requestId, nextShiftId: offeredShiftId }) =>
          giulia.editRequest(requestId, { offeredShiftId, ...edited }),
      ],
      allowed,
      after: async ({ giulia, requestId, nextShiftId }, [outcome]) => {
        const isSwapped = index === 0 && outcome === '200';
        expect(await giulia.entryOn()).toMatchObject(isSwapped ? late : { id: giulia.shiftId });
        expect(await giulia.entryOn(nextDay)).toMatchObject({ id: nextShiftId });
        const { status, body } = await giulia.readRequest(requestId);
        if (outcome === '204') return expect(status).toBe(404);
        // nobody has answered the new version yet
        expect(body).toMatchObject(
          isSwapped ? { status: 'completata' } : { offeredShiftId: nextShiftId, preAcceptedBy: [] },
        );
      },
    });
  }
});

race(
  'the CEO deactivates the author of a publication',
  async () => ({ ...(await pair(first)), ceo: await first.signInCeo() }),
  {
    calls: [
      ({ giulia }) => giulia.publish(giulia.shiftId),
      ({ ceo, giulia }) => ceo.setActive(giulia.id, false),
    ],
    allowed: ['201 / 204', '401 not_signed_in / 204', '403 account_disabled / 204'],
    after: async ({ giulia }) => {
      const open = sql`select from exchange_requests where requester_id = ${giulia.id} and status = 'aperta'`;
      expect(await database.many(open)).toEqual([]);
    },
  },
);

describe('a shift is changed or deleted, while', () => {
  const times = { startTime: '13:00', endTime: '21:00' };
  for (const isDeleted of [false, true]) {
    const act = (person: OnDuty, change: object) =>
      isDeleted ? person.deleteShift(person.shiftId) : person.changeShift(person.shiftId, change);
    const what = isDeleted ? 'deleted' : 'changed';
    race(`a request is published with it (${what})`, () => pair(first), {
      calls: [
        ({ giulia }) => giulia.publish(giulia.shiftId),
        ({ giulia }) => act(giulia, { startTime: '07:00', endTime: '15:00' }),
      ],
      allowed: isDeleted ? ['201 / 204', '404 exchange_not_own_shift / 204'] : ['201 / 200'],
      conserves: false,
    });
    race(`it is offered (${what})`, publishedHere, {
      calls: [({ marco, requestId }) => marco.preAccept(requestId), ({ marco }) => act(marco, times)],
      allowed: isDeleted ? ['200 / 204', '409 exchange_no_own_shift / 204'] : ['200 / 200'],
      conserves: false,
      after: async ({ giulia, requestId }) => {
        const { preAcceptedBy } = (await giulia.readRequest(requestId)).body;
        for (const { offeredShift } of preAcceptedBy) expect(offeredShift).toMatchObject(times);
      },
    });
  }
  race('somebody pre-accepts a request with it', publishedHere, {
    calls: [
      ({ marco, requestId }) => marco.preAccept(requestId),
      ({ giulia }) => giulia.changeShift(giulia.shiftId, changed),
    ],
    allowed: ['200 / 200', `${closed} / 200`],
    conserves: false,
    after: async ({ marco }, [accepted]) => {
      const told = accepted === '200' ? ['shift_updated'] : [];
      expect(await marco.notificationTypes()).toEqual(['new_exchange_request', ...told]);
    },
  });
  const override = { 'x-override-exchange': 'true' };
  race(
    'it came from a swap, and is overridden',
    async () => {
      const given = await pair(first);
      await swap(given.giulia, given.marco);
      return { ...given, id: (await given.giulia.entryOn())!.id };
    },
    {
      calls: [
        ({ giulia, id }) => giulia.changeShift(id, changed, override),
        ({ giulia, id }) => giulia.deleteShift(id, override),
      ],
      allowed: ['200 / 404 not_found', '404 not_found / 204'],
      conserves: false,
    },
  );
});

test('a shift that begins while its confirm waits for a lock is not swapped', async () => {
  const day = '2026-11-16';
  const giulia = await signInOnDuty(first, late, {}, { day });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(first, buildDuty('sede', '15:00', '23:00'), { worksiteId }, { day });
  const requestId = await giulia.publishedId(giulia.shiftId, { requestedDate: day });
  await marco.offer(requestId);
  const confirmed = await whileHeld(
    database,
    (tx) => lockWorksite(tx, worksiteId),
    () => elsewhere(giulia).confirm(requestId),
    async () => second.clock.set('2026-11-16T13:00:00.000Z'),
  );
  second.clock.set(testNow);
  expect(confirmed.outcome).toBe('409 exchange_shift_begun');
});

/** A server on its own connection, whose transactions are wrapped to act before or after the commit. */
async function startWith(transaction: (own: Database) => Database['transaction']): Promise<TestServer> {
  const own = await database.connect();
  const server = await startTestServer({
    database: new Proxy(own, {
      get: (target, name: keyof Database) =>
        name === 'transaction' ? transaction(target) : target[name]?.bind(target),
    }),
  });
  onTestFinished(() => server.close());
  return server;
}

test('somebody who becomes an approver during a confirm is notified of the waiting swap', async () => {
  const { giulia, marco, requestId, worksiteId } = await offered(first);
  await setApproval(first, worksiteId, 'sempre');
  const anna = await first.signIn({ worksiteId });
  const ceo = await first.signInCeo();
  const isWritten = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = await startWith(
    (own) => (work) =>
      own.transaction(async (tx) => {
        const result = await work(tx);
        isWritten.resolve();
        await mayCommit.promise;
        return result;
      }),
  );
  const confirmed = slow.bearing(giulia.token).confirm(requestId, marco.id);
  await isWritten.promise;
  let isAnswered = false;
  const permitted = ceo.permit(anna.id, { mayApproveSwaps: true }).finally(() => (isAnswered = true));
  // it waits for the confirm's lock, or has run before it
  await expect.poll(async () => isAnswered || (await countWaiting(database)) > 0).toBe(true);
  mayCommit.resolve();
  expect([(await confirmed).outcome, (await permitted).outcome]).toEqual(['200', '204']);
  expect(await anna.notificationTypes()).toEqual(['approval_wanted']);
});

test('a pre-acceptance answers 404 if the request is withdrawn between commit and answer', async () => {
  const { giulia, marco, requestId } = await published(first);
  const slow = await startWith((own) => async (work) => {
    const result = await own.transaction(work);
    // committed, but not answered yet
    expect((await giulia.withdraw(requestId)).status).toBe(204);
    return result;
  });
  const answer = await slow.bearing(marco.token).preAccept(requestId);
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await marco.notificationTypes()).toContain('exchange_declined');
});

test('a read in one process sees what another has just committed, also under concurrent reads', async () => {
  const { giulia, marco } = await pair(first);
  const there = elsewhere({ marco }).marco;
  const available = async () => (await there.readTab('disponibili')).requests.map(({ id }) => id);
  expect(await available()).toEqual([]);
  const requestId = await giulia.publishedId(giulia.shiftId);
  const reads = await Promise.all([available(), available(), available()]);
  expect(reads).toEqual([[requestId], [requestId], [requestId]]);
  await giulia.withdraw(requestId);
  expect(await available()).toEqual([]);
});
