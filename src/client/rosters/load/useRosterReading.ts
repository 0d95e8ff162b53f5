import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { Day } from '../../../domain/calendar/day.ts';
import type { Legend, Meaning } from '../../../domain/rosters/legend.ts';
import { type Reading, readRoster } from '../../../domain/rosters/reading.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { rosterDutySchema } from '../../../domain/rosters/schema.ts';
import type { Corrections } from '../../../domain/rosters/table.ts';

const rememberedLegend = z.record(
  z.string(),
  z.union([
    z.object({ kind: z.literal('work'), duty: rosterDutySchema }),
    z.object({ kind: z.enum(['off', 'skip']) }),
  ]),
);
const rememberedLayout = z.object({ shape: z.enum(['grid', 'list']).optional() });

/** A file or pasted cells, as they came. */
export interface RosterSource {
  name: string;
  sheets: RosterTables['sheets'];
}

export interface RosterReading {
  reading: Reading;
  corrections: Corrections;
  answers: Legend;
  who: Readonly<Record<string, string | null>>;
  correct: (change: Corrections) => void;
  answer: (meanings: Legend) => void;
  say: (name: string, userId: string | null) => void;
  /** What the worksite remembers from now on. */
  remembered: { legend: Record<string, Meaning>; layout: { shape?: 'grid' | 'list' | undefined } };
}

const nothing: Corrections = {};

/** What a sheet says with all that the person has said of it so far; said once, it holds for every sheet of the file. */
export function useRosterReading(
  setup: RosterSetup,
  source: RosterSource,
  sheetIndex: number,
  today: Day,
): RosterReading {
  const [bySheet, setBySheet] = useState<Readonly<Record<number, Corrections>>>({});
  const [answers, setAnswers] = useState<Legend>({});
  const [who, setWho] = useState<Readonly<Record<string, string | null>>>({});
  const known = useMemo(
    (): Legend => rememberedLegend.safeParse(setup.legend ?? {}).data ?? {},
    [setup.legend],
  );
  const layout = useMemo(() => rememberedLayout.safeParse(setup.layout ?? {}).data ?? {}, [setup.layout]);
  const corrections = bySheet[sheetIndex] ?? nothing;
  const sheet = source.sheets[sheetIndex];
  const reading = useMemo(
    () =>
      readRoster({
        table: sheet?.rows ?? [],
        names: [sheet?.name ?? '', source.name],
        corrections,
        colleagues: setup.people.map(({ id, firstName, lastName }) => ({
          id,
          name: `${firstName} ${lastName}`,
        })),
        facts: { variant: setup.worksite.variant, usual: setup.usualDuties, remembered: known, answers },
        who,
        today,
      }),
    [sheet, source.name, corrections, setup, known, answers, who, today],
  );
  return {
    reading,
    corrections,
    answers,
    who,
    correct: (change) => setBySheet({ ...bySheet, [sheetIndex]: { ...corrections, ...change } }),
    answer: (meanings) => setAnswers({ ...answers, ...meanings }),
    say: (name, userId) => setWho({ ...who, [name]: userId }),
    remembered: {
      legend: { ...known, ...answers },
      layout: corrections.shape ? { shape: corrections.shape } : layout,
    },
  };
}
