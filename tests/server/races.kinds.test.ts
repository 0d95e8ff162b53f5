import { describe, expect } from 'vitest';
import { type Act, type Race, startRaces } from './races.ts';
import { offeredSwap, publishWish, swapKinds } from './swapKinds.ts';

// The same races for swaps of each kind.

const { first, race } = await startRaces(6);

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

describe.each(Object.entries(swapKinds(first)))('%s:', (_, kind) => {
  /** Like `offeredSwap`, and another colleague could take it. */
  const offered = async () => {
    const given = await offeredSwap(kind);
    return { ...given, other: await kind.signIn(given.worksiteId, kind.accepter[0]) };
  };
  type Offered = Awaited<ReturnType<typeof offered>>;
  const confirming: Act<Offered> = ({ requester, requestId, accepter }) =>
    requester.confirm(requestId, accepter.id);
  /** Both have each other's duties (1), or their own (0). */
  const isSwapped = async ({ requester, accepter }: Offered, place: 0 | 1): Promise<void> => {
    expect(await kind.calendarOf(requester)).toBe(kind.requester[place]);
    expect(await kind.calendarOf(accepter)).toBe(kind.accepter[place]);
  };

  /** @param late the other call's outcome after the swap; `early`: both outcomes if the other call comes first */
  function whileConfirmed<More extends Offered>(
    name: string,
    prepare: () => Promise<More>,
    act: Act<More>,
    [late, ...early]: [string, ...string[]],
    rest: Omit<Race<More>, 'calls' | 'allowed'> = {},
  ): void {
    race(`an offer is confirmed, while ${name}`, prepare, {
      calls: [confirming, act],
      allowed: [`200 / ${late}`, ...early],
      conserves: kind.conserves,
      after: (given, [confirmed]) => (confirmed === '200' ? isSwapped(given, 1) : isSwapped(given, 0)),
      ...rest,
    });
  }

  whileConfirmed(
    'another offer of the request is',
    async () => {
      const given = await offered();
      await given.other.offer(given.requestId);
      return given;
    },
    ({ requester, requestId, other }) => requester.confirm(requestId, other.id),
    [closed, `${closed} / 200`],
    {
      after: async ({ requester, other }, [confirmed]) => {
        expect((await requester.readCompleted()).total).toBe(1);
        const calendar = kind.accepter[confirmed === '200' ? 0 : 1];
        expect(await kind.calendarOf(other)).toBe(calendar);
      },
    },
  );
  whileConfirmed(
    'the colleague’s offer on another request is',
    async () => {
      const given = await offered();
      const rival = await kind.signIn(given.worksiteId, kind.requester[0]);
      const { id: otherId } = (await publishWish(kind, rival, kind.wish)).body.request;
      await given.accepter.offer(otherId);
      return { ...given, rival, otherId };
    },
    ({ rival, otherId, accepter }) => rival.confirm(otherId, accepter.id),
    [gone, `${gone} / 200`],
    {
      after: async ({ accepter }) => {
        expect(await kind.calendarOf(accepter)).toBe(kind.accepter[1]);
        expect((await accepter.readCompleted()).total).toBe(1);
      },
    },
  );
  whileConfirmed(
    'the colleague confirms the same swap from the other side',
    async () => {
      const given = await offered();
      const { id: mirrorId } = (await publishWish(kind, given.accepter, kind.mirror)).body.request;
      await given.requester.offer(mirrorId);
      return { ...given, mirrorId };
    },
    ({ accepter, mirrorId }) => accepter.confirm(mirrorId),
    [closed, `${closed} / 200`],
    { after: (given) => isSwapped(given, 1) },
  );
  for (const [who, code] of [
    ['requester', closed],
    ['accepter', gone],
  ] as const) {
    const shiftOf = (given: Offered): string => given[who].shiftIds[kind.place] ?? '';
    const changing: Omit<Race<Offered>, 'calls' | 'allowed'> = {
      conserves: false,
      after: async ({ requester }, [confirmed]) =>
        expect((await requester.readCompleted()).total).toBe(confirmed === '200' ? 1 : 0),
    };
    whileConfirmed(
      `the ${who} changes a shift of it`,
      offered,
      (given) => given[who].changeShift(shiftOf(given), { workLocation: 'malattia' }),
      ['404 not_found', `${code} / 200`],
      changing,
    );
    whileConfirmed(
      `the ${who} deletes a shift of it`,
      offered,
      (given) => given[who].deleteShift(shiftOf(given)),
      ['404 not_found', `${code} / 204`],
      changing,
    );
    const { more } = kind;
    if (!more) continue;
    whileConfirmed(
      `the ${who} records one more`,
      offered,
      (given) => given[who].call('POST /api/shifts', { body: more[who] }),
      [more.late, `${code} / 201`],
      changing,
    );
  }
  whileConfirmed(
    'the requester withdraws the request',
    offered,
    ({ requester, requestId }) => requester.withdraw(requestId),
    [closed, '404 not_found / 204'],
  );
  whileConfirmed(
    'the colleague takes the offer back',
    offered,
    ({ accepter, requestId }) => accepter.takeBack(requestId),
    [closed, `${gone} / 200`],
  );
  whileConfirmed(
    'the CEO deactivates the colleague',
    async () => ({ ...(await offered()), ceo: await first.signInCeo() }),
    ({ ceo, accepter }) => ceo.setActive(accepter.id, false),
    ['204', `${gone} / 204`],
    {
      after: async ({ requester }, [confirmed]) =>
        expect(await kind.calendarOf(requester)).toBe(kind.requester[confirmed === '200' ? 1 : 0]),
    },
  );
  whileConfirmed(
    'another colleague pre-accepts',
    offered,
    ({ other, requestId }) => other.preAccept(requestId),
    [closed, '200 / 200'],
    {
      after: async ({ other }, [, joined]) => {
        const declined = (await other.notificationTypes()).filter((type) => type === 'exchange_declined');
        expect(declined).toHaveLength(joined === '200' ? 1 : 0);
      },
    },
  );

  race('a pre-acceptance, while the requester withdraws the request', offered, {
    conserves: kind.conserves,
    calls: [
      ({ other, requestId }) => other.preAccept(requestId),
      ({ requester, requestId }) => requester.withdraw(requestId),
    ],
    allowed: ['200 / 204', '404 not_found / 204'],
  });
  race('two publications of the same', async () => kind.signIn(await kind.open(), kind.requester[0]), {
    conserves: kind.conserves,
    calls: [
      (person) => publishWish(kind, person, kind.wish),
      (person) => publishWish(kind, person, kind.otherWish),
    ],
    allowed: ['201 / 409 exchange_already_open', '409 exchange_already_open / 201'],
  });
});
