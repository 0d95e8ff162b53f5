import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Instant } from '../../src/domain/calendar/day.ts';
import { expireRequests } from '../../src/server/exchanges/commands.expire.ts';
import { late, type OnDuty, published, signInOnDuty } from '../support/swaps.ts';
import { startRaces } from './races.ts';

// A request loses its last possible colleague, or expires, while something else happens.

const { first, second, race } = await startRaces();

/** Giulia has published; only Marco and Sara could take it. */
const publishedForTwo = async () => {
  const given = await published(first);
  return { ...given, sara: await signInOnDuty(first, late, { worksiteId: given.worksiteId }) };
};
const offeredForTwo = async () => {
  const given = await publishedForTwo();
  await given.marco.offer(given.requestId);
  return given;
};
const offeredByMarco = async () => {
  const given = await published(first);
  await given.marco.offer(given.requestId);
  return given;
};

const titlesOf = async (person: OnDuty, type: string): Promise<string[]> =>
  (await person.notifications()).filter((news) => news.type === type).map(({ title }) => title);
const nobodyLeft = 'Per ora nessuno può scambiare';
const expectOpen = async (person: OnDuty, requestId: string, state: object) =>
  expect((await person.readRequest(requestId)).body).toMatchObject({ status: 'aperta', ...state });

race('the last two decline: the requester is told once that nobody is left', publishedForTwo, {
  calls: [({ marco, requestId }) => marco.reject(requestId), ({ sara, requestId }) => sara.reject(requestId)],
  allowed: ['200 / 200'],
  after: async ({ giulia, requestId }) => {
    expect(await titlesOf(giulia, 'exchange_rejected')).toEqual([nobodyLeft]);
    await expectOpen(giulia, requestId, { nobodyLeft: true });
  },
});

race(
  'the last one declines while another reconsiders',
  async () => {
    const given = await publishedForTwo();
    await given.marco.reject(given.requestId);
    return given;
  },
  {
    calls: [
      ({ marco, requestId }) => marco.preAccept(requestId),
      ({ sara, requestId }) => sara.reject(requestId),
    ],
    allowed: ['200 / 200'],
    after: async ({ giulia, requestId }) => {
      expect((await titlesOf(giulia, 'exchange_rejected')).length).toBeLessThanOrEqual(1);
      await expectOpen(giulia, requestId, { nobodyLeft: false, preAcceptanceCount: 1 });
    },
  },
);

race('the requester refuses an offer while it is made again: it ends up refused', offeredByMarco, {
  calls: [
    ({ giulia, marco, requestId }) => giulia.takeBack(requestId, marco.id),
    ({ marco, requestId }) => marco.preAccept(requestId),
  ],
  allowed: ['200 / 200', '200 / 409 exchange_offer_refused'],
  after: async ({ giulia, requestId }) => {
    expect(await titlesOf(giulia, 'exchange_rejected')).toHaveLength(1);
    await expectOpen(giulia, requestId, { preAcceptanceCount: 0 });
  },
});

race('an offer is refused by the requester and withdrawn by the colleague', offeredForTwo, {
  calls: [
    ({ marco, requestId }) => marco.takeBack(requestId),
    ({ giulia, marco, requestId }) => giulia.takeBack(requestId, marco.id),
  ],
  allowed: ['200 / 409 exchange_offer_gone', '200 / 200'],
  after: async ({ marco, requestId }) =>
    expect((await marco.readRequest(requestId)).body).toMatchObject({
      userHasPreAccepted: false,
      tab: 'rifiutati',
    }),
});
race('one person pre-accepts and declines at once: one of the two counts', () => published(first), {
  calls: [
    ({ marco, requestId }) => marco.preAccept(requestId),
    ({ marco, requestId }) => marco.reject(requestId),
  ],
  allowed: ['200 / 200'],
  after: async ({ marco, requestId }) => {
    const { userHasPreAccepted, userHasRejected, status } = (await marco.readRequest(requestId)).body;
    expect([userHasPreAccepted, status]).toEqual([!userHasRejected, 'aperta']);
  },
});

/** Runs the expiry job in a process whose clock is past the start of the shift. */
async function expire(now: Instant = '2026-11-20T05:00:00.000Z'): Promise<{ outcome: string }> {
  await expireRequests({ ...second.context, clock: { ...second.clock, now: () => now } });
  return { outcome: '204' };
}

race(
  'a request expires while it is confirmed: swapped or closed, with matching notifications',
  offeredByMarco,
  {
    calls: [({ giulia, requestId }) => giulia.confirm(requestId), () => expire()],
    allowed: ['200 / 204', '409 exchange_closed / 204'],
    after: async ({ giulia, marco, requestId }, [confirmed]) => {
      const isSwapped = confirmed === '200';
      const { status } = (await giulia.readRequest(requestId)).body;
      expect(status).toBe(isSwapped ? 'completata' : 'annullata');
      expect(await titlesOf(giulia, 'exchange_rejected')).toHaveLength(isSwapped ? 0 : 1);
      expect(await titlesOf(marco, 'exchange_declined')).toHaveLength(isSwapped ? 0 : 1);
    },
  },
);

race('three processes expire a request: each person is notified once', offeredByMarco, {
  calls: [() => expire(), () => expire(), () => expire()],
  allowed: ['204 / 204 / 204'],
  after: async ({ giulia, marco, requestId }) => {
    const told = await first.database.many<{ userId: string }>(sql`
      select user_id from notifications
      where related_request_id = ${requestId} and facts ->> 'fact' in ('request_expired', 'offer_expired')`);
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([giulia.id, marco.id].toSorted());
  },
});
