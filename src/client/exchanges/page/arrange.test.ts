import { expect, it } from 'vitest';
import { holidays, late, me, own, request, weekly } from '../../../../tests/support/exchangeRequests.ts';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../../domain/shifts/duty.ts';
import { filterChoices, isFiltering, isPerfect, noFilter, partsOf, passes } from './arrange.ts';

const refused = { preAccept: { isAllowed: false, reason: 'I vostri ruoli sono diversi.' } };
const others = { requestedShiftType: 'sera' as const };

/** Each part with its days, each with its requests. */
const shown = (tab: ExchangeTab, requests: ExchangeRequest[], today = '2026-11-20') =>
  partsOf(tab, requests, { id: me, today }).map(({ id, days, isFolded }) => [
    isFolded ? `${id}, folded` : id,
    ...days.map(({ heading, requests: ofDay }) => `${heading}: ${ofDay.map((one) => one.id).join(' ')}`),
  ]);

const named = (id: string, changes: Partial<ExchangeRequest> = {}): ExchangeRequest =>
  request({ id, ...changes });

it('what asks for just one’s own shift comes first, what cannot be taken last and folded, each by day', () => {
  const list = [
    named('a'),
    named('b', { requestedDate: '2026-11-25' }),
    named('c', others),
    named('d', refused),
    named('e'),
  ];
  expect(shown('disponibili', list)).toEqual([
    ['perfetti', 'Martedì 24 novembre: a e', 'Mercoledì 25 novembre: b'],
    ['altri', 'Martedì 24 novembre: c'],
    ['non-accettabili, folded', 'Martedì 24 novembre: d'],
  ]);
});

it('what asks for the own shift says so, in the taxi worksite for the own week', () => {
  const titleOf = (one: ExchangeRequest) =>
    partsOf('disponibili', [one], { id: me, today: '2026-11-20' })[0]?.title;
  expect(titleOf(named('a'))).toBe('Chi cerca proprio il tuo turno');
  expect(titleOf(weekly({}))).toBe('Chi cerca proprio la tua settimana');
});

it('own requests with offers stand before those that wait for others', () => {
  const offered = { tab: 'pre-accettati' as const };
  const waiting = named('confirmed', { ...own, ...offered, isAwaitingApproval: true });
  const list = [named('theirs', offered), named('mine', { ...own, ...offered }), waiting];
  expect(shown('pre-accettati', list)).toEqual([
    ['tocca-a-te', 'Martedì 24 novembre: mine'],
    ['in-attesa', 'Martedì 24 novembre: theirs confirmed'],
  ]);
});

it.each([
  ['2026-11-24', 'Oggi, martedì 24 novembre'],
  ['2026-11-23', 'Domani, martedì 24 novembre'],
  ['2026-11-22', 'Martedì 24 novembre'],
  ['2025-12-31', 'Martedì 24 novembre 2026'],
])('seen on %s a day is called %s', (today, heading) => {
  expect(shown('mie', [named('a', own)], today)).toEqual([['tutti', `${heading}: a`]]);
});

it('weeks are called by their first and last day; closed requests stand without headings', () => {
  const week = weekly({ requestedDate: '2026-11-24' });
  expect(shown('mie', [week])).toEqual([['tutti', `Settimana sab 21 – ven 27 nov: ${week.id}`]]);
  expect(shown('rifiutati', [named('a'), named('b')])).toEqual([['tutti', ': a b']]);
});

it('perfect is what asks for the own type, mirrors an own request or wants own holidays, and can be taken', () => {
  expect([request({}), holidays({}), request({ ...others, isMirrored: true })].map(isPerfect)).toEqual([
    true,
    true,
    true,
  ]);
  expect([request(others), request(refused), request({ ownDuties: [] })].map(isPerfect)).toEqual([
    false,
    false,
    false,
  ]);
});

it('a filter lets pass what has its day and type, and fits where it must', () => {
  const evening = { ...late, shiftType: 'sera' as const };
  const list = [
    named('a'),
    named('b', { requestedDate: '2026-11-25', offeredShift: evening }),
    named('c', others),
  ];
  const passing = (filter: Partial<typeof noFilter>): string =>
    list
      .filter((one) => passes(one, { ...noFilter, ...filter }))
      .map(({ id }) => id)
      .join('');
  expect(passing({})).toBe('abc');
  expect(passing({ day: '2026-11-24' })).toBe('ac');
  expect(passing({ type: 'sera' })).toBe('b');
  expect(passing({ isPerfectOnly: true })).toBe('ab');
  const choices = (days: string[] = [], types: ShiftType[] = []) =>
    filterChoices(list, { ...noFilter, day: '2026-12-01' }, { days, types });
  const ofList = { days: ['2026-11-24', '2026-11-25', '2026-12-01'], types: ['mattina', 'sera'] };
  expect(choices()).toEqual(ofList);
  // what is not loaded yet can be chosen as well
  expect(choices(['2026-11-24', '2026-11-30'], ['notte'])).toEqual({
    days: [...ofList.days.slice(0, 2), '2026-11-30', '2026-12-01'],
    types: ['mattina', 'sera', 'notte'],
  });
});

it.each([
  [{}, false],
  [{ day: '2026-11-24' }, true],
  [{ type: 'sera' }, true],
  [{ isPerfectOnly: true }, true],
] as const)('a filter of %o hides something: %s', (filter, isHiding) => {
  expect(isFiltering({ ...noFilter, ...filter })).toBe(isHiding);
});
