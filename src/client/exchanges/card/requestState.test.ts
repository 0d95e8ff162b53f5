import { describe, expect, it } from 'vitest';
import { early, late, me, offerOf, own, request } from '../../../../tests/support/exchangeRequests.ts';
import { actionsOf, type CardActions, offersInOrder } from './requestState.ts';

const nothing: CardActions = {
  preAccept: null,
  refusal: null,
  canReject: false,
  canWithdraw: false,
  canManage: false,
  canClear: false,
};
const reason = 'In quel giorno non hai un turno da dare in cambio.';
const notAllowed = { isAllowed: false, reason };

describe('a colleague’s request', () => {
  it.each([
    ['open', {}, { preAccept: 'first', canReject: true }],
    ['one that cannot be taken', { preAccept: notAllowed }, { refusal: reason, canReject: true }],
    ['pre-accepted', { userHasPreAccepted: true, preAccept: notAllowed }, { canWithdraw: true }],
    ['an offer that lapsed, still open', { isLapsed: true }, { preAccept: 'first', canReject: true }],
    ['rejected', { userHasRejected: true, tab: 'rifiutati' }, { preAccept: 'again' }],
    [
      'rejected, and no longer possible',
      { userHasRejected: true, tab: 'rifiutati', preAccept: notAllowed },
      { refusal: reason },
    ],
    ['the offer was refused', { tab: 'rifiutati', preAccept: notAllowed }, {}],
    ['closed', { status: 'annullata', closeReason: 'day_begun', preAccept: notAllowed }, {}],
    ['closed after a rejection', { status: 'rifiutata', userHasRejected: true }, {}],
    ['completed with the viewer', { status: 'completata', userHasPreAccepted: true }, {}],
  ] as const)('%s', (_name, changes, actions) => {
    expect(actionsOf(request(changes), me)).toEqual({ ...nothing, ...actions });
  });
});

describe('an own request', () => {
  it.each([
    ['open', {}, { canManage: true }],
    ['rejected by all', { status: 'rifiutata', closeReason: 'nobody_left' }, { canClear: true }],
    ['closed', { status: 'annullata', closeReason: 'shift_changed' }, { canClear: true }],
    ['completed', { status: 'completata' }, {}],
  ] as const)('%s', (_name, changes, actions) => {
    expect(actionsOf(request({ ...own, ...changes }), me)).toEqual({ ...nothing, ...actions });
  });
});

it('orders offers: the wanted type first, those that cannot be confirmed last', () => {
  const gone = { ...offerOf('Luca'), offeredShift: early, confirm: notAllowed };
  const other = { ...offerOf('Sara'), offeredShift: { ...late, shiftType: 'pomeriggio' as const } };
  const wanted = { ...offerOf('Marco'), offeredShift: early };
  const asked = request({ ...own, requestedShiftType: 'mattina' });
  const offers = offersInOrder(asked, [gone, other, wanted]);
  expect(offers.map(({ name }) => name)).toEqual(['Marco', 'Sara', 'Luca']);
});
