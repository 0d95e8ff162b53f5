import { expect, test } from 'vitest';
import {
  early,
  holidays,
  late,
  offerOf,
  own,
  request,
  weekly,
} from '../../../../tests/support/exchangeRequests.ts';
import type { Offer } from '../../exchanges/api.ts';
import { bestOffer, handsOver, matchHandsOver, offerHandsOver, offerTitle, tabOfOthers } from './texts.ts';

const saturday = { ...early, date: '2026-11-28' };

test('an offer on a `giorno` names the given shift and both days', () => {
  const mine = request({ ...own, kind: 'giorno', preAcceptanceCount: 1, preAcceptedBy: [offerOf('Sara')] });
  expect(offerTitle(mine)).toBe('Sara accetta il tuo turno di mar 24 nov');
  expect(handsOver(mine, early, saturday)).toBe(
    'Dai\u00a0mar 24 nov 06:00–14:00, ricevi\u00a0sab 28 nov 06:00–14:00',
  );
});

test('adds the place if both duties have the same hours', () => {
  const remote = { ...early, workLocation: 'smart_working' as const };
  expect(handsOver(request({}), remote, early)).toBe(
    'Dai\u00a006:00–14:00 in smart working, ricevi\u00a006:00–14:00 in sede',
  );
  // different hours or days are enough to tell them apart
  expect(handsOver(request({}), remote, late)).toBe('Dai\u00a006:00–14:00, ricevi\u00a014:00–22:00');
  expect(handsOver(request({ kind: 'giorno' }), { ...remote, date: saturday.date }, early)).toBe(
    'Dai\u00a0sab 28 nov 06:00–14:00, ricevi\u00a0mar 24 nov 06:00–14:00',
  );
});

test('a match names both duties, unless the given day is not known yet', () => {
  const theirs = request({ kind: 'giorno', ownDuties: [saturday] });
  expect(matchHandsOver(theirs)).toBe('Dai\u00a0sab 28 nov 06:00–14:00, ricevi\u00a0mar 24 nov 14:00–22:00');
  const sunday = { ...early, date: '2026-11-29' };
  expect(matchHandsOver({ ...theirs, ownDuties: [saturday, sunday] })).toBeNull();
});

test('the remaining requests link to their tab', () => {
  const offered = request({ ...own, tab: 'pre-accettati' });
  expect(tabOfOthers([request({})])).toBe('disponibili');
  expect(tabOfOthers([request({}), offered])).toBe('pre-accettati');
});

test('holidays name both weeks, for any day of the own one', () => {
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

test('a driver’s week names the shifts without hours', () => {
  const duty = (shiftType: 'notte' | 'mattina') => ({ ...early, shiftType });
  expect(handsOver(weekly({}), duty('mattina'), duty('notte'))).toBe('Dai\u00a0mattina, ricevi\u00a0notte');
});

test('Home takes the best of several offers: the wanted type first, never one that cannot be confirmed', () => {
  const [sara, luca, anna] = ['Sara', 'Luca', 'Anna'].map(offerOf);
  const wanted = { ...sara!, offeredShift: { ...sara!.offeredShift, shiftType: 'pomeriggio' as const } };
  const gone = { ...anna!, confirm: { isAllowed: false, reason: 'È cambiato' } };
  const ofThem = (...preAcceptedBy: Offer[]) =>
    request({
      ...own,
      requestedShiftType: 'pomeriggio',
      preAcceptanceCount: preAcceptedBy.length,
      preAcceptedBy,
    });
  expect(bestOffer(ofThem(gone, luca!, wanted))?.name).toBe('Sara');
  // among equals the first, which is the oldest
  expect(bestOffer(ofThem(luca!, anna!))?.name).toBe('Luca');
  expect(bestOffer(ofThem(gone))).toBeNull();
  expect(offerHandsOver(ofThem(wanted), wanted)).toBe('Dai\u00a006:00–14:00, ricevi\u00a014:00–22:00');
  expect(offerHandsOver(ofThem(wanted, luca!), wanted)).toBe(
    'Con Sara: dai\u00a006:00–14:00, ricevi\u00a014:00–22:00',
  );
});
