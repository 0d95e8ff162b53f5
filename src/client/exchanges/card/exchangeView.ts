import { formatDateTime, formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { dayTrade } from '../../../domain/notifications/dayTexts.it.ts';
import { formatDutyTimes, isSameDuty } from '../../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../../domain/shifts/rules.ts';
import { kindTexts, weekAround } from '../kindTexts.ts';
import { wasRefused } from './exchangeActions.ts';
import { type SwapPreview, previewOf } from './swapPreview.ts';
import { askedDaysText, eitherDay, type Side, swapSides, wantedLine } from './swapSides.ts';

/** `turn`: the viewer is to act; `waiting`: somebody else is. */
export type LabelTone = 'turn' | 'good' | 'waiting' | 'off';

/** What a card says of a request, in the viewer's words. */
export interface ExchangeView {
  isOwn: boolean;
  title: string;
  /** Taxi kinds: which week, or that holidays are swapped; of a `giorno` who works when. */
  period: string | null;
  gives: Side;
  receives: Side;
  /** Whether the swap is to come, has happened, or did not come about for the viewer. */
  tense: 'coming' | 'done' | 'missed';
  /** Which type the requester asked for, and how the other duty compares. */
  wanted: string | null;
  /** Of a colleague's open request how well it fits, where that is not wholly: not where it would change nothing. */
  hasScore: boolean;
  /** Both people's weeks before and after, once it is known who the two are. */
  preview: SwapPreview | null;
  label: { text: string; tone: LabelTone } | null;
  /** Of a colleague's request that mirrors an own one. */
  mirror: string | null;
  /** One sentence on where the request stands and whose turn it is. */
  note: string | null;
}

export const firstNameOf = (name: string): string => name.split(' ')[0] ?? name;

type State = Pick<ExchangeView, 'label' | 'note'>;

const colleagues = (count: number): string =>
  count === 1 ? 'Un collega ha pre-accettato' : `${count} colleghi hanno pre-accettato`;

function closing(request: ExchangeRequest, isOwn: boolean): string | null {
  if (!request.closeReason) return null;
  const text = kindTexts[request.kind].closings[request.closeReason];
  return isOwn ? text.own : text.other;
}

function ownState(request: ExchangeRequest): State {
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

function otherState(request: ExchangeRequest): State {
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

function periodOf(request: ExchangeRequest, isOwn: boolean): string | null {
  const { kind, offeredShift } = request;
  if (kind === 'turno') return null;
  if (kind === 'giorno') return dayTradeOf(request, isOwn);
  return kind === 'ferie' ? 'Scambio di ferie' : `Settimana ${weekAround(offeredShift.date)}`;
}

/** 'Tu lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov'; as far as it is known which day is worked instead. */
function dayTradeOf(request: ExchangeRequest, isOwn: boolean): string {
  const { offeredShift, ownDuties, preAcceptedBy } = request;
  const [own, otherOwn] = ownDuties;
  const [offer, otherOffer] = preAcceptedBy;
  if (own) {
    return otherOwn
      ? `Tu lavori ${dutyText(offeredShift)}, sei libero ${eitherDay(ownDuties.map(({ date }) => date))}`
      : `Tu ${dayTrade(offeredShift, own.date)}`;
  }
  if (offer && !otherOffer) return `Tu ${dayTrade(offer.offeredShift, offeredShift.date)}`;
  if (!isOwn) return `${firstNameOf(request.requesterName)} offre ${dutyText(offeredShift)}`;
  return `Tu sei libero ${formatMediumDay(offeredShift.date)}, lavori ${askedDaysText(request) ?? 'un altro giorno'}`;
}

const dutyText = (duty: DatedDuty): string => `${formatMediumDay(duty.date)} ${formatDutyTimes(duty)}`;

function tenseOf(
  { status, isLapsed, userHasPreAccepted }: ExchangeRequest,
  isOwn: boolean,
): ExchangeView['tense'] {
  if (status === 'aperta') return 'coming';
  const isParty = isOwn || (userHasPreAccepted && !isLapsed);
  return status === 'completata' && isParty ? 'done' : 'missed';
}

const mirrorText = ({ requesterName }: ExchangeRequest): string =>
  `Scambio perfetto: tu e ${requesterName} potete scambiarvi proprio quello che cercate.`;

const isSame = ({ kind, ownShift, offeredShift }: ExchangeRequest): boolean =>
  kind === 'turno' && ownShift !== null && isSameDuty(ownShift, offeredShift);

/**
 * How a request reads for a viewer.
 *
 * @param viewerId the signed-in person, who may be the requester
 */
export function describeExchange(request: ExchangeRequest, viewerId: string): ExchangeView {
  const isOwn = request.requesterId === viewerId;
  const twoSides = swapSides(request, isOwn);
  return {
    isOwn,
    title: isOwn ? 'La tua richiesta' : request.requesterName,
    period: periodOf(request, isOwn),
    ...twoSides,
    tense: tenseOf(request, isOwn),
    wanted: wantedLine(request, { isOwn, receives: twoSides.receives }),
    hasScore: !isOwn && request.status === 'aperta' && request.matchScore < 100 && !isSame(request),
    preview: previewOf(request, isOwn),
    mirror: request.isMirrored && !isOwn ? mirrorText(request) : null,
    ...(isOwn ? ownState(request) : otherState(request)),
  };
}
