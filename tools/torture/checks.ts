import sql from 'sql-template-tag';
import { violatedInvariants } from '../../db/invariants.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { judgeMails, type MailCount } from './checks.mails.ts';
import { judgeSwaps } from './checks.swaps.ts';
import { judgeStillDay, type NamedSwap } from './conserved.ts';
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
export async function judgeDatabase(database: Queryable, evidence: Evidence): Promise<Judgement> {
  const { entries, mails } = evidence;
  const { problems: mailProblems, count: mailCount } = await judgeMails(database, mails);
  const swaps = await database.many<{ kind: string; count: number }>(sql`
    select kind, count(*) as count from completed_swaps group by kind order by kind`);
  return {
    problems: [
      ...(await violatedInvariants(database)).map((promise) => `broken promise: ${promise}`),
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

async function judgeShifts(database: Queryable, { world, ledger }: Evidence): Promise<string[]> {
  const rows = await database.many<ShiftRow>(sql`
    select user_id as "userId", day, notes, worksite_id as "worksiteId", from_swap_id is not null as "isSwapped",
      work_location as "workLocation", to_char(start_time, 'HH24:MI') as "startTime",
      to_char(end_time, 'HH24:MI') as "endTime"
    from shifts`);
  const byPlace = new Map(rows.map((row) => [`${row.userId} ${row.day}`, row]));
  const given = await listGivenDays(database);
  const problems: string[] = [];
  for (const place of new Set([...ledger.places(), ...byPlace.keys()])) {
    const [userId = '', day = ''] = place.split(' ');
    const row = byPlace.get(place);
    const problem = ledger.judge(userId, day, row ? (row.notes ?? withoutNotes) : null);
    if (problem !== null) problems.push(`at the end: ${problem}`);
    else if (row && !given.has(place)) problems.push(...judgeDuty(row, ledger));
  }
  const swaps = await listNamedSwaps(database);
  return [...problems, ...world.sites.flatMap((site) => judgeStillDays(site, rows, ledger, swaps))];
}

/** What came by a swap is compared with what the other side gave among the invariants. */
function judgeDuty(row: ShiftRow, ledger: Ledger): string[] {
  const written = ledger.dutyOf(row.notes ?? '');
  if (row.isSwapped || !written) return [];
  const [found, expected] = [row, written].map((duty) => wordsOf(row.worksiteId, row.day, duty));
  return found === expected ? [] : [`at the end: '${row.notes}' wrote ${expected}, there is ${found}`];
}

/** Days that somebody gave for another one, as `person day`: they are free then, and their notes stay. */
async function listGivenDays(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ place: string }>(sql`
    select concat(given.who, ' ', given.duties -> 0 ->> 'date') as place
    from completed_swaps c,
      lateral (values (c.requester_id, c.requester_gave), (c.accepter_id, c.accepter_gave)) given (who, duties)
    where c.kind = 'giorno'`);
  return new Set(rows.map(({ place }) => place));
}

function listNamedSwaps(database: Queryable): Promise<NamedSwap[]> {
  return database.many<NamedSwap>(sql`
    select worksite_id as "siteId", jsonb_build_array(requester_gave, accepter_gave) as given
    from completed_swaps where kind = 'settimana'`);
}

function judgeStillDays(
  site: Site,
  rows: readonly ShiftRow[],
  ledger: Ledger,
  swaps: readonly NamedSwap[],
): string[] {
  return site.stillDays.flatMap((day) => {
    const first = site.people.flatMap(({ id }) => ledger.dutyOf(`first ${id} ${day}`) ?? []);
    const before = first.map((duty) => wordsOf(site.id, day, duty));
    const after = rows
      .filter((row) => row.worksiteId === site.id && row.day === day)
      // in standard worksites rest is what is left of a given day
      .filter(({ startTime }) => site.variant === 'taxi' || startTime !== null)
      .map((row) => wordsOf(site.id, day, row));
    return judgeStillDay({ siteId: site.id, day, before, after }, swaps) ?? [];
  });
}
