import { useMemo, useState } from 'react';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { Edits, Mapping } from '../../domain/rosters/mapping.ts';
import type { Legend } from '../../domain/rosters/meaning.ts';
import { type OwnReading, readOwnRow } from '../../domain/rosters/ownRow.ts';
import type { RememberedLayout } from '../../domain/rosters/remembered.ts';
import { rosterDutyOf } from '../../domain/rosters/rules.ts';
import { ownLegendSchema, type RosterDuty } from '../../domain/rosters/schema.ts';
import { sheetToOpen } from '../../domain/rosters/sheets.ts';
import { isWorking, type PlannedDuty } from '../../domain/shifts/duty.ts';
import type { ShiftDraft } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';
import { type CachedOwnRow, cacheOwnRow, readCachedCalendar } from '../data/cachedCalendar.ts';
import { noTable, type RosterSource, useRecalledEdits } from '../rosters/load/useRosterReading.ts';

interface Given {
  source: RosterSource;
  sheetIndex: number;
  edits: Edits;
  /** The days to read from a longer file. */
  period: Week | null;
  said: string | undefined;
}

const nothing: Edits = {};
/** The state of a new table. */
const fresh = { edits: nothing, period: null, said: undefined };

export function useOwnRow(duties: readonly PlannedDuty[], today: Day) {
  const { user, worksite } = useSignedIn();
  const { id, firstName, lastName } = user;
  const { variant } = worksite;
  const me = useMemo(() => ({ id, name: `${firstName} ${lastName}` }), [id, firstName, lastName]);
  const [earlier] = useState(() => recallOwnRow(id));
  // letters mean the same in the next file
  const [answers, setAnswers] = useState<Legend>({});
  const usual = duties.filter(isWorking).map(rosterDutyOf);
  const usualKey = JSON.stringify(usual);
  const { given, said, table, hidden, names, edits, layoutOf, ...file } = useOwnFile(earlier.layout, today);
  const read = useMemo((): OwnReading | null => {
    if (given === null) return null;
    const facts = {
      variant,
      usual: JSON.parse(usualKey) as RosterDuty[],
      remembered: earlier.legend,
      answers,
    };
    return readOwnRow({
      table,
      hidden,
      names,
      edits,
      period: given.period,
      me,
      said: given.said,
      facts,
      today,
    });
  }, [given, table, hidden, names, edits, earlier, answers, me, variant, usualKey, today]);
  const drafts: readonly ShiftDraft[] = read?.drafts ?? [];
  return {
    ...file,
    given,
    edits: said,
    read,
    answers,
    usual,
    /** Past days are left unchanged. */
    drafts: drafts.filter(({ date }) => date >= today),
    pastDays: drafts.filter(({ date }) => date < today).length,
    answer: (meanings: Legend) => setAnswers({ ...answers, ...meanings }),
    /** Remembers the answers for the next file on this device. */
    remember: () =>
      cacheOwnRow(id, {
        legend: { ...earlier.legend, ...answers },
        layout: read ? layoutOf(read.reading.mapping) : earlier.layout,
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
  const said = given?.edits ?? nothing;
  const forgetting = useState(false);
  const { remembered, ...recalled } = useRecalledEdits({
    remembered: earlier,
    forgetting,
    table,
    hidden: sheet?.hidden,
    names,
    said,
    today,
  });
  const change = (changed: Partial<Given>): void => setGiven(given && { ...given, ...changed });
  return {
    ...recalled,
    given,
    said,
    table,
    hidden: sheet?.hidden,
    names,
    /** The column layout to remember; a row without headings keeps the earlier one. */
    layoutOf: (mapping: Mapping) => (said.firstDay === undefined ? remembered(mapping) : earlier),
    open: (source: RosterSource) =>
      setGiven({ ...fresh, source, sheetIndex: sheetToOpen(source.sheets, source.name, today) }),
    choose: (sheetIndex: number) => change({ ...fresh, sheetIndex }),
    edit: (edits: Edits) => change({ edits }),
    choosePeriod: (period: Week) => change({ period }),
    say: (name: string) => change({ said: name }),
  };
}

function recallOwnRow(userId: string): CachedOwnRow {
  const cached = readCachedCalendar();
  const { legend, layout = {} } = (cached?.session.user.id === userId && cached.ownRow) || {};
  return { legend: ownLegendSchema.safeParse(legend).data ?? {}, layout };
}
