import { expect, test } from 'vitest';
import {
  early,
  holidays,
  late,
  offerOf,
  own,
  request,
  weekly,
} from '../../../tests/support/exchangeRequests.ts';
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

test('several offers on a day are counted; of weeks no shift is named', () => {
  const offers = [offerOf('Sara'), offerOf('Luca')];
  const mine = { ...own, preAcceptanceCount: 2, preAcceptedBy: offers };
  expect(offerTitle(request(mine))).toBe('2 colleghi accettano il tuo turno di mar 24 nov');
  expect(offerTitle(weekly({ ...mine, requestedDate: '2026-11-24' }))).toMatch(
    /^2 colleghi accettano la settimana /,
  );
});

test('of holidays both weeks are told, whichever day of one’s own is meant', () => {
  const swap = holidays({});
  const { offered, wanted } = swap.weeks!;
  const texts = [offered.from, offered.to, wanted.from, wanted.to].map((date) =>
    handsOver(swap, { ...early, date }, late),
  );
  expect(texts).toEqual([
    'Dai le ferie sab 21 – ven 27 nov, ricevi sab 5 – ven 11 dic',
    'Dai le ferie sab 21 – ven 27 nov, ricevi sab 5 – ven 11 dic',
    'Dai le ferie sab 5 – ven 11 dic, ricevi sab 21 – ven 27 nov',
    'Dai le ferie sab 5 – ven 11 dic, ricevi sab 21 – ven 27 nov',
  ]);
});

test('of a driver’s week the shifts are named, without hours', () => {
  const duty = (shiftType: 'notte' | 'mattina') => ({ ...early, shiftType });
  expect(handsOver(weekly({}), duty('mattina'), duty('notte'))).toBe('Dai mattina, ricevi notte');
});
