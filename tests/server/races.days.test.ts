import { describe, expect } from 'vitest';
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
import { startRaces } from './races.ts';

// Swaps of one day for another, while something else happens on one of the two days.

const { first, race } = await startRaces();

const closed = '409 exchange_closed';
const gone = '409 exchange_offer_gone';

const pairOf = async (hers = 'E......', his = '...L...') => {
  const giulia = await signInWorker(first, hers);
  return { giulia, marco: await signInWorker(first, his, { worksiteId: giulia.worksiteId }) };
};
/** Giulia offers the first day for the fourth. */
const published = async (hers?: string, his?: string) => {
  const people = await pairOf(hers, his);
  return { ...people, requestId: await publishedDay(people.giulia, 0, [3]) };
};
/** Like `published`, and Marco has pre-accepted with his shift of the fourth. */
const offered = async (hers?: string, his?: string) => {
  const given = await published(hers, his);
  await offerDay(given.marco, given.requestId);
  return given;
};
type Offered = Awaited<ReturnType<typeof offered>>;
const confirming = ({ giulia, marco, requestId }: Offered) => giulia.confirm(requestId, marco.id);
const calendars = (...people: Worker[]): Promise<string[]> =>
  Promise.all(people.map((person) => calendarOf(person)));

describe('a confirm, while', () => {
  race(
    'another one needs the same day of one person free',
    async () => {
      const given = await offered('E......', '...L.L.');
      const anna = await signInWorker(first, 'L......', { worksiteId: given.giulia.worksiteId });
      const otherId = await publishedDay(anna, 0, [5]);
      await offerDay(given.marco, otherId);
      return { ...given, anna, otherId };
    },
    {
      conserves: listWorkingDuties,
      calls: [confirming, ({ anna, otherId, marco }) => anna.confirm(otherId, marco.id)],
      allowed: [`200 / ${gone}`, `${gone} / 200`],
    },
  );
  race('entries replace one of the two shifts', offered, {
    conserves: false,
    calls: [confirming, ({ marco }) => recordDays(marco, '...EE', true)],
    // the swap has left a rest day there
    allowed: ['200 / 201', `${gone} / 201`],
    after: async ({ giulia, marco }, [confirmed]) =>
      expect(await calendars(giulia, marco)).toEqual(
        confirmed === '200' ? ['r..L...', 'E..EE..'] : ['E......', '...EE..'],
      ),
  });
  race('the requester wants another day', () => offered('E......', '...LL..'), {
    conserves: listWorkingDuties,
    calls: [
      confirming,
      ({ giulia, requestId }) =>
        giulia.editRequest(requestId, {
          offeredShiftId: giulia.shiftIds[0] ?? '',
          requestedDate: dayAt(0),
          acceptableDays: [dayAt(5)],
        }),
    ],
    allowed: [`200 / ${closed}`, `${gone} / 200`],
  });
  for (const [who, letter, entryFirst] of [
    ['giulia', 'E', `${gone} / 201`],
    ['marco', 'E', `${gone} / 201`],
    ['giulia', 'f', '409 exchange_asked_day_taken / 201'],
    ['marco', 'f', '200 / 409 exchange_day_promised'],
  ] as const) {
    race(`${who} records ${letter} on a day of the swap`, offered, {
      conserves: false,
      calls: [confirming, (given) => recordDay(given[who], who === 'giulia' ? 3 : 0, letter)],
      allowed: ['200 / 409 shift_day_taken', entryFirst],
    });
  }
});

for (const [who, allowed] of [
  // a requester's absence is not revealed to others
  ['giulia', ['200 / 201']],
  ['marco', ['200 / 409 exchange_day_promised', '409 exchange_offered_day_taken / 201']],
] as const) {
  race(`a pre-acceptance, while ${who} is ill on a day of the swap`, published, {
    conserves: false,
    calls: [
      ({ marco, requestId }) => giveDay(marco, requestId, 3),
      (given) => recordDay(given[who], who === 'giulia' ? 3 : 0, 'm'),
    ],
    allowed,
    after: async ({ giulia, requestId }, [made]) =>
      expect((await giulia.readRequest(requestId)).body).toMatchObject({
        status: 'aperta',
        preAcceptanceCount: made === '200' ? 1 : 0,
      }),
  });
}

race('two concurrent inserts of the same days', () => signInWorker(first, ''), {
  conserves: false,
  calls: [(giulia) => recordDays(giulia, 'EEE'), (giulia) => recordDays(giulia, '.LLL')],
  allowed: ['201 / 400 shifts_refused', '400 shifts_refused / 201'],
  after: async (giulia, [one]) =>
    expect(await calendarOf(giulia)).toBe(one === '201' ? 'EEE....' : '.LLL...'),
});

const pattern = (name: string) => ({
  name,
  steps: [{ duty: { workLocation: 'libero' as const }, days: 1 }],
  startsOn: dayAt(0),
});
race(
  'two rotations are saved where one more is allowed',
  async () => {
    const giulia = await signInWorker(first, '');
    for (let number = 1; number < mostPatterns; number += 1) {
      await giulia.ask('POST /api/shift-patterns', { body: pattern(`Numero ${number}`) });
    }
    return giulia;
  },
  {
    calls: ['Una', 'Altra'].map(
      (name) => (giulia) => giulia.call('POST /api/shift-patterns', { body: pattern(name) }),
    ),
    allowed: ['201 / 409 shift_patterns_full', '409 shift_patterns_full / 201'],
    after: async (giulia) => expect(await giulia.ask('GET /api/shift-patterns')).toHaveLength(mostPatterns),
  },
);

race(
  'a shift is published while its insertion is undone',
  async () => {
    const giulia = await signInWorker(first, '');
    const { id, shifts } = await giulia.ask('POST /api/shifts/bulk', { body: { shifts: entriesOf('EE') } });
    giulia.shiftIds[0] = shifts[0]!.id;
    return { giulia, id: id! };
  },
  {
    conserves: false,
    calls: [
      ({ giulia }) => publishDay(giulia, 0, [3]),
      ({ giulia, id }) => giulia.call('DELETE /api/shifts/bulk/:id', { params: { id } }),
    ],
    allowed: ['201 / 200', '404 exchange_not_own_shift / 200'],
    after: async ({ giulia }, [made]) =>
      expect(await calendarOf(giulia)).toBe(made === '201' ? 'E......' : '.......'),
  },
);
