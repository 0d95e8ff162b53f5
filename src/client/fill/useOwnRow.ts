import { useMemo, useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import type { Legend } from '../../domain/rosters/legend.ts';
import { type OwnReading, readOwnRow } from '../../domain/rosters/ownRow.ts';
import {
  recallCorrections,
  rememberCorrections,
  rememberedLayoutSchema,
} from '../../domain/rosters/remembered.ts';
import { ownLegendSchema, type RosterDuty } from '../../domain/rosters/schema.ts';
import type { Corrections, Table } from '../../domain/rosters/table.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { PlannedDuty } from '../../domain/shifts/patterns.ts';
import type { ShiftDraft } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';
import { type CachedOwnRow, cacheOwnRow, readCachedCalendar } from '../data/cachedCalendar.ts';
import type { RosterSource } from '../rosters/load/useRosterReading.ts';

interface Given {
  source: RosterSource;
  sheetIndex: number;
  /** What was said of this file. */
  corrections: Corrections;
  /** Which row is the person's own. */
  said: string | undefined;
}

/** What a file or pasted cells say of the person's own days, with all that they have said of it so far. */
export function useOwnRow(duties: readonly PlannedDuty[], today: Day) {
  const { user, worksite } = useSignedIn();
  const { id, firstName, lastName } = user;
  const { variant } = worksite;
  const me = useMemo(() => ({ id, name: `${firstName} ${lastName}` }), [id, firstName, lastName]);
  const [given, setGiven] = useState<Given | null>(null);
  // a letter means the same in the next file
  const [answers, setAnswers] = useState<Legend>({});
  const usual = duties.flatMap(rosterDutyOf);
  const usualKey = JSON.stringify(usual);
  const sheet = given?.source.sheets[given.sheetIndex];
  const { earlier, corrections, isRecalled, forget, remember } = useEarlier(id, given, today);
  const read = useMemo((): OwnReading | null => {
    if (given === null) return null;
    return readOwnRow({
      table: sheet?.rows ?? [],
      names: [sheet?.name ?? '', given.source.name],
      corrections,
      me,
      said: given.said,
      facts: {
        variant,
        usual: JSON.parse(usualKey) as RosterDuty[],
        remembered: earlier.legend,
        answers,
      },
      today,
    });
  }, [given, sheet, corrections, earlier, answers, me, variant, usualKey, today]);
  const change = (changed: Partial<Given>): void => setGiven(given && { ...given, ...changed });
  const drafts: readonly ShiftDraft[] = read?.drafts ?? [];
  return {
    given,
    read,
    corrections,
    answers,
    usual,
    /** Days that have passed stay as they are. */
    drafts: drafts.filter(({ date }) => date >= today),
    pastDays: drafts.filter(({ date }) => date < today).length,
    open: (source: RosterSource) => setGiven({ source, sheetIndex: 0, corrections: {}, said: undefined }),
    choose: (sheetIndex: number) => change({ sheetIndex, corrections: {}, said: undefined }),
    correct: (said: Corrections) => change({ corrections: { ...given?.corrections, ...said } }),
    say: (said: string) => change({ said }),
    answer: (meanings: Legend) => setAnswers({ ...answers, ...meanings }),
    isRecalled,
    forget,
    /** What was said of this file holds for the next one. */
    remember: () => read && remember(answers, read.reading.layout.headerRow),
  };
}

export type OwnRow = ReturnType<typeof useOwnRow>;

const noTable: Table = [];

/** What was said of earlier files, as far as it holds for this one. */
function useEarlier(userId: string, given: Given | null, today: Day) {
  const [earlier, setEarlier] = useState(() => recallOwnRow(userId));
  const table = given?.source.sheets[given.sheetIndex]?.rows ?? noTable;
  const corrections = useMemo((): Corrections => {
    if (given === null) return {};
    const names = [given.source.sheets[given.sheetIndex]?.name ?? '', given.source.name];
    return recallCorrections(table, names, earlier.layout, given.corrections, today);
  }, [given, table, earlier, today]);
  return {
    earlier,
    corrections,
    /** Whether rows and columns are read as in an earlier file. */
    isRecalled: Object.keys(corrections).some((key) => !Object.hasOwn(given?.corrections ?? {}, key)),
    /** Reads rows and columns as if it were the first file. */
    forget: () => setEarlier({ ...earlier, layout: {} }),
    remember: (answers: Legend, headerRow: number | null) =>
      cacheOwnRow(userId, {
        legend: { ...earlier.legend, ...answers },
        layout: rememberCorrections(table, earlier.layout, given?.corrections ?? {}, headerRow),
      }),
  };
}

function recallOwnRow(userId: string): CachedOwnRow {
  const cached = readCachedCalendar();
  const { legend, layout } = (cached?.session.user.id === userId && cached.ownRow) || {};
  return {
    legend: ownLegendSchema.safeParse(legend).data ?? {},
    layout: rememberedLayoutSchema.safeParse(layout).data ?? {},
  };
}

function rosterDutyOf(duty: PlannedDuty): RosterDuty[] {
  const { startTime, endTime } = duty;
  if (!isWorking(duty) || !startTime || !endTime) return [];
  return [{ ...duty, workLocation: duty.workLocation as RosterDuty['workLocation'], startTime, endTime }];
}
