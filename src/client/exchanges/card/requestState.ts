import { formatDateTime } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { Offer } from '../api.ts';
import { kindTexts } from '../kindTexts.ts';

/** What a viewer can do with a request; whatever is not possible has no button. */
export interface CardActions {
  /** `again` after they rejected it. */
  preAccept: 'first' | 'again' | null;
  /** Why they cannot pre-accept, where that needs saying. */
  refusal: string | null;
  canReject: boolean;
  /** Take the own pre-acceptance back. */
  canWithdraw: boolean;
  /** Edit or withdraw an own open request, take or refuse its offers. */
  canManage: boolean;
  /** Take an own closed request off the list, or publish it anew. */
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

/** The viewer's offer on a request stands. */
export const hasOffer = ({ userHasPreAccepted, isLapsed }: ExchangeRequest): boolean =>
  userHasPreAccepted && !isLapsed;

/** The requester turned the viewer's offer down: what else brings a colleague's request among the refused ones. */
const wasRefused = (request: ExchangeRequest): boolean =>
  request.tab === 'rifiutati' && !request.isLapsed && !request.userHasRejected && !request.userHasPreAccepted;

/** @param viewerId the signed-in person, who may be the requester */
export function actionsOf(request: ExchangeRequest, viewerId: string): CardActions {
  const isOpen = request.status === 'aperta';
  if (request.requesterId === viewerId) {
    return { ...nothing, canManage: isOpen, canClear: !isOpen && request.status !== 'completata' };
  }
  if (!isOpen) return nothing;
  if (hasOffer(request)) return { ...nothing, canWithdraw: true };
  const { isAllowed, reason } = request.preAccept;
  const canReject = !request.userHasRejected && !wasRefused(request);
  if (isAllowed) return { ...nothing, preAccept: request.userHasRejected ? 'again' : 'first', canReject };
  // that the requester refused the offer is what the card says of it anyway
  return { ...nothing, refusal: wasRefused(request) ? null : reason, canReject };
}

/** An offer of the type that was asked for. */
export const isWanted = ({ requestedShiftType }: ExchangeRequest, { offeredShift }: Offer): boolean =>
  requestedShiftType !== null && offeredShift.shiftType === requestedShiftType;

/** What can be taken before what cannot, and what was asked for before what was not. */
export const offersInOrder = (request: ExchangeRequest): Offer[] =>
  request.preAcceptedBy.toSorted(
    (one, other) =>
      Number(other.confirm.isAllowed) - Number(one.confirm.isAllowed) ||
      Number(isWanted(request, other)) - Number(isWanted(request, one)),
  );

export const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

/** `turn`: the viewer is to act; `waiting`: somebody else is. */
export type LabelTone = 'turn' | 'good' | 'waiting' | 'off';

/** What a card says of where a request stands. */
export interface RequestState {
  label: { text: string; tone: LabelTone } | null;
  /** One sentence on where the request stands and whose turn it is. */
  note: string | null;
}

const colleagues = (count: number): string =>
  count === 1 ? 'Un collega ha pre-accettato' : `${count} colleghi hanno pre-accettato`;

function closing(request: ExchangeRequest, isOwn: boolean): string | null {
  if (!request.closeReason) return null;
  const text = kindTexts[request.kind].closings[request.closeReason];
  return isOwn ? text.own : text.other;
}

export function ownState(request: ExchangeRequest): RequestState {
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
  if (request.isAwaitingApproval) {
    const chosen = request.preAcceptedBy.find(({ userId }) => userId === request.awaitedAccepterId);
    const note = `Hai confermato lo scambio con ${chosen?.name ?? 'un collega'}: ${approvalText(request)} Se modifichi o elimini la richiesta, lo scambio non si fa.`;
    return { label: awaiting, note };
  }
  if (request.preAcceptanceCount === 0) {
    return { label: { text: 'In attesa', tone: 'waiting' }, note: waitingForOffers(request) };
  }
  return { label: { text: 'Tocca a te', tone: 'turn' }, note: offersNote(request) };
}

const awaiting = { text: 'In approvazione', tone: 'waiting' } as const;

/** Told to the two people, of whom the end of the wait is known. */
const approvalText = ({ approvalUntil }: ExchangeRequest): string =>
  approvalUntil === null
    ? 'aspetta l’approvazione.'
    : `aspetta l’approvazione, al più tardi fino al ${formatDateTime(approvalUntil)}.`;

function waitingForOffers({ nobodyLeft, kind }: ExchangeRequest): string {
  if (!nobodyLeft) return 'Nessun collega ha ancora pre-accettato.';
  return `Per ora nessun altro può accettarla: ${kindTexts[kind].otherWay}.`;
}

function offersNote({ preAcceptedBy, preAcceptanceCount: count }: ExchangeRequest): string {
  const [only, another] = preAcceptedBy;
  if (!only || another) return `${colleagues(count)}: scegli con chi scambiare.`;
  const next = only.confirm.isAllowed ? 'manca solo la tua conferma' : 'non potete più scambiare';
  return `${only.name} ha pre-accettato: ${next}.`;
}

function lapsedNote(request: ExchangeRequest): string | null {
  if (request.status === 'completata') return `${request.requesterName} ha scambiato con un’altra persona.`;
  if (request.status === 'aperta') return 'La tua pre-accettazione non vale più.';
  return closing(request, false);
}

/** What became of a request that the viewer rejected, and so whether they can still change their mind. */
function rejectedNote(request: ExchangeRequest): string {
  const { status, preAccept, requesterName } = request;
  if (preAccept.isAllowed) return 'L’hai rifiutata, ma puoi ancora cambiare idea.';
  if (status === 'completata')
    return `L’hai rifiutata. Poi ${requesterName} ha scambiato con un’altra persona.`;
  return ['L’hai rifiutata.', closing(request, false)].filter(Boolean).join(' ');
}

export function otherState(request: ExchangeRequest): RequestState {
  const { requesterName: name, status } = request;
  if (request.isLapsed) return { label: { text: 'Decaduta', tone: 'off' }, note: lapsedNote(request) };
  if (request.userHasPreAccepted && request.isAwaitingApproval) {
    const note =
      request.awaitedAccepterId === null
        ? 'Uno scambio per questa richiesta aspetta l’approvazione: la tua pre-accettazione resta.'
        : `${name} ha confermato lo scambio con te: ${approvalText(request)}`;
    return { label: awaiting, note };
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

function waitingNote({ requesterName, preAcceptanceCount }: ExchangeRequest): string {
  const others = preAcceptanceCount - 1;
  const rivals = others > 0 ? ` Oltre a te, ${colleagues(others).toLowerCase()}.` : '';
  return `Ora tocca a ${requesterName} confermare.${rivals}`;
}
