import { expect, test } from 'vitest';
import { early, late, offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import { handsOver, matchHandsOver, offerTitle, tabOfOthers } from './waitingTexts.ts';

const saturday = { ...early, date: '2026-11-28' };

test('an offer on a day for a day names the shift that is given and both days', () => {
  const mine = request({ ...own, kind: 'giorno', preAcceptanceCount: 1, preAcceptedBy: [offerOf('Sara')] });
  expect(offerTitle(mine)).toBe('Sara accetta il tuo turno di mar 24 nov');
  expect(handsOver(mine, early, saturday)).toBe('Dai mar 24 nov 06:00–14:00, ricevi sab 28 nov 06:00–14:00');
});

test('of a shift for another of the same day the times say enough', () => {
  expect(handsOver(request({}), early, late)).toBe('Dai 06:00–14:00, ricevi 14:00–22:00');
});

test('a match says what changes hands, unless it is not known yet which day is given', () => {
  const theirs = request({ kind: 'giorno', ownShift: saturday, ownDuties: [saturday] });
  expect(matchHandsOver(theirs)).toBe('Dai sab 28 nov 06:00–14:00, ricevi mar 24 nov 14:00–22:00');
  const sunday = { ...early, date: '2026-11-29' };
  expect(matchHandsOver({ ...theirs, ownDuties: [saturday, sunday] })).toBeNull();
});

test('the others that wait are looked for in the tab where they stand', () => {
  const offered = request({ ...own, tab: 'pre-accettati' });
  expect(tabOfOthers([request({})])).toBe('disponibili');
  expect(tabOfOthers([request({}), offered])).toBe('pre-accettati');
});
