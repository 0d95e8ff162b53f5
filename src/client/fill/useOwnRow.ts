import { useMemo, useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import type { Legend } from '../../domain/rosters/legend.ts';
import { type OwnReading, readOwnRow } from '../../domain/rosters/ownRow.ts';
import type { RosterDuty } from '../../domain/rosters/schema.ts';
import type { Corrections } from '../../domain/rosters/table.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { PlannedDuty } from '../../domain/shifts/patterns.ts';
import type { ShiftDraft } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';
import type { RosterSource } from '../rosters/load/useRosterReading.ts';

interface Given {
  source: RosterSource;
  sheetIndex: number;
  corrections: Corrections;
  /** Which row is the person's own. */
  said: string | undefined;
}

/** What a file or pasted cells say of the person's own days, with all that they have said of it so far. */
export function useOwnRow(duties: readonly PlannedDuty[], today: Day) {
  const { user, worksite } = useSignedIn();
  const { id, firstName, lastName } = user;
  const [given, setGiven] = useState<Given | null>(null);
  // a letter means the same in the next file
  const [answers, setAnswers] = useState<Legend>({});
  const usual = duties.flatMap(rosterDutyOf);
  const usualKey = JSON.stringify(usual);
  const read = useMemo((): OwnReading | null => {
    if (given === null) return null;
    const sheet = given.source.sheets[given.sheetIndex];
    return readOwnRow({
      table: sheet?.rows ?? [],
      names: [sheet?.name ?? '', given.source.name],
      corrections: given.corrections,
      me: { id, name: `${firstName} ${lastName}` },
      said: given.said,
      facts: {
        variant: worksite.variant,
        usual: JSON.parse(usualKey) as RosterDuty[],
        remembered: {},
        answers,
      },
      today,
    });
  }, [given, answers, id, firstName, lastName, worksite.variant, usualKey, today]);
  const change = (changed: Partial<Given>): void => setGiven(given && { ...given, ...changed });
  const drafts: readonly ShiftDraft[] = read?.drafts ?? [];
  return {
    given,
    read,
    answers,
    usual,
    /** Days that have passed stay as they are. */
    drafts: drafts.filter(({ date }) => date >= today),
    pastDays: drafts.filter(({ date }) => date < today).length,
    open: (source: RosterSource) => setGiven({ source, sheetIndex: 0, corrections: {}, said: undefined }),
    choose: (sheetIndex: number) => change({ sheetIndex, corrections: {}, said: undefined }),
    correct: (corrections: Corrections) => change({ corrections: { ...given?.corrections, ...corrections } }),
    say: (said: string) => change({ said }),
    answer: (meanings: Legend) => setAnswers({ ...answers, ...meanings }),
  };
}

export type OwnRow = ReturnType<typeof useOwnRow>;

function rosterDutyOf(duty: PlannedDuty): RosterDuty[] {
  const { startTime, endTime } = duty;
  if (!isWorking(duty) || !startTime || !endTime) return [];
  return [{ ...duty, workLocation: duty.workLocation as RosterDuty['workLocation'], startTime, endTime }];
}
