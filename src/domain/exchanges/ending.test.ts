import { expect, test } from 'vitest';
import {
  away,
  day,
  dayRequest,
  morning,
  now,
  offer,
  other,
  request,
  saturday,
  weekRequest,
} from '../../../tests/support/exchangeFacts.ts';
import { addDays } from '../calendar/day.ts';
import { offersNeeding, swapsOf, swapsWith, weeksGaining } from './ending.ts';

test('a calendar change ends own requests, own offers, offers that need the day, and weeks with new entries', () => {
  const marcos = dayRequest({ id: 'd', offers: [offer({ duties: [morning(other)] })] });
  const turno = request({ offers: [offer()] });
  const filled = (userId: string, one: string) => offersNeeding([marcos], [{ userId, day: one }]).length;
  expect([
    filled('marco', day),
    filled('giulia', other),
    filled('giulia', day),
    filled('marco', other),
  ]).toEqual([1, 1, 0, 0]);
  const ids = ({ requests, offers }: ReturnType<typeof swapsOf>) => [
    requests.map(({ id }) => id),
    offers.map(({ id, offererId }) => `${id} ${offererId}`),
  ];
  expect(ids(swapsWith([turno, marcos], ['marco', 'giulia'], [`s ${day}`]))).toEqual([[], ['r marco']]);
  expect(ids(swapsWith([turno, marcos], ['giulia'], [`m ${day}`]))).toEqual([['r', 'd'], []]);
  expect(ids(swapsOf([turno, marcos], 'marco'))).toEqual([[], ['r marco', 'd marco']]);
  const week = weekRequest('settimana', { offers: [offer()] });
  expect(ids(weeksGaining([week], 'giulia', [morning(addDays(saturday, 1))], now))).toEqual([['r'], []]);
  expect(ids(weeksGaining([week], 'marco', [away(addDays(saturday, 1))], now))).toEqual([[], []]);
  const holidays = weekRequest('ferie', { offers: [offer()] });
  expect(ids(weeksGaining([holidays], 'giulia', [away(addDays(saturday, 1))], now))).toEqual([['r'], []]);
});
