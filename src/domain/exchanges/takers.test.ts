import { describe, expect, test } from 'vitest';
import {
  away,
  day,
  dayRequest,
  evening,
  marco,
  morning,
  now,
  offer,
  other,
  person,
  request,
  saturday,
  weekRequest,
} from '../../../tests/support/exchangeFacts.ts';
import { addDays } from '../calendar/day.ts';
import type { ExchangeFacts, HeldEntry } from './request.ts';
import type { Candidate } from './rules.ts';
import { helpedBy, outOf, takersOf, typedDuties } from './takers.ts';

describe('takers', () => {
  const takers = (facts: ExchangeFacts, ...colleagues: Candidate[]) =>
    takersOf(facts, colleagues, now).map(({ colleague, gives }) => [
      colleague.person.id,
      gives.map(({ date }) => date),
    ]);

  test('are all who could take it, regardless of their answer; never the requester', () => {
    const facts = request({ offers: [offer({ status: 'rifiutata' })] });
    const giulia = { person: person('giulia'), entries: [evening()] };
    const free = { person: person('anna'), entries: [] };
    expect(takers(facts, giulia, marco([evening()]), free)).toEqual([['marco', [day]]]);
  });

  test('of a `giorno` need an eligible shift, the same hours and the same role; free or not', () => {
    const entries = [morning(other), away()];
    const part = { person: person('anna', { contractHours: 6 }), entries };
    expect(takers(dayRequest(), marco(entries), part)).toEqual([['marco', [other]]]);
  });

  test('exclude those who declined or were refused', () => {
    const facts = request({
      rejecterIds: ['anna'],
      offers: [offer({ status: 'rifiutata' }), offer({ userId: 'x' })],
    });
    expect([...outOf(facts)]).toEqual(['anna', 'marco']);
  });
});

describe('a recorded shift helps', () => {
  const helped = (facts: ExchangeFacts, entries: HeldEntry[], recorded: HeldEntry[]) =>
    helpedBy([facts], marco(entries), typedDuties(recorded, now), now).map(({ duty }) => duty.date);
  test.each<[string, ExchangeFacts, HeldEntry[], HeldEntry[], string[]]>([
    ['a request that wants exactly that', request(), [evening()], [evening()], [day]],
    ['no request for another type', request({ requestedShiftType: 'notte' }), [evening()], [evening()], []],
    [
      'no request whose requester refused them',
      request({ offers: [offer({ status: 'rifiutata' })] }),
      [evening()],
      [evening()],
      [],
    ],
    ['no request that is over', request({ expiresAt: now }), [evening()], [evening()], []],
    ['a requester who would work on that day', dayRequest(), [morning(other)], [morning(other)], [other]],
    [
      'no request already possible with another shift',
      dayRequest({ acceptableDays: [other, addDays(day, 3)] }),
      [morning(other), morning(addDays(day, 3))],
      [morning(other)],
      [],
    ],
    [
      'nobody’s holidays',
      weekRequest('ferie'),
      [away(addDays(saturday, 7))],
      [away(addDays(saturday, 7))],
      [],
    ],
  ])('%s', (_name, facts, entries, recorded, days) => {
    expect(helped(facts, entries, recorded)).toEqual(days);
  });
});
