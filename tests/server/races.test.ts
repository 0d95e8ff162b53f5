import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../db/builders.ts';
import { listDuties, listEntryCounts } from '../../db/invariants.ts';
import { addDays } from '../../src/domain/calendar/day.ts';
import { defaultRestRules } from '../../src/domain/worksites/schema.ts';
import { swapDay } from '../support/duties.ts';
import type { SignedInCaller } from '../support/server.ts';
import { early, late, offered, type OnDuty, pair, signInOnDuty } from '../support/swaps.ts';
import { startRaces } from './races.ts';

// A swap of shifts is confirmed while something else happens; races of all kinds of swaps are in races.kinds.test.ts.

const { first, second, race, allAtOnce } = await startRaces();
const { database } = first;

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

const offeredHere = () => offered(first);
/** Sara could still take it, so the request stays open without Marco. */
const offeredWithSara = async () => {
  const given = await offered(first);
  return { ...given, sara: await signInOnDuty(first, late, { worksiteId: given.worksiteId }) };
};
const withCeo = async <Given>(given: Promise<Given>) => ({ ...(await given), ceo: await first.signInCeo() });

type Offered = Awaited<ReturnType<typeof offeredHere>>;
const confirming = ({ giulia, marco, requestId }: Offered) => giulia.confirm(requestId, marco.id);

describe('200 confirms at once', () => {
  test('competing for the duties of 20 people: ten swaps, one per person', async () => {
    const { worksiteId } = await first.signIn();
    const halves: [OnDuty[], OnDuty[]] = [[], []];
    for (let index = 0; index < 10; index += 1) {
      halves[0].push(await signInOnDuty(first, early, { worksiteId }));
      halves[1].push(await signInOnDuty(first, late, { worksiteId }));
    }
    const swaps: { requester: OnDuty; accepter: OnDuty; requestId: string }[] = [];
    for (const [ones, others] of [halves, halves.toReversed() as typeof halves]) {
      for (const requester of ones) {
        const requestId = await requester.publishedId(requester.shiftId);
        for (const accepter of others) {
          await accepter.offer(requestId);
          swaps.push({ requester, accepter, requestId });
        }
      }
    }
    const kept = async () => [await listDuties(database), await listEntryCounts(database)];
    const before = await kept();
    const { 200: done, ...refused } = await allAtOnce(swaps, ({ requester, accepter, requestId }) =>
      requester.confirm(requestId, accepter.id),
    );
    expect(done).toBe(10);
    expect((refused[closed] ?? 0) + (refused[gone] ?? 0)).toBe(190);
    expect(await kept()).toEqual(before);
    for (const [ones, duty] of [[halves[0], late] as const, [halves[1], early] as const]) {
      for (const person of ones) {
        expect(await person.entryOn()).toMatchObject(duty);
        expect((await person.readCompleted()).total).toBe(1);
      }
    }
  });

  test('of one request, each naming one of 20 colleagues: one swap, and the others are notified', async () => {
    const { giulia, marco, worksiteId, requestId } = await offered(first);
    const colleagues = [marco];
    while (colleagues.length < 20) {
      const colleague = await signInOnDuty(first, late, { worksiteId });
      await colleague.offer(requestId);
      colleagues.push(colleague);
    }
    const before = await listDuties(database);
    const confirms = Array.from({ length: 200 }, (_, index) => ({ giulia, id: colleagues[index % 20]!.id }));
    const outcomes = await allAtOnce(confirms, (one) => one.giulia.confirm(requestId, one.id));
    expect(outcomes).toEqual({ 200: 1, [closed]: 199 });
    expect(await listDuties(database)).toEqual(before);
    const { responderId } = (await giulia.readRequest(requestId)).body;
    for (const colleague of colleagues) {
      const isChosen = colleague.id === responderId;
      const told = isChosen ? ['exchange_accepted', 'exchange_completed'] : ['exchange_declined'];
      const types = await colleague.notificationTypes();
      expect(types.filter((type) => type !== 'new_exchange_request')).toEqual(told);
    }
  });
});

describe('an offer is confirmed, while', () => {
  const { limits } = defaultRestRules('standard');
  const forbid = (ceo: SignedInCaller, id: string) =>
    ceo.changeWorksite(id, { restRules: { mode: 'blocco', limits } });
  const dayBefore = addDays(swapDay, -1);
  const tooShort = '409 exchange_rest_too_short';

  race(
    'the worksite forbids swaps with too little rest',
    async () => {
      const given = await withCeo(offeredHere());
      await buildShift(first.context, given.marco, dayBefore, late);
      return given;
    },
    {
      calls: [confirming, ({ ceo, worksiteId }) => forbid(ceo, worksiteId)],
      allowed: ['200 / 200', `${tooShort} / 200`],
      after: async ({ giulia }, [outcome]) =>
        expect(await giulia.entryOn()).toMatchObject(outcome === '200' ? late : early),
    },
  );
  race(
    'the requester’s contract hours change',
    async () => {
      const given = await offeredHere();
      const { accessCode } = await database.one<{ accessCode: string }>(sql`
        select access_code from worksites where id = ${given.worksiteId}`);
      return { ...given, accessCode };
    },
    {
      calls: [
        confirming,
        ({ giulia, accessCode }) => {
          const profile = { firstName: 'Giulia', lastName: 'Ferri', enableFlexibleShifts: false };
          return giulia.saveProfile(giulia.id, { ...profile, contractHours: 6, accessCode });
        },
      ],
      allowed: ['200 / 200', `${closed} / 200`],
    },
  );
  race('another colleague pre-accepts, and no offer is named', offeredWithSara, {
    calls: [
      ({ giulia, requestId }) => giulia.confirm(requestId),
      ({ sara, requestId }) => sara.preAccept(requestId),
    ],
    allowed: ['400 exchange_several_offers / 200', `200 / ${closed}`],
  });
  race(
    'its colleague pre-accepts somebody else’s request',
    async () => {
      const given = await offeredHere();
      const { worksiteId } = given;
      const anna = await signInOnDuty(first, buildDuty('sede', '09:00', '17:00'), { worksiteId });
      return { ...given, anna, otherId: await anna.publishedId(anna.shiftId) };
    },
    {
      calls: [confirming, ({ marco, otherId }) => marco.preAccept(otherId)],
      // before the swap he offers the shift he gave, which lapses; after it the one he got
      allowed: ['200 / 200'],
      after: async ({ anna, otherId }) => {
        const { preAcceptedBy } = (await anna.readRequest(otherId)).body;
        for (const { offeredShift } of preAcceptedBy) expect(offeredShift).toMatchObject(early);
      },
    },
  );
  race('its colleague publishes the shift', offeredHere, {
    calls: [confirming, ({ marco }) => marco.publish(marco.shiftId)],
    allowed: ['200 / 201', '200 / 404 exchange_not_own_shift'],
  });
  for (const isChange of [true, false]) {
    race(
      `its colleague ${isChange ? 'changes the shift and offers it' : 'withdraws the offer and makes it'} again`,
      async () => {
        const given = await offeredWithSara();
        const [seen] = (await given.giulia.readRequest(given.requestId)).body.preAcceptedBy;
        return { ...given, seen: seen!.version };
      },
      {
        calls: [
          ({ giulia, marco, requestId, seen }) => giulia.confirm(requestId, marco.id, seen),
          async ({ marco, requestId }) => {
            if (isChange) await marco.changeShift(marco.shiftId, { startTime: '15:00', endTime: '23:00' });
            else await marco.takeBack(requestId);
            for (const { clock } of [first, second]) clock.advance(1);
            return marco.preAccept(requestId);
          },
        ],
        allowed: [`200 / ${closed}`, `${gone} / 200`, '409 exchange_changed / 200'],
        conserves: false,
        // never an unseen version
        after: async ({ giulia }, [confirmed]) =>
          expect(await giulia.entryOn()).toMatchObject(confirmed === '200' ? late : early),
      },
    );
  }
  race('the requester refuses it', offeredWithSara, {
    calls: [confirming, ({ giulia, marco, requestId }) => giulia.takeBack(requestId, marco.id)],
    allowed: [`200 / ${closed}`, `${gone} / 200`],
    after: async ({ marco, requestId }, [confirmed]) =>
      expect((await marco.readRequest(requestId)).body.tab).toBe(
        confirmed === '200' ? 'completati' : 'rifiutati',
      ),
  });
});

race(
  'a chain of three confirms, each of the next person: one succeeds',
  async () => {
    const { giulia, marco, worksiteId } = await pair(first);
    const people = [giulia, marco];
    people.push(await signInOnDuty(first, buildDuty('sede', '09:00', '17:00'), { worksiteId }));
    const requests: string[] = [];
    for (const [index, person] of people.entries()) {
      const id = await person.publishedId(person.shiftId);
      await people[(index + 1) % 3]!.offer(id);
      requests.push(id);
    }
    return { people, requests };
  },
  {
    calls: [0, 1, 2].map(
      (index) =>
        ({ people, requests }) =>
          people[index]!.confirm(requests[index]!, people[(index + 1) % 3]!.id),
    ),
    allowed: [`200 / ${closed} / ${gone}`, `${gone} / 200 / ${closed}`, `${closed} / ${gone} / 200`],
  },
);
