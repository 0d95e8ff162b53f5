import { describe, expect, it } from 'vitest';
import { holidays, restDay, weekly } from '../../../../tests/support/exchangeRequests.ts';
import { lookSign, looksIn, lookText, type WeekLooks } from '../card/swapPreview.ts';
import {
  ownItem,
  type OwnWeek,
  sketchWeeks,
  wantedItem,
  type WantedWeek,
  weekOfDay,
} from './useHolidayForm.ts';

const own: OwnWeek = {
  from: '2026-12-05',
  to: '2026-12-11',
  shiftId: 'first',
  days: [...holidays({}).ownDuties, restDay('2026-12-06'), restDay('2026-12-07')],
  openRequestId: null,
};
const wanted: WantedWeek = {
  from: '2026-11-21',
  to: '2026-11-27',
  days: weekly({}).ownDuties,
  isAllowed: true,
  reason: null,
};

const signs = ({ days }: WeekLooks, side: 'requester' | 'colleague'): string[] =>
  (['before', 'after'] as const).map((when) => days.map((day) => lookSign(day[side][when])).join(''));

describe('a week to choose', () => {
  it('lists its entries', () => {
    expect(ownItem(own, null)).toMatchObject({
      title: 'sab 5 – ven 11 dic',
      detail: '1 giorno di ferie, 2 riposi',
      isDisabled: false,
    });
    expect(wantedItem(wanted)).toMatchObject({
      title: 'sab 21 – ven 27 nov',
      detail: 'Mattina, 5 giorni',
      refusal: null,
    });
  });

  it('is disabled while another request offers it', () => {
    const taken = { ...own, openRequestId: 'request' };
    expect(ownItem(taken, null)).toMatchObject({ badge: { text: 'Già offerta' }, isDisabled: true });
    expect(ownItem(taken, 'request')).toMatchObject({ badge: undefined, isDisabled: false });
  });

  it('can be selected to read why it is not available', () => {
    const free = { ...wanted, days: [], isAllowed: false, reason: 'Non lavori.' };
    expect(wantedItem(free)).toMatchObject({
      detail: 'Non lavori',
      isDisabled: false,
      refusal: 'Non lavori.',
    });
  });

  it('is found by any of its days', () => {
    expect(weekOfDay([own], '2026-12-11')).toBe(own);
    expect(weekOfDay([own], '2026-12-12')).toBeUndefined();
  });
});

it('sketches both weeks in order, with an unknown colleague', () => {
  const [first, second] = sketchWeeks(own, wanted) as [WeekLooks, WeekLooks];
  expect([first.from, second.from]).toEqual([wanted.from, own.from]);
  expect(signs(first, 'requester')).toEqual(['MMMMM··', 'FFFFF··']);
  expect(signs(first, 'colleague')).toEqual(['FFFFFFF', 'MMMMMFF']);
  expect(signs(second, 'requester')).toEqual(['FRR····', '???????']);
  expect(signs(second, 'colleague')).toEqual(['???????', 'FRR····']);
  expect(looksIn([first]).map(lookText)).toEqual(['Mattina', 'Ferie', 'Nessun turno']);
});
