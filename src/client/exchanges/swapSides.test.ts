import { describe, expect, it } from 'vitest';
import { holidays, me, offerOf, own, restDay, weekly } from '../../../tests/support/exchangeRequests.ts';
import { describeExchange } from './exchangeView.ts';

const five = { detail: '5 giorni', when: null };

describe('a week of named shifts', () => {
  it('is given and received whole, and named in the head', () => {
    expect(describeExchange(weekly({}), me)).toMatchObject({
      period: 'Settimana sab 21 – ven 27 nov',
      gives: { weekly: { shiftType: 'mattina' }, ...five },
      receives: { weekly: { shiftType: 'notte' }, ...five },
      wanted: 'Cerca una settimana di mattina, come la tua.',
    });
  });

  it('may be another than the one that is sought', () => {
    const { wanted } = describeExchange(weekly({ requestedShiftType: 'pomeriggio' }), me);
    expect(wanted).toBe('Cerca una settimana di pomeriggio, la tua è di mattina: puoi proporla lo stesso.');
  });

  it('has nothing to be given for it where the viewer does not work', () => {
    const view = describeExchange(weekly({ ownShift: null, ownDuties: [] }), me);
    expect(view.gives).toEqual({ text: 'Nessun tuo turno', when: null });
  });

  it('shows a requester in words what is sought until one colleague offers', () => {
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

  it('says in its own words why it was closed', () => {
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

  it('needs one of the viewer’s: rest days alone are none', () => {
    const view = describeExchange(holidays({ ownDuties: [restDay('2026-12-05')] }), me);
    expect(view.gives).toEqual({ text: 'Nessuna tua settimana di ferie', when: 'sab 5 – ven 11 dic' });
  });
});
