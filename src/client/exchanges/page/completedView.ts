import { formatLongDay, formatMediumDay, type Week } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { CompletedSwap } from '../../../domain/exchanges/schema.completed.ts';
import { isHolidayWeek } from '../../../domain/exchanges/weeks.ts';
import { dayTrade } from '../../../domain/notifications/dayTexts.it.ts';
import type { DatedDuty } from '../../../domain/shifts/rules.ts';
import { donePreview, type SwapPreview, weeksOf } from '../card/swapPreview.ts';
import { holidaySide, type Side, weekSide } from '../card/swapSides.ts';
import { capitalised, weekAround } from '../kindTexts.ts';

/** What the card of a completed swap says. */
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

/** The week of holidays among what somebody gave; the other week holds work. */
function holidaysIn(duties: readonly DatedDuty[]): Week {
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
