import type { Day, Instant } from '../calendar/day.ts';
import type { Refusal } from '../errors/refusal.ts';
import { judgeDrafts } from '../shifts/bulk.ts';
import { isWorking } from '../shifts/duty.ts';
import type { DatedDuty, ShiftDraft, ShiftOwner } from '../shifts/rules.ts';
import type { ProposalKind, RosterOutcome } from './schema.answers.ts';
import type { RosterDay, RosterDuty } from './schema.ts';

/** An entry of the calendar, as a roster meets it. */
export interface MetEntry extends DatedDuty {
  id: string;
  notes: string | null;
  /** When it was last written. */
  updatedAt: Instant;
  /** It came from a completed swap. */
  isSwapped: boolean;
}

/** What a roster's day means for the person whose day it is. */
export interface JudgedDay {
  day: Day;
  duty: RosterDuty | null;
  entry: MetEntry | null;
  kind: ProposalKind | 'same' | 'past';
  /** The duty to store; null where none is. */
  stored: DatedDuty | null;
  refusal: Refusal | null;
}

export interface RosterCalendar {
  owner: ShiftOwner;
  today: Day;
  /** All of the span that counts for the roster's days (`countingSpanOf`). */
  entries: readonly MetEntry[];
  /** Days that open requests and standing offers of this person rest on. */
  heldDays: ReadonlySet<Day>;
  /** Days of which this person has given their shift away in a swap: a colleague works it, or another one for it. */
  givenDays: ReadonlySet<Day>;
  /** Work that the roster does not have counts on: it goes only when its owner agrees. */
  keepsMissing: boolean;
}

/** An own holiday or illness: never replaced unless its owner chooses so. */
const isAbsence = ({ workLocation }: DatedDuty): boolean =>
  workLocation === 'ferie' || workLocation === 'malattia';

/**
 * Judges what a roster says of one person's days, for that person: absences are told. Working shifts are judged by the
 * rules of the shift forms as if each were entered, also over holidays: whether one is refused says nothing of them.
 */
export function judgeRoster(rows: readonly RosterDay[], calendar: RosterCalendar): JudgedDay[] {
  const { today, keepsMissing } = calendar;
  const byDay = new Map(calendar.entries.map((entry) => [entry.date, entry]));
  const judged = rows.map((row): JudgedDay => {
    const entry = byDay.get(row.day) ?? null;
    return { ...row, entry, kind: kindBefore(row, entry, calendar), stored: null, refusal: null };
  });
  const isDrafted = ({ kind, entry }: JudgedDay): boolean =>
    kind !== 'past' && !(kind === 'swapped' && isKnownSwap(entry, calendar.owner));
  const drafts = judged.flatMap((one): ShiftDraft[] =>
    one.duty && isDrafted(one) ? [{ ...one.duty, date: one.day }] : [],
  );
  const gone = new Set(
    keepsMissing ? [] : judged.filter(({ kind }) => kind === 'missing').map(({ day }) => day),
  );
  const { accepted, unchanged, refused } = judgeDrafts(drafts, {
    owner: calendar.owner,
    today,
    entries: calendar.entries
      .filter(({ date }) => !gone.has(date))
      .map((entry) => ({ ...entry, exchangeInfo: null })),
    isReplacing: true,
  });
  const same = new Set(unchanged.map(({ date }) => date));
  const stored = new Map(accepted.map(({ duty }) => [duty.date, duty]));
  const refusals = new Map(refused.map(({ day, refusal }) => [day, refusal]));
  return judged.map((one) => {
    if (same.has(one.day)) return { ...one, kind: 'same' };
    const refusal = refusals.get(one.day);
    return refusal ? { ...one, kind: 'refused', refusal } : { ...one, stored: stored.get(one.day) ?? null };
  });
}

/** What a day is as long as the rules refuse nothing of it. */
function kindBefore(
  { day, duty }: RosterDay,
  entry: MetEntry | null,
  { today, heldDays, givenDays }: RosterCalendar,
): JudgedDay['kind'] {
  if (day < today) return 'past';
  const works = entry !== null && isWorking(entry);
  if (duty === null && !works) return 'same';
  if (entry?.isSwapped && !(duty && isSameAs(entry, duty))) return 'swapped';
  if (entry && isAbsence(entry)) return 'absence';
  // an older roster knows nothing of it, and would have both work it; their rest bears no mark
  if (!works && givenDays.has(day)) return 'swapped';
  if (heldDays.has(day)) return 'on_offer';
  if (duty === null) return 'missing';
  return works ? 'changed' : 'new';
}

const isSameAs = (entry: DatedDuty, duty: RosterDuty): boolean =>
  entry.workLocation === duty.workLocation &&
  entry.startTime === duty.startTime &&
  entry.endTime === duty.endTime &&
  entry.isSplitShift === (duty.isSplitShift ?? false) &&
  (!entry.isSplitShift ||
    (entry.secondStartTime === duty.secondStartTime && entry.secondEndTime === duty.secondEndTime));

/**
 * The same for a colleague. Why somebody does not work is theirs: over holidays, illness, rest or nothing a working shift
 * is `new` alike, whatever its owner has to decide. Of rest that a swap of days brought the swap is known.
 */
export function outcomeFor({ kind, entry }: JudgedDay, owner: ShiftOwner): RosterOutcome {
  if (kind === 'past' || kind === 'same' || kind === 'refused') return kind;
  if (entry !== null && isWorking(entry)) return kind === 'absence' ? 'changed' : kind;
  return kind === 'swapped' && isKnownSwap(entry, owner) ? 'swapped' : 'new';
}

/** Whether colleagues know of a swap that brought this entry: work, or in a standard worksite the rest for a given day. */
const isKnownSwap = (entry: DatedDuty | null, { variant }: ShiftOwner): boolean =>
  entry !== null && (isWorking(entry) || (variant === 'standard' && entry.workLocation === 'libero'));

/** Whether a day is taken over by 'Accetta tutto': the others need a choice, or cannot be taken. */
export const isPlain = ({ kind }: Pick<JudgedDay, 'kind'>): boolean =>
  kind === 'new' || kind === 'changed' || kind === 'missing';

export const isAcceptable = (judged: Pick<JudgedDay, 'kind'>): boolean =>
  isPlain(judged) || judged.kind === 'absence' || judged.kind === 'on_offer';

/** A roster's duty in the one form in which duties are stored and compared. */
export const storedRosterDuty = (duty: RosterDuty): Required<RosterDuty> => {
  const isSplitShift = duty.isSplitShift ?? false;
  return {
    workLocation: duty.workLocation,
    startTime: duty.startTime,
    endTime: duty.endTime,
    isSplitShift,
    secondStartTime: (isSplitShift && duty.secondStartTime) || null,
    secondEndTime: (isSplitShift && duty.secondEndTime) || null,
  };
};
