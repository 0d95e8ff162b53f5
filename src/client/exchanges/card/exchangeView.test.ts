import { describe, expect, it, test } from 'vitest';
import { early, late, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { describeExchange, scoreLook } from './exchangeView.ts';

const notAllowed = (reason: string) => ({ preAccept: { isAllowed: false, reason } });
const rejected = { userHasRejected: true, tab: 'rifiutati' } as const;
const closed = { status: 'annullata', closeReason: 'shift_changed' } as const;
const rejectedAndOver = { ...rejected, ...notAllowed('Questa richiesta non è più aperta') };
const lapsed = { userHasPreAccepted: true, isLapsed: true, tab: 'rifiutati' } as const;
const accepted = { userHasPreAccepted: true, preAcceptanceCount: 1 };
const declined = {
  tab: 'rifiutati',
  ...notAllowed('La tua pre-accettazione per questo turno è già stata rifiutata'),
} as const;
const offers = (...names: string[]) => ({
  preAcceptanceCount: names.length,
  preAcceptedBy: names.map(offerOf),
});
const [offer] = offers('Sara').preAcceptedBy;
const late24 = 'Questo turno è già iniziato: non si può più scambiare.';
const gone = {
  ...offers('Sara'),
  preAcceptedBy: [{ ...offer!, confirm: { isAllowed: false, reason: late24 } }],
};
const swapped = 'Marco Bianchi ha scambiato con un’altra persona.';
const changed = 'Il turno offerto è stato modificato o cancellato.';

const done = { userHasPreAccepted: true, responderId: me, responderName: 'Giulia Ferrari' };
test.each<[said: string, changes: Partial<ExchangeRequest>]>([
  ['In attesa di Marco: Ora tocca a Marco Bianchi confermare.', accepted],
  [
    'In attesa di Marco: Ora tocca a Marco Bianchi confermare. Oltre a te, un collega ha pre-accettato.',
    { ...accepted, preAcceptanceCount: 2 },
  ],
  ['Rifiutata: L’hai rifiutata, ma puoi ancora cambiare idea.', rejected],
  [`Decaduta: ${swapped}`, { ...lapsed, status: 'completata' }],
  ['Decaduta: La tua pre-accettazione non vale più.', lapsed],
  [
    'Decaduta: Lo scambio non è stato confermato in tempo.',
    { ...lapsed, ...closed, closeReason: 'day_begun' },
  ],
  [`Chiusa: ${swapped}`, { status: 'completata', tab: null }],
  [`Annullata: ${changed}`, { ...closed, tab: null }],
  [`Rifiutata: L’hai rifiutata. Poi ${swapped}`, { ...rejectedAndOver, status: 'completata' }],
  [`Rifiutata: L’hai rifiutata. ${changed}`, { ...rejectedAndOver, ...closed }],
  ['Rifiutata: L’hai rifiutata.', rejectedAndOver],
  ['Pre-accettazione rifiutata: Marco Bianchi ha rifiutato la tua pre-accettazione.', declined],
  ['Completata: Scambio fatto con Marco Bianchi.', { ...done, status: 'completata', tab: 'completati' }],
  ['In attesa: Nessun collega ha ancora pre-accettato.', own],
  [
    'In attesa: Per ora nessun altro può accettarla: prova con un altro giorno o un altro tipo di turno.',
    { ...own, nobodyLeft: true },
  ],
  [
    'Annullata: Il tuo account era stato disattivato.',
    { ...own, ...closed, closeReason: 'owner_deactivated' },
  ],
  [
    'Annullata: Chi l’ha pubblicata non può più scambiare questo turno.',
    { ...closed, closeReason: 'owner_deactivated' },
  ],
  ['Tocca a te: Sara ha pre-accettato: manca solo la tua conferma.', { ...own, ...offers('Sara') }],
  ['Tocca a te: Sara ha pre-accettato: non potete più scambiare.', { ...own, ...gone }],
  [
    'Tocca a te: 2 colleghi hanno pre-accettato: scegli con chi scambiare.',
    { ...own, ...offers('Sara', 'Davide') },
  ],
])('a request shows its outcome: %s', (said, changes) => {
  const { label, note } = describeExchange(request(changes), me);
  expect(`${label?.text}: ${note}`).toBe(said);
});

test.each([
  [accepted, 'waiting', 'coming'],
  [lapsed, 'off', 'coming'],
  [{ ...rejectedAndOver, status: 'completata' as const }, 'off', 'missed'],
  [{ ...done, status: 'completata' as const }, 'good', 'done'],
])('%j has the tone and tense of its outcome', (changes, tone, tense) => {
  expect(describeExchange(request(changes), me)).toMatchObject({ label: { tone }, tense });
});

test('an own request shows the wanted type in words, and the received duty once there is one offer', () => {
  const words = { text: 'Un turno di mattina', when: 'mar 24 nov' };
  const mine = { isOwn: true, gives: { duties: [early] } };
  expect(describeExchange(request(own), me)).toMatchObject({ ...mine, receives: words });
  expect(describeExchange(request({ ...own, ...offers('Sara') }), me).receives).toEqual({ duties: [late] });
  expect(describeExchange(request({ ...own, ...offers('Sara', 'Davide') }), me).receives).toEqual(words);
});

describe('a colleague’s request', () => {
  it('says that the viewer has nothing to give', () => {
    const view = describeExchange(request({ ownDuties: [] }), me);
    expect(view.gives).toEqual({ text: 'Nessun tuo turno', when: 'mar 24 nov' });
  });

  it('compares the viewer’s duty with the wanted type', () => {
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

  it('says that it is the mirror image of an own one', () => {
    expect(describeExchange(request({ isMirrored: true }), me).mirror).toBe(
      'Scambio perfetto: tu e Marco Bianchi potete scambiarvi proprio quello che cercate.',
    );
    expect(describeExchange(request({}), me).mirror).toBeNull();
    expect(describeExchange(request({ ...own, isMirrored: true }), me).mirror).toBeNull();
  });

  it('says that its swap awaits approval, with the deadline only for the two people', () => {
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
});

it('shows a match score in green from 75, in yellow from 50, otherwise in blue', () => {
  const looks = [100, 75, 74, 50, 49, 0].map((score) => scoreLook(score));
  expect(looks.join(' ')).toBe('success success warn warn info info');
});
