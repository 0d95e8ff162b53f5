import { refuse, type Verdict } from '../errors/refusal.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { isFilled, namedAtStart } from './askedDays.ts';
import { type DayTerms, judgeDayOffer } from './dayRules.ts';
import { judgeConfirmation, judgeInTime, judgePreAcceptance, type OfferParticipants } from './rules.ts';
import type { ExchangeKind } from './schema.ts';
import { type Gives, isTaxiKind, judgeWeekOffer, type WeekCalendars } from './taxiRules.ts';
import type { SwapWeeks } from './weeks.ts';

export interface SwapOffer<T extends DatedDuty> extends OfferParticipants {
  kind: ExchangeKind;
  /** Null for single shifts. */
  weeks: SwapWeeks | null;
  /** Of a `giorno` alone. */
  terms?: DayTerms | null;
  /** Of a `settimana` alone. */
  calendars?: WeekCalendars | undefined;
  /** What the requester gives, as stored or as it would be. */
  offered: readonly T[];
  /** The colleague's own entries of the days the request is about. */
  own: readonly T[];
}

/** Whether a colleague may pre-accept a request of any kind, and what both would give. */
export const judgeOffer = <T extends DatedDuty>(offer: SwapOffer<T>): Verdict<Gives<T>> =>
  judgeInTime(offer, (facts) => judgeBy(judgePreAcceptance, facts));

/** Whether the requester may take the offer now, in words that fit the requester, and what both give then. */
export function judgeTakenOffer<T extends DatedDuty>(offer: SwapOffer<T>): Verdict<Gives<T>> {
  const verdict = judgeInTime(offer, (facts) => judgeBy(judgeConfirmation, facts));
  if (!verdict.ok && verdict.code === 'exchange_own_shift_begun') return refuse('exchange_shift_begun');
  const taken = verdict.ok && verdict.colleagueGives.find(isOnFilledDay(offer));
  if (taken) return refuse('exchange_asked_day_taken', { day: namedAtStart(taken.date) });
  // what is wrong with a colleague's calendar is theirs to know
  return verdict.ok || !personalCodes.has(verdict.code) ? verdict : refuse('exchange_offer_gone');
}

/** Whether the requester of a `giorno` has something else than rest on the day of a shift by now. */
const isOnFilledDay =
  ({ terms }: Pick<SwapOffer<DatedDuty>, 'terms'>) =>
  ({ date }: DatedDuty): boolean =>
    isFilled(terms?.requesterEntries ?? [], date);

const personalCodes: ReadonlySet<string> = new Set([
  'exchange_no_own_week',
  'exchange_no_holiday_week',
  'exchange_no_work_week',
  'exchange_offered_day_taken',
  'exchange_no_shift_on_days',
  'exchange_own_shift_not_working',
  'exchange_day_not_accepted',
]);

function judgeBy<T extends DatedDuty>(
  judgeSingle: typeof judgePreAcceptance,
  offer: SwapOffer<T>,
): Verdict<Gives<T>> {
  const { kind, weeks, terms, own } = offer;
  if (isTaxiKind(kind) && weeks) return judgeWeekOffer({ ...offer, kind, weeks });
  if (terms) return judgeDayOffer({ ...offer, terms });
  const [offered] = offer.offered;
  if (!offered) return refuse('exchange_shift_changed');
  const ownShift = own.find(({ date }) => date === offered.date) ?? null;
  const verdict = judgeSingle({ ...offer, offered, ownShift });
  if (!verdict.ok) return verdict;
  return { ok: true, requesterGives: [offered], colleagueGives: ownShift ? [ownShift] : [] };
}
