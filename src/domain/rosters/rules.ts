import type { Day, Instant } from '../calendar/day.ts';
import type { Refusal } from '../errors/refusal.ts';
import { judgeDrafts } from '../shifts/bulk.ts';
import { isWorking, keyOfDuty, type PlannedDuty, plannedDutyOf } from '../shifts/duty.ts';
import type { Entry, ShiftDraft, ShiftOwner } from '../shifts/rules.ts';
import type { ProposalKind, RosterOutcome } from './schema.answers.ts';
import type { RosterDay, RosterDuty } from './schema.ts';

/** An existing calendar entry on a day of a roster. */
export interface MetEntry extends Entry {
  id: string;
  notes: string | null;
  /** When it was last changed. */
  updatedAt: Instant;
  /** It came from a completed swap. */
  isSwapped: boolean;
}

/** A roster's day, judged for its person. */
export interface JudgedDay extends RosterDay {
  entry: MetEntry | null;
  kind: ProposalKind | 'same' | 'past';
  /** The kind shown to the loader, based only on working shifts and what was loaded last, so that it reveals no absence. */
  outcome: RosterOutcome;
  /** Equal to what was loaded last for the day: not news to the loader, even if the person has changed it. */
  isLoaded: boolean;
  /** The working shift shown to the loader: the current one, otherwise what was loaded last. */
  seen: RosterDuty | null;
  /** The duty to store, or null. */
  stored: Entry | null;
  refusal: Refusal | null;
}

export interface RosterCalendar {
  owner: ShiftOwner;
  today: Day;
  /** All entries of the roster days' `countingSpanOf`. */
  entries: readonly MetEntry[];
  /** Days on which this person's open requests and standing offers depend. */
  heldDays: ReadonlySet<Day>;
  /** What was loaded last for the roster's days; empty for the person. */
  loaded: ReadonlyMap<Day, RosterDuty | null>;
  /** Days whose shift this person has given away in a swap. */
  givenDays: ReadonlySet<Day>;
  /** Work missing in the roster still counts, since it is removed only if its owner agrees. */
  keepsMissing: boolean;
}

/** A holiday or illness: replaced only if its owner chooses so. */
const isAbsence = ({ workLocation }: Entry): boolean =>
  workLocation === 'ferie' || workLocation === 'malattia';

/**
 * Judges one person's days in a roster. `kind` and `refusal` are for that person, including absences. Working shifts
 * are judged by the rules of the shift forms as if each were entered, even on holidays, so that a refusal reveals none.
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

/** The existing state of a roster's day. */
interface Met {
  /** There is work: in the calendar, or for the loader also what was loaded last. */
  isWork: boolean;
  isAbsence: boolean;
  /** It came from a swap, or was given away in one. */
  isSwapped: boolean;
  isHeld: boolean;
}

/** The kind of a day before the rules are applied. */
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
 * The kinds for the person and for the loader. Absences are private: for the loader holidays, illness, rest and empty
 * days are equal, and what was loaded last counts as work. Given days count as swapped in standard worksites only: in
 * taxi worksites they may have been holidays.
 */
function kindsBefore(row: RosterDay, entry: MetEntry | null, calendar: RosterCalendar) {
  const { owner, today, loaded, heldDays, givenDays } = calendar;
  const isWork = entry !== null && isWorking(entry);
  const isHeld = heldDays.has(row.day);
  const isFromSwap = entry !== null && entry.isSwapped && keyOfDuty(entry) !== keyOfDuty(row.duty);
  // an older roster lacks the swap and would have both work; their rest is unmarked
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

/** Whether 'Accetta tutto' includes the day; others need a choice, or cannot be accepted. */
export const isPlain = ({ kind }: Pick<JudgedDay, 'kind'>): boolean =>
  kind === 'new' || kind === 'changed' || kind === 'missing';

export const isAcceptable = (judged: Pick<JudgedDay, 'kind'>): boolean =>
  isPlain(judged) || judged.kind === 'absence' || judged.kind === 'on_offer';

/** A working duty in the normalised form that rosters store. */
export const rosterDutyOf = (duty: PlannedDuty): RosterDuty => plannedDutyOf(duty) as RosterDuty;
