import { expect, test } from 'vitest';
import { offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import { withoutOffer, withoutRequest } from './exchangeScreen.ts';

const counts = { disponibili: 2, 'pre-accettati': 2, mie: 2, rifiutati: 2, completati: 2 };
const other = request({ id: 'other' });
const lists = (asked: typeof other) => ({
  tab: {
    pages: [{ requests: [asked, other], nextCursor: null }],
    pageParams: [''],
  },
  counted: { counts, ownWithOffers: 1 },
  waiting: { requests: [asked, other], total: 25 },
});
const colleagues = request({ tab: 'disponibili' });
const first = { ...offerOf('Sara'), userId: 'sara' };
const second = { ...offerOf('Luca'), userId: 'luca' };
const offered = (...preAcceptedBy: (typeof first)[]) =>
  request({ ...own, tab: 'pre-accettati', preAcceptedBy, preAcceptanceCount: preAcceptedBy.length });

test('a refused request is off the lists and what they count, and says so where it is asked for', () => {
  const hide = withoutRequest(colleagues, { tab: 'rifiutati', userHasRejected: true });
  const { tab, waiting, counted } = lists(colleagues);
  expect(hide(tab)).toEqual({ ...tab, pages: [{ requests: [other], nextCursor: null }] });
  expect(hide(counted)).toEqual({ counts: { ...counts, disponibili: 1 }, ownWithOffers: 1 });
  expect(hide(waiting)).toEqual({ requests: [other], total: 24 });
  expect(hide(colleagues)).toEqual({ ...colleagues, tab: 'rifiutati', userHasRejected: true });
  expect(hide(other)).toBe(other);
});

test('one that cannot be taken was not counted as available, and its refusal counts none less', () => {
  const untakeable = {
    ...colleagues,
    preAccept: { isAllowed: false, reason: 'Non hai un turno quel giorno' },
  };
  const { tab, counted } = lists(untakeable);
  const hide = withoutRequest(untakeable, { tab: 'rifiutati' });
  expect(hide(tab)).toEqual({ ...tab, pages: [{ ...tab.pages[0], requests: [other] }] });
  expect(hide(counted)).toBe(counted);
});

test('where it is not listed nothing is hidden, however often', () => {
  const hide = withoutRequest(colleagues, { tab: 'rifiutati' });
  const { tab, waiting } = lists(colleagues);
  for (const answer of [hide(tab), hide(waiting), undefined]) expect(hide(answer)).toBe(answer);
});

test('without its last offer an own request waits no longer', () => {
  const asked = offered(first);
  const hide = withoutOffer(asked, first);
  const { tab, waiting, counted } = lists(asked);
  expect(hide(tab)).toMatchObject({ pages: [{ requests: [other] }] });
  expect(hide(counted)).toMatchObject({ counts: { 'pre-accettati': 1, mie: 2 }, ownWithOffers: 0 });
  expect(hide(waiting)).toMatchObject({ requests: [other], total: 24 });
  expect(hide(asked)).toEqual({ ...asked, tab: 'mie', preAcceptedBy: [], preAcceptanceCount: 0 });
});

test('without one of its offers it has one fewer, once, wherever it stands', () => {
  const asked = offered(first, second);
  const left = offered(second);
  const hide = withoutOffer(asked, first);
  const { tab, waiting } = lists(asked);
  expect(hide(tab)).toEqual(lists(left).tab);
  expect(hide(waiting)).toEqual(lists(left).waiting);
  expect(hide(asked)).toEqual(left);
  const hidden = hide(tab);
  expect(hide(hidden)).toBe(hidden);
});
