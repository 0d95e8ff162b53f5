import type { Day, Instant } from '../calendar/day.ts';
import type { Refusal } from '../errors/refusal.ts';
import { judgeDrafts } from '../shifts/bulk.ts';
import { isWorking, keyOfDuty, type PlannedDuty, plannedDutyOf } from '../shifts/duty.ts';
import type { Entry, ShiftDraft, ShiftOwner } from '../shifts/rules.ts';
import type { ProposalKind, RosterOutcome } from './schema.answers.ts';
import type { RosterDay, RosterDuty } from './schema.ts';

/** An entry of the calendar, as a roster meets it. */
export interface MetEntry extends Entry {
  id: string;
  notes: string | null;
  /** When it was last written. */
  updatedAt: Instant;
  /** It came from a completed swap. */
  isSwapped: boolean;
}

/** What a roster's day means for the person whose day it is. */
export interface JudgedDay extends RosterDay {
  entry: MetEntry | null;
  kind: ProposalKind | 'same' | 'past';
  /** The same for who loads it, told by what this person works and what was loaded last: the same whatever their absence. */
  outcome: RosterOutcome;
  /** This very thing was loaded last of the day: no news for the loader, whatever its person has made of it. */
  isLoaded: boolean;
  /** The work that the loader reads of: what stands there, else what was loaded last. */
  seen: RosterDuty | null;
  /** The duty to store; null where none is. */
  stored: Entry | null;
  refusal: Refusal | null;
}

export interface RosterCalendar {
  owner: ShiftOwner;
  today: Day;
  /** All of the span that counts for the roster's days (`countingSpanOf`). */
  entries: readonly MetEntry[];
  /** Days that open requests and standing offers of this person rest on. */
  heldDays: ReadonlySet<Day>;
  /** What was loaded last of the roster's days; empty where nobody loads. */
  loaded: ReadonlyMap<Day, RosterDuty | null>;
  /** Days of which this person has given their shift away in a swap: a colleague works it, or another one for it. */
  givenDays: ReadonlySet<Day>;
  /** Work that the roster does not have counts on: it goes only when its owner agrees. */
  keepsMissing: boolean;
}

/** An own holiday or illness: never replaced unless its owner chooses so. */
const isAbsence = ({ workLocation }: Entry): boolean =>
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
    const seen = entry && isWorking(entry) ? rosterDutyOf(entry) : (calendar.loaded.get(row.day) ?? null);
    const kinds = kindsBefore(row, entry, calendar);
    return { ...row, ...kinds, entry, isLoaded: isLoaded(row, calendar), seen, stored: null, refusal: null };
  });
  const drafts = judged.flatMap(({ day, duty, outcome }): ShiftDraft[] =>
    duty && outcome !== 'past' && outcome !== 'swapped' ? [{ ...duty, date: day }] : [],
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
  return judged.map((one): JudgedDay => {
    if (same.has(one.day)) return { ...one, kind: 'same', outcome: 'same' };
    const refusal = refusals.get(one.day);
    if (refusal) return { ...one, kind: 'refused', outcome: 'refused', refusal };
    const outcome = one.isLoaded && one.outcome !== 'past' ? 'same' : one.outcome;
    return { ...one, outcome, stored: stored.get(one.day) ?? null };
  });
}

const isLoaded = ({ day, duty }: RosterDay, { loaded }: RosterCalendar): boolean =>
  loaded.has(day) && keyOfDuty(loaded.get(day) ?? null) === keyOfDuty(duty);

/** What a roster's day meets. */
interface Met {
  /** There is work: in the calendar, or for who loads also by what was loaded last. */
  isWork: boolean;
  isAbsence: boolean;
  /** A swap brought it, or has taken away what stood there. */
  isSwapped: boolean;
  isHeld: boolean;
}

/** What a day is as long as the rules refuse nothing of it. */
function kindBefore({ day, duty }: RosterDay, met: Met, today: Day): RosterOutcome | 'absence' {
  if (day < today) return 'past';
  if (duty === null && !met.isWork) return 'same';
  if (met.isSwapped) return 'swapped';
  if (met.isAbsence) return 'absence';
  if (met.isHeld) return 'on_offer';
  if (duty === null) return 'missing';
  return met.isWork ? 'changed' : 'new';
}

/**
 * For the person and for who loads the roster. Why somebody does not work is theirs: to the loader holidays, illness, rest
 * and nothing are alike, and work that was loaded counts as standing there, whatever has come of it. Of a given day the swap
 * is known in a standard worksite: in a taxi worksite it may have been a holiday.
 */
function kindsBefore(row: RosterDay, entry: MetEntry | null, calendar: RosterCalendar) {
  const { owner, today, loaded, heldDays, givenDays } = calendar;
  const isWork = entry !== null && isWorking(entry);
  const isHeld = heldDays.has(row.day);
  const isFromSwap = entry !== null && entry.isSwapped && keyOfDuty(entry) !== keyOfDuty(row.duty);
  // an older roster knows nothing of it, and would have both work it; their rest bears no mark
  const isGiven = !isWork && givenDays.has(row.day);
  const isAway = entry !== null && isAbsence(entry);
  const own = { isWork, isAbsence: isAway, isSwapped: isFromSwap || isGiven, isHeld };
  const seen = {
    isWork: isWork || Boolean(loaded.get(row.day)),
    isAbsence: false,
    isSwapped: isWork ? isFromSwap : isGiven && owner.variant === 'standard',
    isHeld: isWork && isHeld,
  };
  return {
    kind: kindBefore(row, own, today),
    outcome: kindBefore(row, seen, today) as RosterOutcome,
  };
}

/** Whether a day is taken over by 'Accetta tutto': the others need a choice, or cannot be taken. */
export const isPlain = ({ kind }: Pick<JudgedDay, 'kind'>): boolean =>
  kind === 'new' || kind === 'changed' || kind === 'missing';

export const isAcceptable = (judged: Pick<JudgedDay, 'kind'>): boolean =>
  isPlain(judged) || judged.kind === 'absence' || judged.kind === 'on_offer';

/** A working duty as rosters have it, in the one form in which they store it. */
export const rosterDutyOf = (duty: PlannedDuty): RosterDuty => plannedDutyOf(duty) as RosterDuty;
