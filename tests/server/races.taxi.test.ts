import { afterAll, describe, expect, test } from 'vitest';
import { listDrivingDays, listDuties } from '../../db/invariants.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { setActive } from '../support/accounts.ts';
import { type Answer, type Caller, outcomeOf } from '../support/caller.ts';
import { startRaces } from '../support/races.ts';
import {
  confirm,
  deleteShift,
  notificationTypesOf,
  offer,
  preAccept,
  readCompleted,
  readRequest,
  type SwapAnswer,
  takeBack,
  withdraw,
} from '../support/swaps.ts';
import {
  type Driver,
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  signInDriver,
  weekOf,
} from '../support/taxi.ts';

/** Of the round: drivers of earlier ones have no part in it. */
let worksiteId: string;

// whole weeks take longer to set up than single shifts
const races = await startRaces(4, async () => {
  worksiteId = await openTaxiWorksite(races.first);
});
const { first, elsewhere, race, expectNothingBroken } = races;
afterAll(() => races.close());

/** A request that waits for its confirm, and what it leaves each of the two with. */
interface Offered {
  requester: Driver;
  accepter: Driver;
  requestId: string;
}

/** How a kind is set up: who has what, and how their weeks read before and after. */
interface Kind {
  requesterWeeks: [string, string];
  accepterWeeks: [string, string];
  /** What such a swap leaves as it was. */
  conserves: (database: Queryable) => Promise<string[]>;
  publish: (driver: Driver) => Promise<SwapAnswer>;
  /** A day on which both give something. */
  day: string;
  /** Records one more entry that changes what would be swapped. */
  gain: (driver: Driver, at: Caller) => Promise<Answer<unknown>>;
}

const kinds: Record<'settimana' | 'ferie', Kind> = {
  settimana: {
    requesterWeeks: ['MMMMMr.', '.......'],
    // with other days off
    accepterWeeks: ['rNNNNN.', '.......'],
    conserves: listDrivingDays,
    publish: (driver) => publishWeek(driver, nextWeek),
    day: '2026-11-23',
    gain: (driver, at) => {
      const isNight = driver.shifts['nights'] !== undefined;
      const times = isNight
        ? { startTime: '03:00', endTime: '10:00' }
        : { startTime: '06:00', endTime: '13:00' };
      return at.call('POST /api/shifts', { body: { date: '2026-11-27', workLocation: 'sede', ...times } });
    },
  },
  ferie: {
    requesterWeeks: ['fffffr.', 'MMMMMrr'],
    accepterWeeks: ['NNNNNr.', 'rffffrr'],
    conserves: listDuties,
    publish: (driver) => publishHolidays(driver, nextWeek, laterWeek),
    day: '2026-11-24',
    gain: (_driver, at) =>
      at.call('POST /api/shifts', { body: { date: '2026-11-27', workLocation: 'libero' } }),
  },
};

const driver = ([next, later]: [string, string]): Promise<Driver> =>
  signInDriver(first, { [nextWeek]: next, [laterWeek]: later }, { worksiteId });

const bothWeeks = async (person: Caller): Promise<string> =>
  `${await weekOf(person, nextWeek)} ${await weekOf(person, laterWeek)}`;

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

describe.each(Object.entries(kinds))('%s, one winner:', (name, kind) => {
  const offered = async (): Promise<Offered> => {
    const requester = await driver(kind.requesterWeeks);
    const accepter = await driver(kind.accepterWeeks);
    const requestId = await idOf(kind.publish(requester));
    await offer(accepter, requestId);
    return { requester, accepter, requestId };
  };
  const { conserves } = kind;
  const isSettimana = name === 'settimana';

  race('two confirms of one request', async () => {
    const { requester, accepter, requestId } = await offered();
    const another = await driver(kind.accepterWeeks);
    await offer(another, requestId);
    return {
      conserves,
      calls: [accepter, another].map(
        ({ id }) =>
          (at) =>
            confirm(at(requester), requestId, id),
      ),
      allowed: [`200 / ${closed}`, `${closed} / 200`],
      after: async () => expect((await readCompleted(requester)).total).toBe(1),
    };
  });

  race('two requesters confirm the same colleague', async () => {
    const { requester, accepter, requestId } = await offered();
    const another = await driver(kind.requesterWeeks);
    const other = await idOf(kind.publish(another));
    await offer(accepter, other);
    return {
      conserves,
      calls: [
        (at) => confirm(at(requester), requestId, accepter.id),
        (at) => confirm(at(another), other, accepter.id),
      ],
      allowed: [`200 / ${gone}`, `${gone} / 200`],
      after: async () => expect((await readCompleted(accepter)).total).toBe(1),
    };
  });

  race('two people confirm each other', async () => {
    const { requester, accepter, requestId } = await offered();
    const mirror = await idOf(
      isSettimana
        ? publishWeek(accepter, kind.day, { requestedShiftType: 'mattina' })
        : publishHolidays(accepter, '2026-11-29', nextWeek),
    );
    await offer(requester, mirror);
    return {
      conserves,
      calls: [(at) => confirm(at(requester), requestId), (at) => confirm(at(accepter), mirror)],
      allowed: [`200 / ${closed}`, `${closed} / 200`],
      after: async () => {
        expect(await bothWeeks(requester)).toBe(isSettimana ? 'NNNNNr. .......' : 'NNNNNr. rffffrr');
      },
    };
  });

  race.each([
    ['the requester changes a shift', 0, 'PATCH'],
    ['the requester deletes a shift', 0, 'DELETE'],
    ['the requester records one more', 0, 'POST'],
    ['the colleague changes a shift', 1, 'PATCH'],
    ['the colleague deletes a shift', 1, 'DELETE'],
    ['the colleague records one more', 1, 'POST'],
  ])('a confirm, while %s', async (_what, side, method) => {
    const { requester, accepter, requestId } = await offered();
    if (isSettimana) accepter.shifts['nights'] = 'yes';
    const person = side === 0 ? requester : accepter;
    const path = `/api/shifts/${person.shifts[kind.day]}`;
    const change = (at: Caller) =>
      method === 'POST'
        ? kind.gain(person, at)
        : at.callUntyped(`${method} ${path}`, {
            body: method === 'PATCH' ? { workLocation: 'malattia' } : undefined,
          });
    const done = { PATCH: '200', DELETE: '204', POST: '201' }[method];
    const refused = side === 0 ? closed : gone;
    // after the swap the consumed row is gone; one more day fits the week only before it, unless it is rest
    const late = method === 'POST' ? (isSettimana ? '400 shift_taxi_week_mixed' : '201') : '404 not_found';
    return {
      calls: [(at) => confirm(at(requester), requestId, accepter.id), (at) => change(at(person))],
      allowed: [`200 / ${late}`, `${refused} / ${done}`],
      conserves: false,
      after: async ([confirmed]) => {
        expect((await readCompleted(requester)).total).toBe(confirmed === '200' ? 1 : 0);
      },
    };
  });

  race('a confirm, while the requester withdraws the request', async () => {
    const { requester, accepter, requestId } = await offered();
    return {
      conserves,
      calls: [
        (at) => confirm(at(requester), requestId, accepter.id),
        (at) => withdraw(at(requester), requestId),
      ],
      allowed: [`200 / ${closed}`, '404 not_found / 204'],
    };
  });

  race('a confirm, while the colleague takes the offer back', async () => {
    const { requester, accepter, requestId } = await offered();
    // somebody else could still take it, so that it stays open
    await driver(kind.accepterWeeks);
    return {
      conserves,
      calls: [
        (at) => confirm(at(requester), requestId, accepter.id),
        (at) => takeBack(at(accepter), requestId),
      ],
      allowed: [`200 / ${closed}`, `${gone} / 200`],
    };
  });

  race('a confirm, while the CEO deactivates the colleague', async () => {
    const { requester, accepter, requestId } = await offered();
    const ceo = await first.signInCeo();
    const before = await bothWeeks(requester);
    return {
      conserves,
      calls: [
        (at) => confirm(at(requester), requestId, accepter.id),
        () => setActive(ceo, accepter.id, false),
      ],
      allowed: ['200 / 204', `${gone} / 204`],
      after: async ([confirmed]) => {
        const isSwapped = confirmed === '200';
        expect((await readCompleted(requester)).total).toBe(isSwapped ? 1 : 0);
        if (!isSwapped) expect(await bothWeeks(requester)).toBe(before);
        const { status } = (await readRequest(requester, requestId)).body;
        expect(status).toBe(isSwapped ? 'completata' : 'aperta');
      },
    };
  });

  race('a confirm, while another colleague pre-accepts', async () => {
    const { requester, accepter, requestId } = await offered();
    const another = await driver(kind.accepterWeeks);
    return {
      conserves,
      calls: [
        (at) => confirm(at(requester), requestId, accepter.id),
        (at) => preAccept(at(another), requestId),
      ],
      allowed: ['200 / 200', `200 / ${closed}`],
      after: async ([, joined]) => {
        const declined = (await notificationTypesOf(another)).filter((type) => type === 'exchange_declined');
        expect(declined).toHaveLength(joined === '200' ? 1 : 0);
      },
    };
  });

  race('a pre-acceptance, while the requester withdraws the request', async () => {
    const requester = await driver(kind.requesterWeeks);
    const accepter = await driver(kind.accepterWeeks);
    const requestId = await idOf(kind.publish(requester));
    return {
      conserves,
      calls: [(at) => preAccept(at(accepter), requestId), (at) => withdraw(at(requester), requestId)],
      allowed: ['200 / 204', '404 not_found / 204'],
    };
  });

  race('a pre-acceptance, while the colleague deletes a shift of it', async () => {
    const requester = await driver(kind.requesterWeeks);
    const accepter = await driver(kind.accepterWeeks);
    const requestId = await idOf(kind.publish(requester));
    return {
      calls: [
        (at) => preAccept(at(accepter), requestId),
        (at) => deleteShift(at(accepter), accepter.shifts[kind.day]!),
      ],
      allowed: ['200 / 204'],
      conserves: false,
      after: async () => {
        // the week can also be given without that day; then the offer was made after it
        const { body } = await readRequest(requester, requestId);
        expect(body.preAcceptedBy.flatMap((one) => one.offeredDuties)).not.toContainEqual(
          expect.objectContaining({ date: kind.day }),
        );
      },
    };
  });

  race('two publications of one week, through two of its shifts', async () => {
    const requester = await driver(kind.requesterWeeks);
    const taken = '409 exchange_already_open';
    const through = (at: Driver, day: string) =>
      isSettimana ? publishWeek(at, day) : publishHolidays(at, day, laterWeek);
    return {
      conserves,
      calls: [(at) => through(at(requester), '2026-11-22'), (at) => through(at(requester), '2026-11-24')],
      allowed: [`201 / ${taken}`, `${taken} / 201`],
    };
  });
});

race('a weekly swap and a swap of holidays that compete for one week', async () => {
  const requester = await driver(['fffffrr', 'MMMMMrr']);
  const onHoliday = await driver(['NNNNNrr', 'fffffrr']);
  const working = await driver(['.......', 'PPPPPrr']);
  const holidays = await idOf(publishHolidays(requester, nextWeek, laterWeek));
  const week = await idOf(publishWeek(requester, laterWeek, { requestedShiftType: 'pomeriggio' }));
  await offer(onHoliday, holidays);
  await offer(working, week);
  return {
    calls: [(at) => confirm(at(requester), holidays), (at) => confirm(at(requester), week)],
    allowed: [`200 / ${closed}`, `${closed} / 200`],
    after: async ([byHolidays]) => {
      const swapped = byHolidays === '200' ? 'NNNNNrr fffffrr' : 'fffffrr PPPPPrr';
      expect(await bothWeeks(requester)).toBe(swapped);
    },
  };
});

test('60 confirms of weeks that compete for the duties of 10 drivers', async () => {
  worksiteId = await openTaxiWorksite(first);
  const daysOff = ['xxxxxrr', 'rxxxxxr', 'rrxxxxx', 'xxxrrxx', 'rxxxxrx'];
  const onShift = (letter: string) =>
    Promise.all(daysOff.map((days) => driver([days.replaceAll('x', letter), '.......'])));
  const mornings = await onShift('M');
  const nights = (await onShift('N')).toReversed();
  const before = await listDrivingDays(first.database);
  const pairs: { requester: Driver; accepter: Driver; requestId: string }[] = [];
  for (const [ones, others, wanted] of [
    [mornings, nights, 'notte'],
    [nights, mornings, 'mattina'],
  ] as const) {
    for (const requester of ones) {
      const requestId = await idOf(publishWeek(requester, '2026-11-23', { requestedShiftType: wanted }));
      for (const accepter of others) {
        await offer(accepter, requestId);
        pairs.push({ requester, accepter, requestId });
      }
    }
  }
  const answers = await Promise.all(
    [...pairs, ...pairs.slice(0, 10)].map(({ requester, accepter, requestId }, index) =>
      confirm(index % 2 === 0 ? requester : elsewhere(requester), requestId, accepter.id),
    ),
  );
  const outcomes = answers.map(outcomeOf);
  expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(5);
  expect(new Set(outcomes)).toEqual(new Set(['200', closed, gone].filter((one) => outcomes.includes(one))));
  await expectNothingBroken();
  expect(await listDrivingDays(first.database)).toEqual(before);
  for (const [place, days] of daysOff.entries()) {
    expect(await weekOf(mornings[place]!, nextWeek)).toBe(days.replaceAll('x', 'N'));
    expect(await weekOf(nights.at(-1 - place)!, nextWeek)).toBe(days.replaceAll('x', 'M'));
  }
});
