import { describe, expect, it } from 'vitest';
import { early, late, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import { describeExchange } from './exchangeView.ts';

it('who pre-accepted reads whose turn it is, and of others where there are any', () => {
  const noteOf = (preAcceptanceCount: number) =>
    describeExchange(request({ userHasPreAccepted: true, preAcceptanceCount }), me).note;
  expect(noteOf(1)).toBe('Ora tocca a Marco Bianchi confermare.');
  expect(noteOf(2)).toBe('Ora tocca a Marco Bianchi confermare. Oltre a te, un collega ha pre-accettato.');
});

describe('a colleague’s request', () => {
  it('a colleague’s request says so when the viewer has nothing to give', () => {
    const view = describeExchange(request({ ownDuties: [] }), me);
    expect(view.gives).toEqual({ text: 'Nessun tuo turno', when: 'mar 24 nov' });
  });

  it('a colleague’s request says how the viewer’s duty compares to what is wanted', () => {
    expect(describeExchange(request({}), me).wanted).toBe('Cerca un turno di mattina, come il tuo.');
    const evening = describeExchange(request({ requestedShiftType: 'sera' }), me);
    expect(evening.wanted).toBe('Cerca un turno di sera, il tuo è di mattina: puoi proporlo lo stesso.');
    const refused = request({
      requestedShiftType: 'sera',
      preAccept: { isAllowed: false, reason: 'Il turno è già iniziato' },
    });
    expect(describeExchange(refused, me).wanted).toBe('Cerca un turno di sera, il tuo è di mattina.');
    expect(describeExchange(request({ ownDuties: [] }), me).wanted).toBe('Cerca un turno di mattina.');
  });

  it('a colleague’s request says that it is the mirror image of an own one', () => {
    expect(describeExchange(request({ isMirrored: true }), me).mirror).toBe(
      'Scambio perfetto: tu e Marco Bianchi potete scambiarvi proprio quello che cercate.',
    );
    expect(describeExchange(request({}), me).mirror).toBeNull();
    expect(describeExchange(request({ ...own, isMirrored: true }), me).mirror).toBeNull();
  });

  it('a colleague’s request waits for the requester once pre-accepted', () => {
    const view = describeExchange(request({ userHasPreAccepted: true, preAcceptanceCount: 2 }), me);
    expect(view.label).toEqual({ text: 'In attesa di Marco', tone: 'waiting' });
    expect(view.note).toBe('Ora tocca a Marco Bianchi confermare. Oltre a te, un collega ha pre-accettato.');
  });

  it('a request whose swap waits for approval says so, with its end to the two people alone', () => {
    const waits = { isAwaitingApproval: true, preAcceptanceCount: 1 };
    const parties = { ...waits, approvalUntil: '2026-11-19T13:00:00.000Z', awaitedAccepterId: me };
    const label = { text: 'In approvazione', tone: 'waiting' };
    const ofMine = describeExchange(request({ ...parties, requesterId: me }), me);
    expect(ofMine.label).toEqual(label);
    expect(ofMine.note).toBe(
      'Hai confermato lo scambio con un collega: aspetta l’approvazione, al più tardi fino al 19 nov 2026, 14:00. Se modifichi o cancelli la richiesta, lo scambio non si fa.',
    );
    const chosen = describeExchange(request({ ...parties, userHasPreAccepted: true }), me);
    expect([chosen.label, chosen.note]).toEqual([
      label,
      'Marco Bianchi ha confermato lo scambio con te: aspetta l’approvazione, al più tardi fino al 19 nov 2026, 14:00.',
    ]);
    const unchosen = describeExchange(request({ ...waits, userHasPreAccepted: true }), me);
    expect([unchosen.label, unchosen.note]).toEqual([
      label,
      'Uno scambio per questa richiesta aspetta l’approvazione: la tua pre-accettazione resta.',
    ]);
  });

  it('a colleague’s request can be taken up again after a rejection, if the server allows it', () => {
    const view = describeExchange(request({ userHasRejected: true, tab: 'rifiutati' }), me);
    expect(view.label?.text).toBe('Rifiutata');
    expect(view.note).toContain('cambiare idea');
  });

  it.each([
    ['completata', null, 'Marco Bianchi ha scambiato con un’altra persona.'],
    ['aperta', null, 'La tua pre-accettazione non vale più.'],
    ['annullata', 'day_begun', 'Lo scambio non è stato confermato in tempo.'],
  ] as const)('is lapsed for who was not chosen (%s)', (status, closeReason, note) => {
    const lapsed = { userHasPreAccepted: true, isLapsed: true, tab: 'rifiutati' as const };
    const view = describeExchange(request({ ...lapsed, status, closeReason }), me);
    expect(view.label).toEqual({ text: 'Decaduta', tone: 'off' });
    expect(view.note).toBe(note);
  });

  it('a colleague’s request says what became of it to who had not answered', () => {
    const swapped = describeExchange(request({ status: 'completata', tab: null }), me);
    expect(swapped.label).toEqual({ text: 'Chiusa', tone: 'off' });
    expect(swapped.note).toBe('Marco Bianchi ha scambiato con un’altra persona.');
    const closed = { status: 'annullata', closeReason: 'shift_changed', tab: null } as const;
    expect(describeExchange(request(closed), me)).toMatchObject({
      label: { text: 'Annullata', tone: 'off' },
      note: 'Il turno offerto è stato modificato o cancellato.',
    });
  });

  it('a colleague’s request stays rejected for who rejected it, and says what became of it', () => {
    const preAccept = { isAllowed: false, reason: 'Questa richiesta non è più aperta' };
    const rejected = { userHasRejected: true, tab: 'rifiutati' as const, preAccept };
    const swapped = describeExchange(request({ ...rejected, status: 'completata' }), me);
    expect(swapped).toMatchObject({ label: { text: 'Rifiutata' }, tense: 'missed' });
    expect(swapped.note).toBe('L’hai rifiutata. Poi Marco Bianchi ha scambiato con un’altra persona.');
    const closed = request({ ...rejected, status: 'annullata', closeReason: 'shift_changed' });
    expect(describeExchange(closed, me).note).toBe(
      'L’hai rifiutata. Il turno offerto è stato modificato o cancellato.',
    );
    expect(describeExchange(request(rejected), me).note).toBe('L’hai rifiutata.');
  });

  it('a colleague’s request says once that the requester refused the offer', () => {
    const preAccept = {
      isAllowed: false,
      reason: 'La tua pre-accettazione per questo turno è già stata rifiutata',
    };
    const view = describeExchange(request({ tab: 'rifiutati', preAccept }), me);
    expect(view).toMatchObject({ label: { text: 'Pre-accettazione rifiutata' } });
    expect(view.note).toBe('Marco Bianchi ha rifiutato la tua pre-accettazione.');
  });

  it('a colleague’s request is done for the colleague who was chosen', () => {
    const done = { status: 'completata' as const, userHasPreAccepted: true, tab: 'completati' as const };
    const view = describeExchange(request({ ...done, responderId: me, responderName: 'Giulia Ferrari' }), me);
    expect(view).toMatchObject({ tense: 'done', note: 'Scambio fatto con Marco Bianchi.' });
  });
});

describe('an own request', () => {
  it('an own request waits, and says in words what is wanted', () => {
    const view = describeExchange(request(own), me);
    expect(view).toMatchObject({
      isOwn: true,
      gives: { duties: [early] },
      receives: { text: 'Un turno di mattina', when: 'mar 24 nov' },
    });
    expect(view).toMatchObject({ label: { text: 'In attesa' } });
    expect(view.note).toBe('Nessun collega ha ancora pre-accettato.');
  });

  it('an own request that nobody else can take says what would help', () => {
    expect(describeExchange(request({ ...own, nobodyLeft: true }), me)).toMatchObject({
      label: { text: 'In attesa' },
      note: 'Per ora nessun altro può accettarla: prova con un altro giorno o un altro tipo di turno.',
    });
  });

  it('closed with the account says so, and not that the contract changed', () => {
    const closed = { status: 'annullata', closeReason: 'owner_deactivated' } as const;
    expect(describeExchange(request({ ...own, ...closed }), me).note).toBe(
      'Il tuo account era stato disattivato.',
    );
    expect(describeExchange(request(closed), me).note).toBe(
      'Chi l’ha pubblicata non può più scambiare questo turno.',
    );
  });

  it('an own request shows what comes back as soon as one colleague offers', () => {
    const view = describeExchange(
      request({ ...own, preAcceptanceCount: 1, preAcceptedBy: [offerOf('Sara')] }),
      me,
    );
    expect(view.receives).toEqual({ duties: [late] });
    expect(view.note).toBe('Sara ha pre-accettato: manca solo la tua conferma.');
  });

  it('an own request does not ask to confirm an offer that can no longer be taken', () => {
    const confirm = { isAllowed: false, reason: 'Questo turno è già iniziato: non si può più scambiare.' };
    const offers = { preAcceptanceCount: 1, preAcceptedBy: [{ ...offerOf('Sara'), confirm }] };
    const view = describeExchange(request({ ...own, ...offers }), me);
    expect(view.note).toBe('Sara ha pre-accettato: non potete più scambiare.');
  });

  it('an own request asks to choose among several offers', () => {
    const offers = { preAcceptanceCount: 2, preAcceptedBy: [offerOf('Sara'), offerOf('Davide')] };
    const view = describeExchange(request({ ...own, ...offers }), me);
    expect(view.receives).toEqual({ text: 'Un turno di mattina', when: 'mar 24 nov' });
    expect(view.note).toBe('2 colleghi hanno pre-accettato: scegli con chi scambiare.');
  });
});
