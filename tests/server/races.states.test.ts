import sql from 'sql-template-tag';
import { afterAll, expect } from 'vitest';
import type { Instant } from '../../src/domain/calendar/day.ts';
import { expireRequests } from '../../src/server/exchanges/commands.expire.ts';
import type { Answer } from '../support/caller.ts';
import { startRaces } from '../support/races.ts';
import {
  confirm,
  early,
  late,
  notificationsOf,
  offer,
  type OnDuty,
  preAccept,
  publishedId,
  readRequest,
  reject,
  signInOnDuty,
  takeBack,
} from '../support/swaps.ts';

// Answers that leave nobody who could take a request, and its end, at the same moment as something else.

const races = await startRaces();
const { first, second, race } = races;
const { database } = first;
afterAll(() => races.close());

/** Giulia has published; so many colleagues could take it. */
async function published(count: number) {
  const giulia = await signInOnDuty(first, early);
  const { worksiteId } = giulia;
  const colleagues: OnDuty[] = [];
  while (colleagues.length < count) colleagues.push(await signInOnDuty(first, late, { worksiteId }));
  const [marco, sara] = colleagues as [OnDuty, OnDuty];
  return { giulia, marco, sara, requestId: await publishedId(giulia, giulia.shiftId) };
}

const refuse = (requester: OnDuty, requestId: string, colleague: OnDuty) =>
  takeBack(requester, requestId, colleague.id);

const titlesOf = async (person: OnDuty, type: string): Promise<string[]> =>
  (await notificationsOf(person)).filter((news) => news.type === type).map(({ title }) => title);

race('the last two say no: the requester hears once that nobody is left', async () => {
  const { giulia, marco, sara, requestId } = await published(2);
  return {
    calls: [(at) => reject(at(marco), requestId), (at) => reject(at(sara), requestId)],
    allowed: ['200 / 200'],
    after: async () => {
      expect(await titlesOf(giulia, 'exchange_rejected')).toEqual(['Per ora nessuno può scambiare']);
      expect((await readRequest(giulia, requestId)).body).toMatchObject({
        status: 'aperta',
        nobodyLeft: true,
      });
    },
  };
});

race('the requester refuses one offer while the other is taken back: they hear once', async () => {
  const { giulia, marco, sara, requestId } = await published(2);
  for (const colleague of [marco, sara]) await offer(colleague, requestId);
  return {
    calls: [(at) => refuse(at(giulia), requestId, marco), (at) => takeBack(at(sara), requestId)],
    allowed: ['200 / 200'],
    after: async () => {
      const titles = await titlesOf(giulia, 'exchange_rejected');
      expect(titles.filter((title) => title === 'Per ora nessuno può scambiare')).toHaveLength(1);
      expect((await readRequest(giulia, requestId)).body).toMatchObject({ nobodyLeft: true });
    },
  };
});

race('the last one says no while another thinks again', async () => {
  const { giulia, marco, sara, requestId } = await published(2);
  await reject(marco, requestId);
  return {
    calls: [(at) => preAccept(at(marco), requestId), (at) => reject(at(sara), requestId)],
    allowed: ['200 / 200'],
    after: async () => {
      expect((await titlesOf(giulia, 'exchange_rejected')).length).toBeLessThanOrEqual(1);
      expect((await readRequest(giulia, requestId)).body).toMatchObject({
        status: 'aperta',
        nobodyLeft: false,
        preAcceptanceCount: 1,
      });
    },
  };
});

race('the requester refuses an offer while it is made again: it is refused or gone', async () => {
  const { giulia, marco, requestId } = await published(1);
  await offer(marco, requestId);
  return {
    calls: [(at) => refuse(at(giulia), requestId, marco), (at) => preAccept(at(marco), requestId)],
    allowed: ['200 / 200', '200 / 409 exchange_offer_refused'],
    after: async () => {
      expect(await titlesOf(giulia, 'exchange_rejected')).toHaveLength(1);
      expect((await readRequest(giulia, requestId)).body).toMatchObject({
        status: 'aperta',
        preAcceptanceCount: 0,
      });
    },
  };
});

const begun = '2026-11-20T05:00:00.000Z';

/** The job in a process whose clock is already there. */
async function expireAt(now: Instant): Promise<Answer<unknown>> {
  await expireRequests({ ...second.context, clock: { ...second.clock, now: () => now } });
  return { status: 204, headers: {}, body: null, refusal: {}, text: '', cookies: [] };
}

race('a request expires while it is confirmed: swapped, or closed, and told accordingly', async () => {
  const { giulia, marco, requestId } = await published(1);
  await offer(marco, requestId);
  return {
    calls: [(at) => confirm(at(giulia), requestId), () => expireAt(begun)],
    allowed: ['200 / 204', '409 exchange_closed / 204'],
    after: async ([confirmed]) => {
      const isSwapped = confirmed === '200';
      const { status } = (await readRequest(giulia, requestId)).body;
      expect(status).toBe(isSwapped ? 'completata' : 'annullata');
      expect(await titlesOf(giulia, 'exchange_rejected')).toHaveLength(isSwapped ? 0 : 1);
      expect(await titlesOf(marco, 'exchange_declined')).toHaveLength(isSwapped ? 0 : 1);
    },
  };
});

race('two processes close what has expired: its people hear once', async () => {
  const { giulia, marco, requestId } = await published(2);
  await offer(marco, requestId);
  return {
    calls: [1, 2, 3].map(() => () => expireAt(begun)),
    allowed: ['204 / 204 / 204'],
    after: async () => {
      const told = await database.many<{ userId: string }>(sql`
        select user_id as "userId" from notifications
        where related_request_id = ${requestId} and facts ->> 'fact' in ('request_expired', 'offer_expired')`);
      expect(told).toHaveLength(2);
      expect(new Set(told.map(({ userId }) => userId))).toEqual(new Set([giulia.id, marco.id]));
    },
  };
});
