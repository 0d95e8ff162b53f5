import { useState } from 'react';
import { addDays, type Day, mondayWeekOf, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { addMonths, monthOf } from '../../../domain/calendar/month.ts';
import {
  copyForward,
  fivePlusTwo,
  keyOfDuty,
  layPattern,
  type PlannedDuty,
  usualDuties,
} from '../../../domain/shifts/patterns.ts';
import { lastDayAhead, type ShiftDraft, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { Pattern } from './PatternEditor.tsx';
import { judgePlan } from './plan.ts';

export const fillModes = ['rotazione', 'copia', 'giorni'] as const;
export type FillMode = (typeof fillModes)[number];

const copiedDays = 28;
const mostChips = 5;

/** The first day from `today` on without an entry. */
function firstEmptyDay(entries: readonly Shift[], today: Day): Day {
  const filled = new Set(entries.map(({ date }) => date));
  let day = today;
  while (filled.has(day)) day = addDays(day, 1);
  return day;
}

/** The first day of a working week from `day` on. */
function nextWeekFrom(day: Day, { variant }: ShiftOwner): Day {
  const { from } = variant === 'taxi' ? saturdayWeekOf(day) : mondayWeekOf(day);
  return from < day ? addDays(from, 7) : from;
}

/** The end of the month of `day`, or of the next one where less than two weeks of it are left. */
function monthEndFrom(day: Day): Day {
  const endOf = (months: number): Day => addDays(`${addMonths(monthOf(day), months + 1)}-01`, -1);
  return endOf(0) >= addDays(day, 13) ? endOf(0) : endOf(1);
}

interface Filling {
  mode: FillMode;
  owner: ShiftOwner;
  today: Day;
  /** The person's entries from a month ago on. */
  entries: readonly Shift[];
}

/** What the person is about to record at once, however they choose it, and what would become of each day. */
export function useFillPlan({ mode, owner, today, entries }: Filling) {
  const duties = usualDuties(entries, owner, mostChips);
  const [typed, setPattern] = useState<Pattern | null>(null);
  const [typedStart, setCopyStart] = useState<Day | null>(null);
  const [painted, setPainted] = useState<ReadonlyMap<Day, PlannedDuty>>(new Map());
  const [excluded, setExcluded] = useState<ReadonlySet<Day>>(new Set());
  const [chosen, setBrush] = useState<PlannedDuty | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const brush = chosen ?? duties[0] ?? null;
  const start = nextWeekFrom(firstEmptyDay(entries, today), owner);
  const pattern = typed ?? { steps: fivePlusTwo(duties), from: start, to: monthEndFrom(start) };
  const copyStart = typedStart ?? start;

  const draftsOf: Record<FillMode, () => ShiftDraft[]> = {
    rotazione: () => {
      const { steps, from, to } = pattern;
      return from !== null && to !== null ? layPattern(steps, { from, to: limited(from, to) }) : [];
    },
    copia: () => {
      const source = sourceOf(copyStart);
      const ofSource = entries.filter(({ date }) => date >= source.from && date <= source.to);
      return copyForward(ofSource, copiedDays);
    },
    giorni: () => [...painted].map(([date, duty]) => ({ ...duty, date })),
  };
  const drafts = draftsOf[mode]();
  const judged = judgePlan(drafts, excluded, { owner, today, entries, isReplacing });
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));

  /** Takes days out or puts them in; with the brush, paints them. */
  const toggle = (days: readonly Day[]): void => {
    if (mode !== 'giorni') {
      const planned = new Set(drafts.map(({ date }) => date));
      const own = days.filter((day) => planned.has(day));
      const isOut = own.every((day) => excluded.has(day));
      setExcluded(new Set([...excluded].filter((day) => !own.includes(day)).concat(isOut ? [] : own)));
      return;
    }
    if (!brush) return;
    const key = keyOfDuty(brush);
    const open = days.filter((day) => day >= today && (isReplacing || !byDay.has(day)));
    const isDone = open.every((day) => {
      const duty = painted.get(day);
      return duty !== undefined && keyOfDuty(duty) === key;
    });
    const changed = new Map(painted);
    for (const day of open) {
      if (isDone) changed.delete(day);
      else changed.set(day, brush);
    }
    setPainted(changed);
  };

  return {
    duties,
    pattern,
    setPattern,
    copyStart,
    setCopyStart,
    brush,
    setBrush,
    isReplacing,
    setReplacing,
    judged,
    byDay,
    toggle,
    /** Those that would change something, whether or not they are replaced in the end. */
    hasFilledDays: drafts.some(({ date }) => byDay.has(date)),
    lastDay: lastDayAhead(today),
    forget: () => {
      setPainted(new Map());
      setExcluded(new Set());
    },
  };
}

export type FillPlan = ReturnType<typeof useFillPlan>;

/** A year at most is recorded at once. */
const limited = (from: Day, to: Day): Day => (to > addDays(from, 365) ? addDays(from, 365) : to);

/** The days that 'Copia' takes up. */
export const sourceOf = (copyStart: Day) => ({
  from: addDays(copyStart, -copiedDays),
  to: addDays(copyStart, -1),
});
