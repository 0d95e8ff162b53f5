import { addHours, type Day, dayInRome, formatMediumDay, timeInRome } from '../../domain/calendar/day.ts';
import { beginsAt } from '../../domain/exchanges/rules.ts';
import type { ExchangeKind, ExchangeRequest, ExchangeRow } from '../../domain/exchanges/schema.ts';
import { weekBeginsAt } from '../../domain/exchanges/weeks.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { SwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { kindTexts } from './kindTexts.ts';

const conjunction = new Intl.ListFormat('it', { type: 'conjunction' });
/** With more people, only their number is shown. */
const mostNames = 3;

const namesOf = ({ preAcceptedBy }: ExchangeRow): string =>
  preAcceptedBy.length > mostNames ? '' : `: ${conjunction.format(preAcceptedBy.map((offer) => offer.name))}`;

/** Shown before withdrawing an own open request: who will be notified. */
export function withdrawalText(request: ExchangeRow): string {
  const count = request.preAcceptedBy.length;
  if (count === 0) return 'Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.';
  if (count === 1) return `Un collega ha pre-accettato e riceverà un avviso${namesOf(request)}.`;
  return `${count} colleghi hanno pre-accettato e riceveranno un avviso${namesOf(request)}.`;
}

/**
 * The effect of a change on an own request's offers; null if there are none.
 *
 * @param isOther whether the choice differs from the published one
 */
export function offersText(request: ExchangeRequest, isOther: boolean): string | null {
  const count = request.preAcceptedBy.length;
  const { otherOffer, harmless } = kindTexts[request.kind];
  if (count === 0) return null;
  if (isOther) {
    return count === 1
      ? `Con ${otherOffer}, l’offerta che hai ricevuto decade e chi l’ha fatta riceve un avviso.`
      : `Con ${otherOffer}, le ${count} offerte che hai ricevuto decadono e chi le ha fatte riceve un avviso.`;
  }
  return count === 1
    ? `Hai ricevuto un’offerta: resta valida se cambi ${harmless}, decade con ${otherOffer}.`
    : `Hai ricevuto ${count} offerte: restano valide se cambi ${harmless}, decadono con ${otherOffer}.`;
}

/**
 * The requester's deadline for confirming, if the worksite has a cut-off: 'entro le 18:00 di gio 26 nov'.
 *
 * @param received the colleague's entry
 */
export function confirmBy(
  { kind, weeks, offeredDuties, offeredShift }: ExchangeRequest,
  received: Entry,
  { cutoffHours }: Pick<SwapPolicy, 'cutoffHours'>,
): string | null {
  if (cutoffHours === 0) return null;
  const begins =
    kind === 'ferie' && weeks
      ? [weekBeginsAt(weeks.offered), weekBeginsAt(weeks.wanted)]
      : // a current week stays swappable until its last day
        (kind === 'settimana' ? offeredDuties.slice(-1) : [offeredShift, received]).map(beginsAt);
  const end = addHours(begins.toSorted()[0] ?? '', -cutoffHours);
  return `entro le ${timeInRome(end)} di ${formatMediumDay(dayInRome(end))}`;
}

/** Text of an empty 'Le Mie' while own requests with offers are in another tab. */
export const answeredText = (count: number): string =>
  count === 1
    ? 'Una tua richiesta ha un’offerta: la trovi in Pre-Accettati.'
    : `${count} tue richieste hanno un’offerta: le trovi in Pre-Accettati.`;

/** The possible takers of a new request. */
interface Takers {
  /** Null for holidays, which are not disclosed. */
  colleagueCount: number | null;
  /** How many of them have `wanted`; null if not applicable. */
  wantedCount: number | null;
}

/** How many colleagues could accept the offer now, and how many have the wanted type. */
export function takersText(takers: Takers, wanted: ShiftType | null, kind: ExchangeKind): string {
  const { colleagueCount: count, wantedCount } = takers;
  if (count === null) return 'La trova tra i disponibili chi ha ferie in quella settimana.';
  if (count === 0) {
    return `Per ora nessun collega può accettare: la richiesta resta aperta e ${kindTexts[kind].hope}.`;
  }
  const text = count === 1 ? '1 collega può accettare adesso' : `${count} colleghi possono accettare adesso`;
  if (wantedCount === null || wanted === null) return text;
  return `${text}${shareText(count, wantedCount, namesWithArticle[wanted])}`;
}

function shareText(count: number, wantedCount: number, wanted: string): string {
  const others = count - wantedCount;
  if (wantedCount === 0) {
    return count === 1 ? ', ma ha un altro orario' : `: nessuno ha ${wanted}, tutti un altro orario`;
  }
  if (others === 0) return count === 1 ? `: ha ${wanted}` : `: hanno tutti ${wanted}`;
  return `: ${wantedCount === 1 ? '1 ha' : `${wantedCount} hanno`} ${wanted}, ${others} un altro orario`;
}

const namesWithArticle: Record<ShiftType, string> = {
  mattina: 'la mattina',
  pomeriggio: 'il pomeriggio',
  sera: 'la sera',
  notte: 'la notte',
  seminotte: 'la seminotte',
};

/** Shown after publication: the server's count of notified colleagues; null if undisclosed. */
export function notifiedText(toldCount: number | null, kind: ExchangeKind): string {
  if (!toldCount) return takersText({ colleagueCount: toldCount, wantedCount: null }, null, kind);
  return toldCount === 1
    ? 'Un collega può accettarla ed è stato avvisato.'
    : `${toldCount} colleghi possono accettarla e sono stati avvisati.`;
}

/**
 * Shown after the swap, with the state of its mails.
 *
 * @param canSendMails undefined if unknown
 */
export function swappedText(canSendMails: boolean | undefined): string {
  const swapped = 'Fatto: i turni sono stati scambiati';
  if (canSendMails === undefined) return `${swapped}.`;
  return canSendMails
    ? `${swapped} e le email inviate.`
    : `${swapped}, le email partiranno appena la posta è configurata.`;
}

/**
 * The toast after confirming an offer: the swap is completed or awaits approval.
 *
 * @param day on which something changes in the calendar
 */
export function confirmedNews(
  { request, canSendMails }: { request: ExchangeRequest; canSendMails?: boolean },
  day: Day,
): { title: string; text: string; duration: number; see: string } {
  const duration = 5000;
  if (request.isAwaitingApproval) {
    const text = 'Ora aspetta l’approvazione: ti avvisiamo quando arriva.';
    return { title: 'Scambio confermato', text, duration, see: `/exchanges?highlight=${request.id}` };
  }
  const text = swappedText(canSendMails);
  return { title: 'Scambio completato', text, duration, see: `/calendar?settimana=${day}` };
}
