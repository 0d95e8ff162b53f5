import { useState } from 'react';
import { addDays, type Day, type Week } from '../../domain/calendar/day.ts';
import { addMonths, monthOf } from '../../domain/calendar/month.ts';
import { mostAtOnce } from '../../domain/shifts/bulk.ts';
import { keyOfDuty, type PlannedDuty } from '../../domain/shifts/duty.ts';
import {
  copyForward,
  findRotation,
  firstEmptyDay,
  firstEmptyWeek,
  fivePlusTwo,
  layPattern,
  usualDuties,
} from '../../domain/shifts/patterns.ts';
import { lastDayAhead, type ShiftDraft, type ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { mostChips } from '../shifts/fill/DutyChips.tsx';
import { type Pattern, rowsOf } from './PatternEditor.tsx';
import { judgePlan } from './plan.ts';
import { useOwnRow } from './useOwnRow.ts';

export const fillModes = ['rotazione', 'copia', 'giorni', 'file'] as const;
export type FillMode = (typeof fillModes)[number];

const copiedDays = 28;

/** The end of the month of `day`, or of the next month if less than two weeks are left. */
function monthEndFrom(day: Day): Day {
  const endOf = (months: number): Day => addDays(`${addMonths(monthOf(day), months + 1)}-01`, -1);
  return endOf(0) >= addDays(day, 13) ? endOf(0) : endOf(1);
}

interface Filling {
  mode: FillMode;
  owner: ShiftOwner;
  today: Day;
  entries: readonly Shift[];
}

export function useFillPlan({ mode, owner, today, entries }: Filling) {
  const duties = usualDuties(entries, owner, mostChips);
  const start = firstEmptyWeek(entries, today, owner);
  const [typed, setPattern] = useState<Pattern | null>(null);
  const [copyStart = start, setCopyStart] = useState<Day>();
  const [isReplacing, setReplacing] = useState(false);
  const pattern = typed ?? proposePattern(entries, duties, start, today);
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));
  const isOpen = (day: Day): boolean => day >= today && (isReplacing || !byDay.has(day));
  const painting = usePainting(duties, isOpen);
  const own = useOwnRow(duties, today);
  const draftsOf: Record<FillMode, () => ShiftDraft[]> = {
    rotazione: () => draftsOfPattern(pattern),
    copia: () => draftsOfCopy(entries, copyStart),
    giorni: () => painting.drafts,
    file: () => own.drafts,
  };
  const drafts = draftsOf[mode]();
  const exclusion = useExclusion(drafts);
  const { excluded } = exclusion;
  return {
    duties,
    pattern,
    setPattern,
    copyStart,
    setCopyStart: (day: Day | null) => day !== null && setCopyStart(day),
    brush: painting.brush,
    setBrush: painting.setBrush,
    own,
    isReplacing,
    setReplacing,
    judged: judgePlan(drafts, mode === 'giorni' ? new Set() : excluded, {
      owner,
      today,
      entries,
      isReplacing,
    }),
    byDay,
    /** Excludes or includes days; in painting mode, paints them. */
    toggle: mode === 'giorni' ? painting.toggle : exclusion.toggle,
    hasFilledDays: drafts.some(({ date }) => byDay.has(date)),
    lastDay: lastDayAhead(today),
  };
}

/** The rotation detected in the last weeks, continued; otherwise five working and two rest days from `start`. */
function proposePattern(
  entries: readonly Shift[],
  duties: readonly PlannedDuty[],
  start: Day,
  today: Day,
): Pattern {
  const found = findRotation(entries);
  const from = found ? firstEmptyDay(entries, today) : start;
  return {
    steps: rowsOf(found?.steps ?? fivePlusTwo(duties)),
    from,
    to: monthEndFrom(from),
    startsOn: found?.startsOn ?? null,
    isFound: found !== null,
  };
}

function draftsOfPattern({ steps, from, to, startsOn }: Pattern): ShiftDraft[] {
  if (from === null || to === null) return [];
  const lastDay = addDays(from, mostAtOnce - 1);
  return layPattern(steps, { from, to: to > lastDay ? lastDay : to }, startsOn ?? from);
}

function draftsOfCopy(entries: readonly Shift[], copyStart: Day): ShiftDraft[] {
  const { from, to } = sourceOf(copyStart);
  return copyForward(
    entries.filter(({ date }) => date >= from && date <= to),
    copiedDays,
  );
}

/** The days that 'Copia' copies. */
export const sourceOf = (copyStart: Day): Week => ({
  from: addDays(copyStart, -copiedDays),
  to: addDays(copyStart, -1),
});

function usePainting(duties: readonly PlannedDuty[], isOpen: (day: Day) => boolean) {
  const [painted, setPainted] = useState<ReadonlyMap<Day, PlannedDuty>>(new Map());
  const [brush = duties[0], setBrush] = useState<PlannedDuty>();
  const toggle = (days: readonly Day[]): void => {
    if (!brush) return;
    const open = days.filter(isOpen);
    const isPainted = (day: Day): boolean => {
      const duty = painted.get(day);
      return duty !== undefined && keyOfDuty(duty) === keyOfDuty(brush);
    };
    const isDone = open.every(isPainted);
    const changed = new Map(painted);
    for (const day of open) {
      if (isDone) changed.delete(day);
      else changed.set(day, brush);
    }
    setPainted(changed);
  };
  const drafts = [...painted].map(([date, duty]): ShiftDraft => ({ ...duty, date }));
  return { brush: brush ?? null, setBrush, drafts, toggle };
}

function useExclusion(drafts: readonly ShiftDraft[]) {
  const [excluded, setExcluded] = useState<ReadonlySet<Day>>(new Set());
  const toggle = (days: readonly Day[]): void => {
    const planned = new Set(drafts.map(({ date }) => date));
    const own = days.filter((day) => planned.has(day));
    const isOut = own.every((day) => excluded.has(day));
    const others = [...excluded].filter((day) => !own.includes(day));
    setExcluded(new Set(isOut ? others : [...others, ...own]));
  };
  return { excluded, toggle };
}

export type FillPlan = ReturnType<typeof useFillPlan>;
