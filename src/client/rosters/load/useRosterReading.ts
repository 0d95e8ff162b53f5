import { type Dispatch, useMemo } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import type { Legend, Meaning } from '../../../domain/rosters/legend.ts';
import { type Reading, readRoster, rememberNames } from '../../../domain/rosters/reading.ts';
import {
  recallCorrections,
  rememberCorrections,
  type RememberedLayout,
  rememberedLayoutSchema,
} from '../../../domain/rosters/remembered.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { rememberedLegendSchema, type Roster } from '../../../domain/rosters/schema.ts';
import type { Corrections, Table } from '../../../domain/rosters/table.ts';
import { useKept } from '../../data/useKept.ts';

export interface RosterSource {
  name: string;
  sheets: RosterTables['sheets'];
}

export interface RosterReading {
  reading: Reading;
  /** What was said of this file, and of earlier ones as far as it holds for this one. */
  corrections: Corrections;
  /** Whether rows or columns are read as in an earlier file. */
  isRecalled: boolean;
  /** Reads rows and columns as if it were the first file. */
  forget: () => void;
  answers: Legend;
  who: Readonly<Record<string, string | null>>;
  correct: (change: Corrections) => void;
  answer: (meanings: Legend) => void;
  say: (name: string, userId: string | null) => void;
  /** What the worksite remembers from now on. */
  remembered: { legend: Record<string, Meaning> } & Required<Pick<Roster, 'layout' | 'names'>>;
}

/** Under which is kept what worksites' people, legends and earlier files are. */
export const setupKey = ['roster-setup'] as const;

/** Under which a worksite's file is kept, with what is said of it. */
export const fileKey = (worksiteId: string) => ['roster-file', worksiteId] as const;

const nothing: Corrections = {};
const noLayout: RememberedLayout = {};
export const noTable: Table = [];

/** What a sheet says with all that the person has said of it so far; said once, it holds for every sheet of the file. */
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
  const { corrections, ...places } = usePlaces(setup, sheet?.rows ?? noTable, names, sheetIndex, today);
  const reading = useMemo(
    () =>
      readRoster({
        table: sheet?.rows ?? noTable,
        names,
        corrections,
        colleagues: setup.people.map(({ id, firstName, lastName }) => ({
          id,
          name: `${firstName} ${lastName}`,
        })),
        facts: { variant: setup.worksite.variant, usual: setup.usualDuties, remembered: known, answers },
        who,
        known: setup.names,
        today,
      }),
    [sheet, names, corrections, setup, known, answers, who, today],
  );
  return {
    reading,
    corrections,
    answers,
    who,
    isRecalled: places.isRecalled,
    forget: places.forget,
    correct: places.correct,
    answer: (meanings) => setAnswers({ ...answers, ...meanings }),
    say: (name, userId) => setWho({ ...who, [name]: userId }),
    remembered: {
      legend: { ...known, ...answers },
      layout: places.remembered(reading.layout.headerRow),
      names: rememberNames(reading, who, setup.names),
    },
  };
}

/** Where the cells of each sheet stand, as was said of it and of earlier files. */
function usePlaces(
  setup: RosterSetup,
  table: Table,
  names: readonly string[],
  sheetIndex: number,
  today: Day,
) {
  const key = fileKey(setup.worksite.id);
  const [bySheet, setBySheet] = useKept<Readonly<Record<number, Corrections>>>([...key, 'places'], {});
  const forgetting = useKept([...key, 'forgotten'], false);
  const said = bySheet[sheetIndex] ?? nothing;
  return {
    ...useRecalledPlaces({ remembered: setup.layout, forgetting, table, names, said, today }),
    correct: (change: Corrections) => setBySheet({ ...bySheet, [sheetIndex]: { ...said, ...change } }),
  };
}

interface PlacesInput {
  /** A `RememberedLayout`, if there is one that this version knows. */
  remembered: unknown;
  /** Whether that counts no more, and how to say so. */
  forgetting: readonly [boolean, Dispatch<boolean>];
  table: Table;
  /** Of the sheet and of its file. */
  names: readonly string[];
  /** Of this table. */
  said: Corrections;
  today: Day;
}

/** Where the cells of a table stand: what was said of it, over what was said of earlier ones. */
export function useRecalledPlaces({ remembered, forgetting, table, names, said, today }: PlacesInput) {
  const [isForgotten, setForgotten] = forgetting;
  const layout = useMemo(
    () => (isForgotten ? noLayout : (rememberedLayoutSchema.safeParse(remembered ?? {}).data ?? noLayout)),
    [remembered, isForgotten],
  );
  const corrections = useMemo(
    () => recallCorrections(table, names, layout, said, today),
    [table, names, layout, said, today],
  );
  return {
    corrections,
    isRecalled: Object.keys(corrections).some((key) => !Object.hasOwn(said, key)),
    forget: () => setForgotten(true),
    remembered: (headerRow: number | null) => rememberCorrections(table, layout, said, headerRow),
  };
}
