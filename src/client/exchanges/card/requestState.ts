import { formatDateTime } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
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
export const hasOffer = ({ userHasPreAccepted, isLapsed }: ExchangeRow): boolean =>
  userHasPreAccepted && !isLapsed;

/** The requester turned the viewer's offer down: what else brings a colleague's request among the refused ones. */
const wasRefused = (request: ExchangeRow): boolean =>
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

/** What is said of where a request stands. */
export interface RequestState {
  label: { text: string; tone: LabelTone } | null;
  /** One sentence on where it stands and whose turn it is, from its card; null where the label says it. */
  noteOf: (request: ExchangeRequest) => string | null;
}

const noNote = (): null => null;

const colleagues = (count: number): string =>
  count === 1 ? 'Un collega ha pre-accettato' : `${count} colleghi hanno pre-accettato`;

function closing(request: ExchangeRequest, isOwn: boolean): string | null {
  if (!request.closeReason) return null;
  const text = kindTexts[request.kind].closings[request.closeReason];
  return isOwn ? text.own : text.other;
}

/** Of an own request. */
export function ownState({ status, isAwaitingApproval, preAcceptanceCount }: ExchangeRow): RequestState {
  if (status === 'completata') {
    return {
      label: { text: 'Completata', tone: 'good' },
      noteOf: ({ responderName }) => `Scambio fatto con ${responderName}.`,
    };
  }
  if (status !== 'aperta') {
    const text = status === 'annullata' ? 'Annullata' : 'Rifiutata';
    return { label: { text, tone: 'off' }, noteOf: (request) => closing(request, true) };
  }
  if (isAwaitingApproval) return { label: awaiting, noteOf: confirmedNote };
  if (preAcceptanceCount === 0) {
    return { label: { text: 'In attesa', tone: 'waiting' }, noteOf: waitingForOffers };
  }
  return { label: { text: 'Tocca a te', tone: 'turn' }, noteOf: offersNote };
}

function confirmedNote(request: ExchangeRequest): string {
  const chosen = request.preAcceptedBy.find(({ userId }) => userId === request.awaitedAccepterId);
  return `Hai confermato lo scambio con ${chosen?.name ?? 'un collega'}: ${approvalText(request)} Se modifichi o elimini la richiesta, lo scambio non si fa.`;
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

/** Of a colleague's request. */
export function otherState(row: ExchangeRow): RequestState {
  const { requesterName: name, status } = row;
  if (row.isLapsed) return { label: { text: 'Decaduta', tone: 'off' }, noteOf: lapsedNote };
  if (row.userHasPreAccepted && row.isAwaitingApproval) return { label: awaiting, noteOf: awaitedNote };
  if (row.userHasPreAccepted) {
    return status === 'completata'
      ? { label: { text: 'Completata', tone: 'good' }, noteOf: () => `Scambio fatto con ${name}.` }
      : { label: { text: `In attesa di ${firstNameOf(name)}`, tone: 'waiting' }, noteOf: waitingNote };
  }
  if (row.userHasRejected) return { label: { text: 'Rifiutata', tone: 'off' }, noteOf: rejectedNote };
  if (wasRefused(row)) {
    return {
      label: { text: 'Pre-accettazione rifiutata', tone: 'off' },
      noteOf: () => `${name} ha rifiutato la tua pre-accettazione.`,
    };
  }
  if (status !== 'aperta') {
    const text = status === 'annullata' ? 'Annullata' : 'Chiusa';
    return {
      label: { text, tone: 'off' },
      noteOf: (request) =>
        status === 'completata' ? `${name} ha scambiato con un’altra persona.` : closing(request, false),
    };
  }
  const count = row.preAcceptanceCount;
  return { label: null, noteOf: count > 0 ? () => `${colleagues(count)}: puoi farlo anche tu.` : noNote };
}

function awaitedNote(request: ExchangeRequest): string {
  return request.awaitedAccepterId === null
    ? 'Uno scambio per questa richiesta aspetta l’approvazione: la tua pre-accettazione resta.'
    : `${request.requesterName} ha confermato lo scambio con te: ${approvalText(request)}`;
}

function waitingNote({ requesterName, preAcceptanceCount }: ExchangeRequest): string {
  const others = preAcceptanceCount - 1;
  const rivals = others > 0 ? ` Oltre a te, ${colleagues(others).toLowerCase()}.` : '';
  return `Ora tocca a ${requesterName} confermare.${rivals}`;
}
