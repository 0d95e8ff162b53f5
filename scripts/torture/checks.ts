import sql from 'sql-template-tag';
import { brokenPromises } from '../../db/promises.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { judgeMails, type MailCount } from './checks.mails.ts';
import { judgeSwaps } from './checks.swaps.ts';
import { type ServerDuty, wordsOf } from './duty.ts';
import type { Entry } from './journal.ts';
import { type Ledger, withoutNotes } from './ledger.ts';
import type { Handling } from './mailServer.ts';
import type { Site, World } from './world.ts';

/** What the run knows from outside. */
export interface Evidence {
  world: World;
  ledger: Ledger;
  entries: readonly Entry[];
  mails: readonly Handling[];
}

export interface Judgement {
  /** One line each; empty if everything holds. */
  problems: string[];
  mails: MailCount;
  /** Completed swaps by kind. */
  swaps: Map<string, number>;
}

/** Compares the tables with everything that was asked and answered. */
export async function judgeDatabase(database: Database, evidence: Evidence): Promise<Judgement> {
  const { entries, mails } = evidence;
  const { problems: mailProblems, count: mailCount } = await judgeMails(database, mails);
  const swaps = await database.many<{ kind: string; count: number }>(sql`
    select kind, count(*) as count from completed_swaps group by kind order by kind`);
  return {
    problems: [
      ...(await brokenPromises(database)).map((promise) => `broken promise: ${promise}`),
      ...(await judgeShifts(database, evidence)),
      ...(await judgeSwaps(database, entries)),
      ...mailProblems,
    ],
    mails: mailCount,
    swaps: new Map(swaps.map(({ kind, count }) => [kind, count])),
  };
}

interface ShiftRow extends ServerDuty {
  userId: string;
  day: string;
  notes: string | null;
  worksiteId: string;
  isSwapped: boolean;
}

async function judgeShifts(database: Database, { world, ledger }: Evidence): Promise<string[]> {
  const rows = await database.many<ShiftRow>(sql`
    select user_id as "userId", day, notes, worksite_id as "worksiteId", from_swap_id is not null as "isSwapped",
      work_location as "workLocation", to_char(start_time, 'HH24:MI') as "startTime",
      to_char(end_time, 'HH24:MI') as "endTime"
    from shifts`);
  const byPlace = new Map(rows.map((row) => [`${row.userId} ${row.day}`, row]));
  const problems: string[] = [];
  for (const place of new Set([...ledger.places(), ...byPlace.keys()])) {
    const [userId = '', day = ''] = place.split(' ');
    const row = byPlace.get(place);
    const problem = ledger.judge(userId, day, row ? (row.notes ?? withoutNotes) : null);
    if (problem !== null) problems.push(`at the end: ${problem}`);
    else if (row) problems.push(...judgeDuty(row, ledger));
  }
  return [...problems, ...world.sites.flatMap((site) => judgeStillDays(site, rows, ledger))];
}

/** What came by a swap is compared with what the other side gave among the promises. */
function judgeDuty(row: ShiftRow, ledger: Ledger): string[] {
  const written = ledger.dutyOf(row.notes ?? '');
  if (row.isSwapped || !written) return [];
  const [found, expected] = [row, written].map((duty) => wordsOf(row.worksiteId, row.day, duty));
  return found === expected ? [] : [`at the end: '${row.notes}' wrote ${expected}, there is ${found}`];
}

/** Where people only swap, each day must hold the duties it began with, whoever has them now. */
function judgeStillDays(site: Site, rows: readonly ShiftRow[], ledger: Ledger): string[] {
  return site.stillDays.flatMap((day) => {
    const before = site.people.map(({ id }) => ledger.dutyOf(`first ${id} ${day}`));
    const expected = before.map((duty) => (duty ? wordsOf(site.id, day, duty) : 'nothing')).toSorted();
    const found = rows
      .filter((row) => row.worksiteId === site.id && row.day === day)
      .map((row) => wordsOf(site.id, day, row))
      .toSorted();
    return found.join() === expected.join()
      ? []
      : [`not conserved: ${found.join()} instead of ${expected.join()}`];
  });
}
