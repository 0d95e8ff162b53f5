import { formatDateTime } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { isCard, type Offer, type RowOffer, type ShownRequest } from '../api.ts';
import { kindTexts } from '../kindTexts.ts';

/** A viewer's possible actions on a request; the others have no button. */
export interface CardActions {
  /** `again` after they rejected it. */
  preAccept: 'first' | 'again' | null;
  /** Why they cannot pre-accept, if it is to be shown. */
  refusal: string | null;
  canReject: boolean;
  /** Withdraw the own pre-acceptance. */
  canWithdraw: boolean;
  /** Edit or withdraw an own open request, confirm or refuse its offers. */
  canManage: boolean;
  /** Remove an own closed request from the list, or publish it again. */
  canClear: boolean;
}

const nothing: CardActions = {
  preAccept: null,
  refusal: null,
  canReject: false,
  canWithdraw: false,
  canManage: false,
  canClear: false,
};

/** Whether the viewer has a valid offer on a request. */
export const hasOffer = ({ userHasPreAccepted, isLapsed }: ExchangeRow): boolean =>
  userHasPreAccepted && !isLapsed;

/** Whether the requester refused the viewer's offer: the remaining reason for the tab `rifiutati`. */
const wasRefused = (request: ExchangeRow): boolean =>
  request.tab === 'rifiutati' && !request.isLapsed && !request.userHasRejected && !request.userHasPreAccepted;

/** @param viewerId the signed-in person, who may be the requester */
export function actionsOf(request: ExchangeRow, viewerId: string): CardActions {
  const isOpen = request.status === 'aperta';
  if (request.requesterId === viewerId) {
    return { ...nothing, canManage: isOpen, canClear: !isOpen && request.status !== 'completata' };
  }
  if (!isOpen) return nothing;
  if (hasOffer(request)) return { ...nothing, canWithdraw: true };
  const { isAllowed, reason } = request.preAccept;
  const canReject = !request.userHasRejected && !wasRefused(request);
  if (isAllowed) return { ...nothing, preAccept: request.userHasRejected ? 'again' : 'first', canReject };
  // the card already says that the requester refused the offer
  return { ...nothing, refusal: wasRefused(request) ? null : reason, canReject };
}

/** Whether an offer has the requested type. */
export const isWanted = (
  { requestedShiftType }: Pick<ExchangeRow, 'requestedShiftType'>,
  { offeredShift }: RowOffer,
): boolean => requestedShiftType !== null && offeredShift.shiftType === requestedShiftType;

/** Whether it can be confirmed; assumed true for rows, since only cards tell. */
export const isTakeable = (offer: RowOffer | Offer): boolean =>
  !('confirm' in offer) || offer.confirm.isAllowed;

/** Sorts offers: confirmable ones first, then those of the requested type. */
export const offersInOrder = <One extends RowOffer>(
  request: Pick<ExchangeRow, 'requestedShiftType'>,
  offers: readonly One[],
): One[] =>
  offers.toSorted(
    (one, other) =>
      Number(isTakeable(other)) - Number(isTakeable(one)) ||
      Number(isWanted(request, other)) - Number(isWanted(request, one)),
  );

export const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

/** `turn`: the viewer is to act; `waiting`: somebody else is. */
export type LabelTone = 'turn' | 'good' | 'waiting' | 'off';

/** The texts of a request's state. */
export interface RequestState {
  label: { text: string; tone: LabelTone } | null;
  /** One sentence on the state and whose turn it is; null if there is none, or not yet. */
  note: string | null;
}

const colleagues = (count: number): string =>
  count === 1 ? 'Un collega ha pre-accettato' : `${count} colleghi hanno pre-accettato`;

function closing(request: ExchangeRow, isOwn: boolean): string | null {
  if (!request.closeReason) return null;
  const text = kindTexts[request.kind].closings[request.closeReason];
  return isOwn ? text.own : text.other;
}

/** The state of an own request. */
export function ownState(request: ShownRequest): RequestState {
  if (request.status === 'completata') {
    return {
      label: { text: 'Completata', tone: 'good' },
      note: `Scambio fatto con ${request.responderName}.`,
    };
  }
  if (request.status !== 'aperta') {
    const text = request.status === 'annullata' ? 'Annullata' : 'Rifiutata';
    return { label: { text, tone: 'off' }, note: closing(request, true) };
  }
  if (request.isAwaitingApproval) return { label: awaiting, note: confirmedNote(request) };
  if (request.preAcceptanceCount === 0) {
    return { label: { text: 'In attesa', tone: 'waiting' }, note: waitingForOffers(request) };
  }
  return { label: { text: 'Tocca a te', tone: 'turn' }, note: offersNote(request) };
}

function confirmedNote(request: ShownRequest): string {
  const accepterId = isCard(request) ? request.awaitedAccepterId : null;
  const chosen = request.preAcceptedBy.find(({ userId }) => userId === accepterId);
  return `Hai confermato lo scambio con ${chosen?.name ?? 'un collega'}: ${approvalText(request)} Se modifichi o cancelli la richiesta, lo scambio non si fa.`;
}

const awaiting = { text: 'In approvazione', tone: 'waiting' } as const;

/** Only the two people see the approval deadline. */
const approvalText = (request: ShownRequest): string =>
  isCard(request) && request.approvalUntil !== null
    ? `aspetta l’approvazione, al più tardi fino al ${formatDateTime(request.approvalUntil)}.`
    : 'aspetta l’approvazione.';

function waitingForOffers({ nobodyLeft, kind }: ExchangeRow): string {
  if (!nobodyLeft) return 'Nessun collega ha ancora pre-accettato.';
  return `Per ora nessun altro può accettarla: ${kindTexts[kind].otherWay}.`;
}

function offersNote({ preAcceptedBy, preAcceptanceCount: count }: ShownRequest): string {
  const [only, another] = preAcceptedBy;
  if (!only || another) return `${colleagues(count)}: scegli con chi scambiare.`;
  const next = isTakeable(only) ? 'manca solo la tua conferma' : 'non potete più scambiare';
  return `${only.name} ha pre-accettato: ${next}.`;
}

function lapsedNote(request: ExchangeRow): string | null {
  if (request.status === 'completata') return `${request.requesterName} ha scambiato con un’altra persona.`;
  if (request.status === 'aperta') return 'La tua pre-accettazione non vale più.';
  return closing(request, false);
}

/** The state of a request the viewer rejected, and whether they can still change their mind. */
function rejectedNote(request: ExchangeRow): string {
  const { status, preAccept, requesterName } = request;
  if (preAccept.isAllowed) return 'L’hai rifiutata, ma puoi ancora cambiare idea.';
  if (status === 'completata')
    return `L’hai rifiutata. Poi ${requesterName} ha scambiato con un’altra persona.`;
  return ['L’hai rifiutata.', closing(request, false)].filter(Boolean).join(' ');
}

/** The state of a colleague's request. */
export function otherState(request: ShownRequest): RequestState {
  const { requesterName: name, status } = request;
  if (request.isLapsed) return { label: { text: 'Decaduta', tone: 'off' }, note: lapsedNote(request) };
  if (request.userHasPreAccepted && request.isAwaitingApproval) {
    return { label: awaiting, note: isCard(request) ? awaitedNote(request) : null };
  }
  if (request.userHasPreAccepted) {
    return status === 'completata'
      ? { label: { text: 'Completata', tone: 'good' }, note: `Scambio fatto con ${name}.` }
      : { label: { text: `In attesa di ${firstNameOf(name)}`, tone: 'waiting' }, note: waitingNote(request) };
  }
  if (request.userHasRejected) {
    return { label: { text: 'Rifiutata', tone: 'off' }, note: rejectedNote(request) };
  }
  if (wasRefused(request)) {
    return {
      label: { text: 'Pre-accettazione rifiutata', tone: 'off' },
      note: `${name} ha rifiutato la tua pre-accettazione.`,
    };
  }
  if (status !== 'aperta') {
    const text = status === 'annullata' ? 'Annullata' : 'Chiusa';
    const note =
      status === 'completata' ? `${name} ha scambiato con un’altra persona.` : closing(request, false);
    return { label: { text, tone: 'off' }, note };
  }
  const count = request.preAcceptanceCount;
  return { label: null, note: count > 0 ? `${colleagues(count)}: puoi farlo anche tu.` : null };
}

function awaitedNote(request: ExchangeRequest): string {
  return request.awaitedAccepterId === null
    ? 'Uno scambio per questa richiesta aspetta l’approvazione: la tua pre-accettazione resta.'
    : `${request.requesterName} ha confermato lo scambio con te: ${approvalText(request)}`;
}

function waitingNote({ requesterName, preAcceptanceCount }: ExchangeRow): string {
  const others = preAcceptanceCount - 1;
  const rivals = others > 0 ? ` Oltre a te, ${colleagues(others).toLowerCase()}.` : '';
  return `Ora tocca a ${requesterName} confermare.${rivals}`;
}
