import { describe, expect, it } from 'vitest';
import {
  early,
  holidays,
  late,
  me,
  offerOf,
  own,
  request,
  restDay,
  weekly,
} from '../../../../tests/support/exchangeRequests.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { describeExchange } from './exchangeView.ts';

const five = { detail: '5 giorni', when: null };

describe('a week of named shifts', () => {
  it('is given and received as a whole, and named in the heading', () => {
    expect(describeExchange(weekly({}), me)).toMatchObject({
      period: 'Settimana sab 21 – ven 27 nov',
      gives: { weekly: { shiftType: 'mattina' }, ...five },
      receives: { weekly: { shiftType: 'notte' }, ...five },
      wanted: 'Cerca una settimana di mattina, come la tua.',
    });
  });

  it('is received on the own working days, however many the other works', () => {
    const three = weekly({}).ownDuties.slice(2);
    const view = describeExchange(weekly({ ownDuties: three }), me);
    expect(view).toMatchObject({
      gives: { weekly: { shiftType: 'mattina' }, detail: '3 giorni' },
      receives: { weekly: { shiftType: 'notte' }, detail: '3 giorni' },
    });
    const offer = { ...offerOf('Sara'), offeredDuties: weekly({}).offeredDuties };
    const mine = weekly({ ...own, offeredDuties: three, preAcceptanceCount: 1, preAcceptedBy: [offer] });
    expect(describeExchange(mine, me)).toMatchObject({
      gives: { weekly: { shiftType: 'mattina' }, detail: '3 giorni' },
      receives: { weekly: { shiftType: 'notte' }, detail: '3 giorni' },
    });
    const free = describeExchange(weekly({ ownDuties: [] }), me);
    expect(free.receives).toMatchObject(five);
  });

  it('is counted without today if today no longer changes', () => {
    const { ownDuties } = weekly({});
    const seen = (shiftType: 'mattina' | 'notte') =>
      ({ workLocation: 'sede', startTime: null, endTime: null, shiftType }) as const;
    const days = ownDuties.map(({ date }, place) => ({
      date,
      isOpen: place > 0,
      isSwapped: place > 0,
      cover: null,
      requester: { before: seen('notte'), after: seen(place > 0 ? 'mattina' : 'notte') },
      colleague: { before: seen('mattina'), after: seen(place > 0 ? 'notte' : 'mattina') },
    }));
    const preview = [{ from: '2026-11-21', to: '2026-11-27', days }];
    const four = { gives: { detail: '4 giorni' }, receives: { detail: '4 giorni' } };
    expect(describeExchange(weekly({ preview }), me)).toMatchObject(four);
    const offer = { ...offerOf('Sara'), offeredDuties: weekly({}).offeredDuties, preview };
    const mine = weekly({ ...own, offeredDuties: ownDuties, preAcceptanceCount: 1, preAcceptedBy: [offer] });
    expect(describeExchange(mine, me)).toMatchObject(four);
  });

  it('may have a type other than the requested one', () => {
    const { wanted } = describeExchange(weekly({ requestedShiftType: 'pomeriggio' }), me);
    expect(wanted).toBe('Cerca una settimana di pomeriggio, la tua è di mattina: puoi proporla lo stesso.');
  });

  it('gives nothing if the viewer does not work that week', () => {
    const view = describeExchange(weekly({ ownDuties: [] }), me);
    expect(view.gives).toEqual({ text: 'Nessun tuo turno', when: null });
  });

  it('shows a requester the wanted type in words until one colleague offers', () => {
    const mine = { ...own, offeredDuties: weekly({}).ownDuties };
    const waiting = describeExchange(weekly(mine), me);
    expect(waiting.receives).toEqual({ text: 'Una settimana di mattina', when: null });
    const offer = { ...offerOf('Sara'), offeredDuties: weekly({}).offeredDuties };
    const offered = describeExchange(weekly({ ...mine, preAcceptanceCount: 1, preAcceptedBy: [offer] }), me);
    expect(offered).toMatchObject({
      receives: { weekly: { shiftType: 'notte' }, ...five },
      wanted: 'Cercavi una settimana di mattina.',
    });
  });

  it('has its own closing texts', () => {
    const closed = weekly({ ...own, status: 'annullata', closeReason: 'shift_changed' });
    expect(describeExchange(closed, me).note).toBe('I turni della settimana che offrivi sono cambiati.');
  });
});

describe('a week of holidays', () => {
  it('is given for another one', () => {
    expect(describeExchange(holidays({}), me)).toMatchObject({
      period: 'Scambio di ferie',
      gives: { weekly: { workLocation: 'ferie' }, when: 'sab 5 – ven 11 dic' },
      receives: { weekly: { workLocation: 'ferie' }, when: 'sab 21 – ven 27 nov' },
      wanted: null,
    });
    expect(describeExchange(holidays(own), me)).toMatchObject({
      gives: { when: 'sab 21 – ven 27 nov' },
      receives: { when: 'sab 5 – ven 11 dic' },
    });
  });

  it('requires a holiday week of the viewer: rest days alone do not count', () => {
    const view = describeExchange(holidays({ ownDuties: [restDay('2026-12-05')] }), me);
    expect(view.gives).toEqual({ text: 'Nessuna tua settimana di ferie', when: 'sab 5 – ven 11 dic' });
  });
});

describe('a day for another day', () => {
  const saturday = { ...late, date: '2026-11-28' };
  const sunday = { ...early, date: '2026-11-29' };
  const asked = request({
    kind: 'giorno',
    requestedShiftType: null,
    ownDuties: [saturday],
  });
  const mine = request({ ...own, kind: 'giorno', requestedShiftType: null, ownDuties: [] });

  it('tells a colleague when they would work and when they would be free', () => {
    expect(describeExchange(asked, me).period).toBe(
      'Tu lavori mar 24 nov 14:00–22:00, sei libero sab 28 nov',
    );
    const several = { ...asked, ownDuties: [saturday, sunday] };
    expect(describeExchange(several, me).gives).toEqual({
      text: 'Un tuo turno',
      when: 'sab 28 nov o dom 29 nov',
    });
    expect(describeExchange(asked, me).gives).toEqual({ duties: [saturday] });
    expect(describeExchange(several, me).period).toBe(
      'Tu lavori mar 24 nov 14:00–22:00, sei libero sab 28 nov o dom 29 nov',
    );
    expect(describeExchange({ ...asked, ownDuties: [] }, me).period).toBe(
      'Marco offre mar 24 nov 14:00–22:00',
    );
  });

  it('tells the requester the possible days to work until an offer names one', () => {
    const periodOf = (changes: Partial<ExchangeRequest>) =>
      describeExchange({ ...mine, ...changes }, me).period;
    const days = ['2026-11-25', '2026-11-28', '2026-11-29', '2026-11-30'];
    expect(periodOf({ acceptableDays: days.slice(1, 3) })).toBe(
      'Tu sei libero mar 24 nov, lavori sab 28 nov o dom 29 nov',
    );
    expect(periodOf({ acceptableDays: days })).toBe('Tu sei libero mar 24 nov, lavori in uno di 4 giorni');
    expect(periodOf({ acceptableDays: days, withinDays: 7 })).toBe(
      'Tu sei libero mar 24 nov, lavori un giorno entro 7 giorni',
    );
    const offer = { ...offerOf('Sara'), offeredShift: saturday };
    expect(periodOf({ preAcceptanceCount: 1, preAcceptedBy: [offer] })).toBe(
      'Tu lavori sab 28 nov 14:00–22:00, sei libero mar 24 nov',
    );
  });
});
