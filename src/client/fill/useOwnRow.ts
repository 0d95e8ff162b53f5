import { useMemo, useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import type { Legend } from '../../domain/rosters/legend.ts';
import { type OwnReading, readOwnRow } from '../../domain/rosters/ownRow.ts';
import type { RememberedLayout } from '../../domain/rosters/remembered.ts';
import { rosterDutyOf } from '../../domain/rosters/rules.ts';
import { ownLegendSchema, type RosterDuty } from '../../domain/rosters/schema.ts';
import type { Corrections } from '../../domain/rosters/table.ts';
import { isWorking, type PlannedDuty } from '../../domain/shifts/duty.ts';
import type { ShiftDraft } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';
import { type CachedOwnRow, cacheOwnRow, readCachedCalendar } from '../data/cachedCalendar.ts';
import { noTable, type RosterSource, useRecalledPlaces } from '../rosters/load/useRosterReading.ts';

interface Given {
  source: RosterSource;
  sheetIndex: number;
  corrections: Corrections;
  said: string | undefined;
}

const nothing: Corrections = {};

export function useOwnRow(duties: readonly PlannedDuty[], today: Day) {
  const { user, worksite } = useSignedIn();
  const { id, firstName, lastName } = user;
  const { variant } = worksite;
  const me = useMemo(() => ({ id, name: `${firstName} ${lastName}` }), [id, firstName, lastName]);
  const [earlier] = useState(() => recallOwnRow(id));
  // a letter means the same in the next file
  const [answers, setAnswers] = useState<Legend>({});
  const usual = duties.filter(isWorking).map(rosterDutyOf);
  const usualKey = JSON.stringify(usual);
  const { given, table, names, corrections, layoutOf, ...file } = useOwnFile(earlier.layout, today);
  const read = useMemo((): OwnReading | null => {
    if (given === null) return null;
    const facts = {
      variant,
      usual: JSON.parse(usualKey) as RosterDuty[],
      remembered: earlier.legend,
      answers,
    };
    return readOwnRow({ table, names, corrections, me, said: given.said, facts, today });
  }, [given, table, names, corrections, earlier, answers, me, variant, usualKey, today]);
  const drafts: readonly ShiftDraft[] = read?.drafts ?? [];
  return {
    ...file,
    given,
    corrections,
    read,
    answers,
    usual,
    /** Days that have passed stay as they are. */
    drafts: drafts.filter(({ date }) => date >= today),
    pastDays: drafts.filter(({ date }) => date < today).length,
    answer: (meanings: Legend) => setAnswers({ ...answers, ...meanings }),
    /** What was said of this file holds for the next one, on this device. */
    remember: () =>
      cacheOwnRow(id, {
        legend: { ...earlier.legend, ...answers },
        layout: layoutOf(read?.reading.layout.headerRow ?? null),
      }),
  };
}

export type OwnRow = ReturnType<typeof useOwnRow>;

function useOwnFile(earlier: RememberedLayout, today: Day) {
  const [given, setGiven] = useState<Given | null>(null);
  const sheet = given?.source.sheets[given.sheetIndex];
  const table = sheet?.rows ?? noTable;
  const fileName = given?.source.name ?? '';
  const names = useMemo(() => [sheet?.name ?? '', fileName], [sheet, fileName]);
  const said = given?.corrections ?? nothing;
  const forgetting = useState(false);
  const { remembered, ...recalled } = useRecalledPlaces({
    remembered: earlier,
    forgetting,
    table,
    names,
    said,
    today,
  });
  const change = (changed: Partial<Given>): void => setGiven(given && { ...given, ...changed });
  return {
    ...recalled,
    given,
    table,
    names,
    /** What is remembered of where things stand: a row without heads says nothing of other files. */
    layoutOf: (headerRow: number | null) => (said.firstDay === undefined ? remembered(headerRow) : earlier),
    open: (source: RosterSource) => setGiven({ source, sheetIndex: 0, corrections: {}, said: undefined }),
    choose: (sheetIndex: number) => change({ sheetIndex, corrections: {}, said: undefined }),
    correct: (corrections: Corrections) => change({ corrections: { ...said, ...corrections } }),
    say: (name: string) => change({ said: name }),
  };
}

function recallOwnRow(userId: string): CachedOwnRow {
  const cached = readCachedCalendar();
  const { legend, layout = {} } = (cached?.session.user.id === userId && cached.ownRow) || {};
  return { legend: ownLegendSchema.safeParse(legend).data ?? {}, layout };
}
