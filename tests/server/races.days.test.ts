import { afterAll, describe, expect, test } from 'vitest';
import { listWorkingDuties } from '../../db/invariants.ts';
import { mostPatterns } from '../../src/domain/shifts/patterns.ts';
import {
  calendarOf,
  dayAt,
  entriesOf,
  giveDay,
  offerDay,
  publishDay,
  publishedDay,
  recordDay,
  recordDays,
  signInWorker,
  type Worker,
} from '../support/days.ts';
import { type Race, startRaces } from '../support/races.ts';
import { confirm, deleteShift, editRequest, readRequest, takeBack, withdraw } from '../support/swaps.ts';

// Swaps of a day for another day, while something happens on one of the two days at the same moment.

const races = await startRaces();
const { first, expectRace, race } = races;
afterAll(() => races.close());

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';
const none = '409 exchange_no_offer';

/** Giulia offers the first day for the fourth, Marco has pre-accepted with his shift of that one. */
async function offered(hers = 'E......', his = '...L...') {
  const giulia = await signInWorker(first, hers);
  const marco = await signInWorker(first, his, { worksiteId: giulia.worksiteId });
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  return { giulia, marco, requestId };
}

const calendars = (...people: Worker[]): Promise<string[]> =>
  Promise.all(people.map((person) => calendarOf(first, person)));

const days = { conserves: listWorkingDuties };

describe('one winner:', () => {
  race('two confirms of one request', async () => {
    const { giulia, marco, requestId } = await offered();
    return {
      ...days,
      calls: [(at) => confirm(at(giulia), requestId), (at) => confirm(at(giulia), requestId, marco.id)],
      allowed: [`200 / ${closed}`, `${closed} / 200`],
      after: async () => expect(await calendars(giulia, marco)).toEqual(['r..L...', 'E..r...']),
    };
  });

  race('confirms of two requests that share the shift given for either', async () => {
    const { giulia, marco, requestId } = await offered();
    const anna = await signInWorker(first, '.E.....', { worksiteId: giulia.worksiteId });
    const other = await publishedDay(anna, 1, [3]);
    await offerDay(marco, other);
    return {
      ...days,
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => confirm(at(anna), other, marco.id)],
      allowed: [`200 / ${gone}`, `${gone} / 200`],
      after: async ([one]) =>
        expect(await calendars(giulia, marco, anna)).toEqual(
          one === '200' ? ['r..L...', 'E..r...', '.E.....'] : ['E......', '.E.r...', '.r.L...'],
        ),
    };
  });

  race('confirms of two requests that need the same day of one person free', async () => {
    const { giulia, marco, requestId } = await offered('E......', '...L.L.');
    const anna = await signInWorker(first, 'L......', { worksiteId: giulia.worksiteId });
    const other = await publishedDay(anna, 0, [5]);
    await offerDay(marco, other);
    return {
      ...days,
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => confirm(at(anna), other, marco.id)],
      allowed: [`200 / ${gone}`, `${gone} / 200`],
    };
  });

  race('confirms of two requests that are each other’s mirror image', async () => {
    const { giulia, marco, requestId } = await offered();
    const mirror = await publishedDay(marco, 3, [0]);
    await offerDay(giulia, mirror);
    return {
      ...days,
      calls: [(at) => confirm(at(giulia), requestId), (at) => confirm(at(marco), mirror)],
      allowed: [`200 / ${closed}`, `${closed} / 200`],
      after: async () => expect(await calendars(giulia, marco)).toEqual(['r..L...', 'E..r...']),
    };
  });

  test('a confirm and an end of one of the two shifts', async () => {
    for (const isRequester of [true, false]) {
      await expectRace(async (): Promise<Race> => {
        const { giulia, marco, requestId } = await offered();
        const owner = isRequester ? giulia : marco;
        const shiftId = owner.shiftIds[isRequester ? 0 : 3];
        return {
          conserves: false,
          calls: [
            (at) => confirm(at(giulia), requestId, marco.id),
            (at) => deleteShift(at(owner), shiftId ?? ''),
          ],
          allowed: ['200 / 404 not_found', `${isRequester ? closed : gone} / 204`],
        };
      });
    }
  });

  race('two that record the same days at once', async () => {
    const giulia = await signInWorker(first, '');
    return {
      conserves: false,
      calls: [(at) => recordDays(at(giulia), 'EEE'), (at) => recordDays(at(giulia), '.LLL')],
      allowed: ['201 / 400 shifts_refused', '400 shifts_refused / 201'],
      after: async ([one]) =>
        expect(await calendars(giulia)).toEqual([one === '201' ? 'EEE....' : '.LLL...']),
    };
  });

  race('a confirm and entries that replace one of the two shifts', async () => {
    const { giulia, marco, requestId } = await offered();
    return {
      conserves: false,
      calls: [(at) => confirm(at(giulia), requestId, marco.id), (at) => recordDays(at(marco), '...EE', true)],
      allowed: [
        // what came from the swap has left the day free
        '200 / 201',
        `${gone} / 201`,
      ],
      after: async ([outcome]) =>
        expect(await calendars(giulia, marco)).toEqual(
          outcome === '200' ? ['r..L...', 'E..EE..'] : ['E......', '...EE..'],
        ),
    };
  });

  test('two rotations, of which one more may be kept', async () => {
    const pattern = (name: string) => ({
      name,
      steps: [{ duty: { workLocation: 'libero' as const }, days: 1 }],
      startsOn: '2026-11-23',
    });
    await expectRace(async (): Promise<Race> => {
      const giulia = await signInWorker(first, '');
      for (let number = 1; number < mostPatterns; number += 1) {
        await giulia.ask('POST /api/shift-patterns', { body: pattern(`Numero ${number}`) });
      }
      return {
        calls: ['Una', 'Altra'].map(
          (name) => (at) => at(giulia).call('POST /api/shift-patterns', { body: pattern(name) }),
        ),
        allowed: ['201 / 409 shift_patterns_full', '409 shift_patterns_full / 201'],
        after: async () => expect(await giulia.ask('GET /api/shift-patterns')).toHaveLength(mostPatterns),
      };
    });
  });

  race('a publication and the taking back of what it offers', async () => {
    const giulia = await signInWorker(first, '');
    const batch = await giulia.ask('POST /api/shifts/bulk', { body: { shifts: entriesOf('EE') } });
    giulia.shiftIds[0] = batch.shifts[0]!.id;
    return {
      conserves: false,
      calls: [
        (at) => publishDay(Object.assign(at(giulia), { shiftIds: giulia.shiftIds }), 0, [3]),
        (at) => at(giulia).call('DELETE /api/shifts/bulk/:id', { params: { id: batch.id! } }),
      ],
      allowed: ['201 / 200', '404 exchange_not_own_shift / 200'],
      after: async ([outcome]) =>
        expect(await calendars(giulia)).toEqual([outcome === '201' ? 'E......' : '.......']),
    };
  });

  test('a confirm and an entry on a day that it needs', async () => {
    for (const [letter, isRequester, entryFirst] of [
      ['E', true, `${gone} / 201`],
      ['E', false, `${gone} / 201`],
      ['f', true, '409 exchange_asked_day_taken / 201'],
      ['f', false, '200 / 409 exchange_day_promised'],
    ] as const) {
      await expectRace(async (): Promise<Race> => {
        const { giulia, marco, requestId } = await offered();
        return {
          conserves: false,
          calls: [
            (at) => confirm(at(giulia), requestId, marco.id),
            (at) => recordDay(at(isRequester ? giulia : marco), isRequester ? 3 : 0, letter),
          ],
          allowed: ['200 / 409 shift_day_taken', entryFirst],
        };
      });
    }
  });

  test('a pre-acceptance and an entry on a day that it needs', async () => {
    for (const [isRequester, allowed] of [
      // a requester's absence is told to nobody else
      [true, ['200 / 201']],
      [false, ['200 / 409 exchange_day_promised', '409 exchange_offered_day_taken / 201']],
    ] as const) {
      await expectRace(async (): Promise<Race> => {
        const giulia = await signInWorker(first, 'E......');
        const marco = await signInWorker(first, '...L...', { worksiteId: giulia.worksiteId });
        const requestId = await publishedDay(giulia, 0, [3]);
        return {
          conserves: false,
          calls: [
            (at) => giveDay(at(marco), requestId, 3),
            (at) => recordDay(at(isRequester ? giulia : marco), isRequester ? 3 : 0, 'm'),
          ],
          allowed,
          after: async ([offer]) =>
            expect((await readRequest(giulia, requestId)).body).toMatchObject({
              status: 'aperta',
              preAcceptanceCount: offer === '200' ? 1 : 0,
            }),
        };
      });
    }
  });

  test('a confirm and other days, a withdrawal, another shift in its place', async () => {
    await expectRace(async (): Promise<Race> => {
      const { giulia, marco, requestId } = await offered('E......', '...LL..');
      const body = {
        offeredShiftId: giulia.shiftIds[0] ?? '',
        requestedDate: dayAt(0),
        acceptableDays: [dayAt(5)],
      };
      return {
        ...days,
        calls: [
          (at) => confirm(at(giulia), requestId, marco.id),
          (at) => editRequest(at(giulia), requestId, body),
        ],
        allowed: [`200 / ${closed}`, `${gone} / 200`],
      };
    });
    await expectRace(async (): Promise<Race> => {
      const { giulia, requestId } = await offered();
      return {
        ...days,
        calls: [(at) => confirm(at(giulia), requestId), (at) => withdraw(at(giulia), requestId)],
        allowed: [`200 / ${closed}`, '404 not_found / 204'],
      };
    });
    await expectRace(async (): Promise<Race> => {
      const { giulia, marco, requestId } = await offered();
      return {
        ...days,
        calls: [(at) => confirm(at(giulia), requestId), (at) => takeBack(at(marco), requestId)],
        allowed: [`200 / ${closed}`, `${none} / 200`],
      };
    });
  });
});

test('of many confirms of swaps over the same days every shift is worked by one person', async () => {
  const people: Worker[] = [];
  const { worksiteId } = await first.signIn();
  const calendar = ['E......', 'L......', '..E....', '..L....', '....E..', '....L..'];
  for (const letters of calendar) people.push(await signInWorker(first, letters, { worksiteId }));
  const offers: { requester: Worker; accepter: Worker; requestId: string }[] = [];
  for (const [index, requester] of people.entries()) {
    const place = index - (index % 2);
    const places = [0, 2, 4].filter((other) => other !== place);
    const requestId = await publishedDay(requester, place, places);
    for (const [other, accepter] of people.entries()) {
      if (other - (other % 2) === place) continue;
      await offerDay(accepter, requestId);
      offers.push({ requester, accepter, requestId });
    }
  }
  const duties = await listWorkingDuties(first.database);
  const answers = await Promise.all(
    offers.map(({ requester, accepter, requestId }, index) =>
      confirm(index % 2 === 0 ? requester : races.elsewhere(requester), requestId, accepter.id),
    ),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(done).toBeGreaterThan(0);
  await races.expectNothingBroken();
  expect(await listWorkingDuties(first.database)).toEqual(duties);
  for (const person of people) {
    expect((await calendarOf(first, person)).replaceAll(/[r.]/gu, '')).toHaveLength(1);
  }
});
