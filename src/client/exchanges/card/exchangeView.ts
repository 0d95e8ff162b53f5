import { formatLongDay, formatMediumDay, type Week } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { CompletedSwap } from '../../../domain/exchanges/schema.completed.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { isHolidayWeek } from '../../../domain/exchanges/weeks.ts';
import { dayTrade } from '../../../domain/notifications/dutyTexts.it.ts';
import { formatDutyTimes, formatShortTimes, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import type { BadgeVariant } from '../../ui/Badge.tsx';
import { isCard, type ShownRequest } from '../api.ts';
import { capitalised, weekAround } from '../kindTexts.ts';
import { firstNameOf, otherState, ownState, type RequestState } from './requestState.ts';
import { donePreview, previewOf, type SwapPreview, weeksOf } from './swapPreview.ts';
import {
  askedDaysText,
  eitherDay,
  holidaySide,
  type Side,
  swapSides,
  wantedLine,
  weekSide,
} from './swapSides.ts';

/** A request's texts from the viewer's perspective. */
export interface ExchangeView extends RequestState {
  isOwn: boolean;
  title: string;
  /** Taxi kinds: the week, or that holidays are swapped; `giorno`: who works when. */
  period: string | null;
  gives: Side;
  receives: Side;
  /** Whether the swap is open, completed, or was not made with the viewer. */
  tense: 'coming' | 'done' | 'missed';
  /** The requested type, and how the other duty compares. */
  wanted: string | null;
  /** Both people's weeks before and after, once both are known; only on whole cards. */
  preview: SwapPreview | null;
  /** Text of a colleague's request that mirrors an own one. */
  mirror: string | null;
}

function periodOf(request: ExchangeRow, isOwn: boolean): string | null {
  const { kind, offeredShift } = request;
  if (kind === 'turno') return null;
  if (kind === 'giorno') return dayTradeOf(request, isOwn);
  return kind === 'ferie' ? 'Scambio di ferie' : `Settimana ${weekAround(offeredShift.date)}`;
}

/** 'Tu lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov'; less specific while the other day is not known. */
function dayTradeOf(request: ExchangeRow, isOwn: boolean): string {
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

/** 'Cedo 14–22, cerco mattina', 'Cedo mattina, cerco notte', 'Cedo le ferie, cerco sab 5 – ven 11 dic' */
function ownTitle({ kind, offeredShift, requestedShiftType, requestedDate }: ExchangeRow): string {
  const times = formatShortTimes(offeredShift);
  const wanted = requestedShiftType === null ? 'un altro turno' : shiftTypeNames[requestedShiftType];
  if (kind === 'ferie') return `Cedo le ferie, cerco ${weekAround(requestedDate)}`;
  if (kind === 'giorno') return `Cedo ${times}, lavoro un altro giorno`;
  const { shiftType } = offeredShift;
  const given = kind === 'settimana' && shiftType ? shiftTypeNames[shiftType] : times;
  return `Cedo ${given}, cerco ${wanted}`;
}

const dutyText = (duty: Entry): string => `${formatMediumDay(duty.date)} ${formatDutyTimes(duty)}`;

function tenseOf(
  { status, isLapsed, userHasPreAccepted }: ExchangeRow,
  isOwn: boolean,
): ExchangeView['tense'] {
  if (status === 'aperta') return 'coming';
  const isParty = isOwn || (userHasPreAccepted && !isLapsed);
  return status === 'completata' && isParty ? 'done' : 'missed';
}

const mirrorText = ({ requesterName }: ExchangeRow): string =>
  `Scambio perfetto: tu e ${requesterName} potete scambiarvi proprio quello che cercate.`;

/**
 * Describes a request for a viewer.
 *
 * @param viewerId the signed-in person, who may be the requester
 */
export function describeExchange(request: ShownRequest, viewerId: string): ExchangeView {
  const isOwn = request.requesterId === viewerId;
  const twoSides = swapSides(request, isOwn);
  return {
    isOwn,
    title: isOwn ? ownTitle(request) : request.requesterName,
    period: periodOf(request, isOwn),
    ...twoSides,
    tense: tenseOf(request, isOwn),
    wanted: wantedLine(request, { isOwn, receives: twoSides.receives }),
    preview: isCard(request) ? previewOf(request, isOwn) : null,
    mirror: request.isMirrored && !isOwn ? mirrorText(request) : null,
    ...(isOwn ? ownState(request) : otherState(request)),
  };
}

/** The texts of a completed swap's card. */
interface CompletedView {
  /** 'Martedì 24 novembre 2026', 'Settimana sab 5 – ven 11 dic', 'Scambio di ferie' */
  when: string;
  /** The same within a label. */
  whenInLabel: string;
  gives: Side;
  receives: Side;
  /** Both weeks day by day; null for single shifts. */
  preview: SwapPreview | null;
}

/** The holiday week among the given entries; the other week holds work. */
function holidaysIn(duties: readonly Entry[]): Week {
  const week = weeksOf(duties).find((one) => isHolidayWeek(duties, one));
  if (!week) throw new Error('a swap of holidays without holidays');
  return week;
}

export function completedView(swap: CompletedSwap): CompletedView {
  const { kind, gave, received, partnerGave, exchangeDate } = swap;
  if (kind === 'turno' || kind === 'giorno') {
    const [taken] = received;
    const trade = taken && kind === 'giorno' ? `Ora ${dayTrade(taken, gave[0]?.date ?? exchangeDate)}` : null;
    return {
      when: trade ?? capitalised(formatLongDay(exchangeDate)),
      whenInLabel: formatMediumDay(exchangeDate),
      gives: { duties: gave },
      receives: { duties: received },
      preview: null,
    };
  }
  const preview = donePreview(kind, { name: 'Tu', gave }, { name: swap.partnerName, gave: partnerGave });
  if (kind === 'ferie') {
    const [mine, theirs] = [holidaysIn(gave), holidaysIn(received)];
    return {
      when: 'Scambio di ferie',
      whenInLabel: `ferie ${formatWeek(mine)}`,
      gives: holidaySide(mine),
      receives: holidaySide(theirs),
      preview,
    };
  }
  const week = weekAround(exchangeDate);
  return {
    when: `Settimana ${week}`,
    whenInLabel: `settimana ${week}`,
    gives: weekSide(gave),
    receives: weekSide(received),
    preview,
  };
}

/** The badge variant of a match score; thresholds at 75 and 50. */
export function scoreLook(score: number): BadgeVariant {
  if (score >= 75) return 'success';
  return score >= 50 ? 'warn' : 'info';
}
