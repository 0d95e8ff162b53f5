import { addHours, type Day, dayInRome, formatMediumDay, timeInRome } from '../../domain/calendar/day.ts';
import { beginsAt } from '../../domain/exchanges/rules.ts';
import type { ExchangeKind, ExchangeRequest, ExchangeRow } from '../../domain/exchanges/schema.ts';
import { weekBeginsAt } from '../../domain/exchanges/weeks.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { SwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { kindTexts } from './kindTexts.ts';

const conjunction = new Intl.ListFormat('it', { type: 'conjunction' });
/** With more, names are a list to read rather than something to know. */
const mostNames = 3;

const namesOf = ({ preAcceptedBy }: ExchangeRow): string =>
  preAcceptedBy.length > mostNames ? '' : `: ${conjunction.format(preAcceptedBy.map((offer) => offer.name))}`;

/** Before an own open request is withdrawn: who will be told. */
export function withdrawalText(request: ExchangeRow): string {
  const count = request.preAcceptedBy.length;
  if (count === 0) return 'Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.';
  if (count === 1) return `Un collega ha pre-accettato e riceverà un avviso${namesOf(request)}.`;
  return `${count} colleghi hanno pre-accettato e riceveranno un avviso${namesOf(request)}.`;
}

/**
 * What a change does to the offers that an own request has received; null while there are none.
 *
 * @param isOther something else than what was published is chosen
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
 * Until when the requester can confirm a swap at the latest, where the worksite has a cut-off: 'entro le 18:00 di gio 26 nov'.
 *
 * @param received what the colleague gives, or would give
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
      : // of a running week for as long as a day of it is left
        (kind === 'settimana' ? offeredDuties.slice(-1) : [offeredShift, received]).map(beginsAt);
  const end = addHours(begins.toSorted()[0] ?? '', -cutoffHours);
  return `entro le ${timeInRome(end)} di ${formatMediumDay(dayInRome(end))}`;
}

/** 'Le Mie' without a request, while others of one's own have offers. */
export const answeredText = (count: number): string =>
  count === 1
    ? 'Una tua richiesta ha un’offerta: la trovi in Pre-Accettati.'
    : `${count} tue richieste hanno un’offerta: le trovi in Pre-Accettati.`;

/** Who could take what would be published now. */
interface Takers {
  /** Null for holidays: nobody is told who has them. */
  colleagueCount: number | null;
  /** How many of them have `wanted`; null where there is nothing to tell apart. */
  wantedCount: number | null;
}

/** How many colleagues could take what is offered if it were published now, and how many have what is wanted. */
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

/** After the publication: who was told, as the server counted; null: that is nobody's to know. */
export function notifiedText(toldCount: number | null, kind: ExchangeKind): string {
  if (!toldCount) return takersText({ colleagueCount: toldCount, wantedCount: null }, null, kind);
  return toldCount === 1
    ? 'Un collega può accettarla ed è stato avvisato.'
    : `${toldCount} colleghi possono accettarla e sono stati avvisati.`;
}

/**
 * After the swap, with what becomes of its mails.
 *
 * @param canSendMails undefined where it is not known
 */
export function swappedText(canSendMails: boolean | undefined): string {
  const swapped = 'Fatto: i turni sono stati scambiati';
  if (canSendMails === undefined) return `${swapped}.`;
  return canSendMails
    ? `${swapped} e le email inviate.`
    : `${swapped}, le email partiranno appena la posta è configurata.`;
}

/**
 * What is said once an offer has been confirmed: the swap is done, or waits for approval.
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
