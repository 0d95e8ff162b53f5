import { type Dispatch, useMemo } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { findMapping, type Hidden } from '../../../domain/rosters/findMapping.ts';
import type { Edits, Mapping } from '../../../domain/rosters/mapping.ts';
import type { Legend, Meaning } from '../../../domain/rosters/meaning.ts';
import type { Colleague } from '../../../domain/rosters/names.ts';
import { type Reading, readRoster } from '../../../domain/rosters/reading.ts';
import { rememberNames } from '../../../domain/rosters/readNames.ts';
import {
  recallEdits,
  rememberEdits,
  type RememberedLayout,
  rememberedLayoutSchema,
} from '../../../domain/rosters/remembered.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { rememberedLegendSchema, type Roster } from '../../../domain/rosters/schema.ts';
import type { Table } from '../../../domain/rosters/table.ts';
import { useKept } from '../../data/useKept.ts';

export interface RosterSource {
  name: string;
  sheets: RosterTables['sheets'];
}

export interface RosterReading {
  reading: Reading;
  /** The answers for this sheet; those from earlier files are in its mapping. */
  edits: Edits;
  /** The days to read from a longer file. */
  period: Week | null;
  /** Whether columns are read as in an earlier file. */
  isRecalled: boolean;
  /** Reads columns as if it were the first file. */
  forget: () => void;
  answers: Legend;
  who: Readonly<Record<string, string | null>>;
  edit: (edits: Edits) => void;
  choosePeriod: (period: Week) => void;
  answer: (meanings: Legend) => void;
  say: (name: string, userId: string | null) => void;
  /** What the worksite remembers from now on. */
  remembered: { legend: Record<string, Meaning> } & Required<Pick<Roster, 'layout' | 'names'>>;
}

/** Query key of worksites' people, legends and earlier layouts. */
export const setupKey = ['roster-setup'] as const;

/** Query key of a worksite's file and its answers. */
export const fileKey = (worksiteId: string) => ['roster-file', worksiteId] as const;

const nothing: Edits = {};
const noLayout: RememberedLayout = {};
export const noTable: Table = [];

/** Reads a sheet with the answers so far; meanings of cells and names apply to every sheet of the file. */
export function useRosterReading(
  setup: RosterSetup,
  source: RosterSource,
  sheetIndex: number,
  today: Day,
): RosterReading {
  const key = fileKey(setup.worksite.id);
  const [answers, setAnswers] = useKept<Legend>([...key, 'answers'], {});
  const [who, setWho] = useKept<Readonly<Record<string, string | null>>>([...key, 'who'], {});
  const known = useMemo(
    (): Legend => rememberedLegendSchema.safeParse(setup.legend ?? {}).data ?? {},
    [setup.legend],
  );
  const sheet = source.sheets[sheetIndex];
  const names = useMemo(() => [sheet?.name ?? '', source.name], [sheet, source.name]);
  const [periods, setPeriods] = useKept<Readonly<Record<number, Week>>>([...key, 'periods'], {});
  const period = periods[sheetIndex] ?? null;
  const { said, edits, ...places } = usePlaces(setup, sheet, names, sheetIndex, today);
  const reading = useMemo(
    () =>
      readRoster({
        table: sheet?.rows ?? noTable,
        hidden: sheet?.hidden,
        names,
        edits,
        period,
        colleagues: colleaguesOf(setup),
        facts: { variant: setup.worksite.variant, usual: setup.usualDuties, remembered: known, answers },
        who,
        known: setup.names,
        today,
      }),
    [sheet, names, edits, period, setup, known, answers, who, today],
  );
  return {
    reading,
    edits: said,
    period,
    answers,
    who,
    isRecalled: places.isRecalled,
    forget: places.forget,
    edit: places.edit,
    choosePeriod: (chosen) => setPeriods({ ...periods, [sheetIndex]: chosen }),
    answer: (meanings) => setAnswers({ ...answers, ...meanings }),
    say: (name, userId) => setWho({ ...who, [name]: userId }),
    remembered: {
      legend: { ...known, ...answers },
      layout: places.remembered(reading.mapping),
      names: rememberNames(reading, who, setup.names),
    },
  };
}

const colleaguesOf = ({ people }: RosterSetup): Colleague[] =>
  people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }));

/** What the columns and rows of each sheet are, as was said of it and of earlier files. */
function usePlaces(
  setup: RosterSetup,
  sheet: RosterTables['sheets'][number] | undefined,
  names: readonly string[],
  sheetIndex: number,
  today: Day,
) {
  const key = fileKey(setup.worksite.id);
  const [bySheet, setBySheet] = useKept<Readonly<Record<number, Edits>>>([...key, 'places'], {});
  const forgetting = useKept([...key, 'forgotten'], false);
  const said = bySheet[sheetIndex] ?? nothing;
  const table = sheet?.rows ?? noTable;
  return {
    said,
    ...useRecalledEdits({
      remembered: setup.layout,
      forgetting,
      table,
      hidden: sheet?.hidden,
      names,
      said,
      today,
    }),
    edit: (edits: Edits) => setBySheet({ ...bySheet, [sheetIndex]: edits }),
  };
}

interface RecalledInput {
  /** A `RememberedLayout`, if there is one that this version knows. */
  remembered: unknown;
  /** Whether that counts no more, and how to say so. */
  forgetting: readonly [boolean, Dispatch<boolean>];
  table: Table;
  hidden: Hidden | undefined;
  /** Of the sheet and of its file. */
  names: readonly string[];
  /** Of this table. */
  said: Edits;
  today: Day;
}

/** The meanings of a table's columns: its own answers override those of earlier tables. */
export function useRecalledEdits({
  remembered,
  forgetting,
  table,
  hidden,
  names,
  said,
  today,
}: RecalledInput) {
  const [isForgotten, setForgotten] = forgetting;
  const layout = useMemo(
    () => (isForgotten ? noLayout : (rememberedLayoutSchema.safeParse(remembered ?? {}).data ?? noLayout)),
    [remembered, isForgotten],
  );
  const edits = useMemo(
    () => recallEdits(layout, said, (tried) => findMapping(table, names, tried, today, hidden)),
    [table, hidden, names, layout, said, today],
  );
  return {
    edits,
    isRecalled: Object.keys(edits.columns ?? {}).some(
      (column) => said.columns?.[Number(column)] === undefined,
    ),
    forget: () => setForgotten(true),
    remembered: (mapping: Mapping) => rememberEdits(layout, said, mapping),
  };
}
