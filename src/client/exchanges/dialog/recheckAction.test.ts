import { describe, expect, it } from 'vitest';
import { early, late, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { PendingAction } from '../actions.ts';
import type { Offer } from '../api.ts';
import { recheckAction } from './recheckAction.ts';

const offer: Offer = offerOf('Marco Bianchi');
const mine = request({ ...own, preAcceptedBy: [offer], preAcceptanceCount: 1 });
const confirm: PendingAction = { kind: 'confirm', request: mine, offer };
const withOffer = (changes: Partial<Offer>): ExchangeRequest => ({
  ...mine,
  preAcceptedBy: [{ ...offer, ...changes }],
});
const reason = 'In quel giorno non potete scambiare.';
const notAllowed = { isAllowed: false, reason };
const gone = 'L’offerta di Marco Bianchi non c’è più.';

it('an unchanged offer', () => {
  expect(recheckAction(confirm, mine, me)).toEqual({ pending: confirm, isOther: false, refusal: null });
});

it('shows an offer renewed with another shift in its current state', () => {
  const current = withOffer({ version: 'another', offeredShift: early });
  const { pending, isOther, refusal } = recheckAction(confirm, current, me);
  expect({ isOther, refusal }).toEqual({ isOther: true, refusal: null });
  expect(pending).toEqual({ kind: 'confirm', request: current, offer: current.preAcceptedBy[0] });
});

describe('an offer that can no longer be answered', () => {
  const closed: Partial<ExchangeRequest> = { status: 'annullata', closeReason: 'day_begun' };
  it.each<[string, PendingAction, ExchangeRequest | null, string | null]>([
    ['withdrawn', confirm, { ...mine, preAcceptedBy: [] }, gone],
    ['not to be taken', confirm, withOffer({ confirm: notAllowed }), reason],
    ['closed', confirm, { ...mine, ...closed }, 'Lo scambio non è stato confermato in tempo.'],
    ['closed without a reason', confirm, { ...mine, status: 'annullata' }, 'La richiesta è chiusa.'],
    ['deleted', confirm, null, 'Questa richiesta non c’è più.'],
  ])('%s', (_name, asked, current, text) => {
    expect(recheckAction(asked, current, me).refusal).toBe(text);
  });
});

describe('a colleague’s request', () => {
  const theirs = request({});
  const offered = request({ userHasPreAccepted: true, preAccept: notAllowed, tab: 'pre-accettati' });
  it.each([
    ['as it was', 'pre-accept', theirs, theirs, null],
    ['not to be taken', 'pre-accept', theirs, request({ preAccept: notAllowed }), reason],
    [
      'not to be taken, nobody knows why',
      'pre-accept',
      theirs,
      request({ preAccept: { isAllowed: false, reason: null } }),
      'Non puoi più accettarla.',
    ],
    ['pre-accepted elsewhere', 'pre-accept', theirs, offered, 'L’hai già pre-accettata.'],
    ['with the own offer', 'withdraw', offered, offered, null],
    ['without it', 'withdraw', offered, theirs, 'La tua pre-accettazione non c’è più.'],
    [
      'completed with another',
      'withdraw',
      offered,
      { ...offered, status: 'completata', isLapsed: true },
      'Marco Bianchi ha scambiato con un’altra persona.',
    ],
  ] as const)('%s: %s', (_name, kind, asked, current, text) => {
    expect(recheckAction({ kind, request: asked }, current, me).refusal).toBe(text);
  });

  it('shows a changed request in its current state', () => {
    const current = request({ version: 'another', offeredShift: late });
    const pending: PendingAction = { kind: 'pre-accept', request: current };
    expect(recheckAction({ kind: 'pre-accept', request: theirs }, current, me)).toEqual({
      pending,
      isOther: true,
      refusal: null,
    });
  });
});
