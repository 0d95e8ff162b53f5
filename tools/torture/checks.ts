import sql from 'sql-template-tag';
import { violatedInvariants } from '../../db/invariants.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import type { Duty, Entry, Ledger, Operation } from './ledger.ts';
import { type Handling, judgeMails } from './mails.ts';
import { firstMark, type Person, type Site, withoutRetry } from './people.ts';

/** Compares the tables with all calls and answers. @returns the problems, one line each */
export async function judgeDatabase(
  database: Queryable,
  sites: readonly Site[],
  ledger: Ledger,
  handled: readonly Handling[],
): Promise<string[]> {
  const { entries } = ledger;
  return [
    ...(await violatedInvariants(database)).map((violation) => `violated invariant: ${violation}`),
    ...(await judgeShifts(database, sites, ledger)),
    ...(await judgeRequests(database, entries)),
    ...(await judgeOffers(database, entries)),
    ...(await judgeSwaps(database, entries)),
    ...(await judgeMails(database, handled)),
    ...judgeAnswers(entries),
  ];
}

/** The only 5xx allowed is 503 with Retry-After. */
const judgeAnswers = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ status, code }) =>
      status === 503 ? code === withoutRetry : status >= 500 || code === 'TimeoutError',
    )
    .map(({ number, what, status, code }) => `call ${number}: ${what} was answered ${status} ${code}`);

/** Compares a calendar just read with what was acknowledged. */
export function judgeCalendar(
  { id, site }: Person,
  calendar: readonly { date: string; notes: string | null }[],
  ledger: Ledger,
): string[] {
  return [...site.still, ...site.loose].flat().flatMap((day) => {
    const problem = ledger.judge(id, day, notesOf(calendar.find(({ date }) => date === day)));
    return problem === null ? [] : [`the calendar as it was shown: ${problem}`];
  });
}

const notesOf = (entry: { notes: string | null } | undefined): string =>
  entry ? (entry.notes ?? '(no notes)') : '';

interface ShiftRow extends Duty {
  userId: string;
  day: string;
  notes: string | null;
  isSwapped: boolean;
}

async function judgeShifts(database: Queryable, sites: readonly Site[], ledger: Ledger): Promise<string[]> {
  const rows = await database.many<ShiftRow>(sql`
    select user_id as "userId", day, notes, from_swap_id is not null as "isSwapped",
      work_location as "workLocation", to_char(start_time, 'HH24:MI') as "startTime",
      to_char(end_time, 'HH24:MI') as "endTime"
    from shifts`);
  const byPlace = new Map(rows.map((row) => [`${row.userId} ${row.day}`, row]));
  const problems: string[] = [];
  for (const place of new Set([...ledger.places(), ...byPlace.keys()])) {
    const [userId = '', day = ''] = place.split(' ');
    const row = byPlace.get(place);
    const problem = ledger.judge(userId, day, notesOf(row));
    const written = ledger.dutyOf(row?.notes ?? '');
    if (problem !== null) problems.push(`at the end: ${problem}`);
    // entries from swaps are compared with the other person's by the invariants
    else if (row && written && !row.isSwapped && wordsOf(row) !== wordsOf(written))
      problems.push(`at the end: '${row.notes}' wrote ${wordsOf(written)}, there is ${wordsOf(row)}`);
  }
  return [...problems, ...sites.flatMap((site) => judgeStillDays(site, rows, ledger))];
}

/** Where people only swap, each day must keep its initial duties. */
function judgeStillDays({ people, still }: Site, rows: readonly ShiftRow[], ledger: Ledger): string[] {
  const ids = new Set(people.map(({ id }) => id));
  return still.flat().flatMap((day) => {
    const before = [...ids].flatMap((id) => ledger.dutyOf(firstMark(id, day)) ?? []);
    const after = rows.filter((row) => row.day === day && ids.has(row.userId));
    const [wanted, found] = [before, after].map((duties) => duties.map(wordsOf).toSorted().join(', '));
    return wanted === found ? [] : [`not conserved on ${day}: ${found} instead of ${wanted}`];
  });
}

const wordsOf = ({ workLocation, startTime, endTime }: Duty): string =>
  `${workLocation} ${startTime ?? ''}-${endTime ?? ''}`;

const made = (entries: readonly Entry[], ...what: Operation['what'][]): Entry[] =>
  entries.filter((entry) => what.includes(entry.what) && entry.outcome !== 'refused');
const isDone = ({ outcome }: Entry): boolean => outcome === 'done';

async function judgeRequests(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<{ id: string; mark: string }>(sql`
    select id, concat(requester_id, ' ', message) as mark from exchange_requests`);
  const [published, withdrawn] = [made(entries, 'publish'), made(entries, 'withdraw')];
  const ids = new Set(rows.map(({ id }) => id));
  const mayBeGone = new Set(withdrawn.map(({ requestId }) => requestId));
  const marks = new Set(published.map(({ personId, mark }) => `${personId} ${mark}`));
  return [
    ...published
      .filter((entry) => isDone(entry) && !ids.has(entry.madeId) && !mayBeGone.has(entry.madeId))
      .map(({ number, madeId }) => `call ${number}: the published request ${madeId} is gone`),
    ...withdrawn
      .filter((entry) => isDone(entry) && ids.has(entry.requestId ?? ''))
      .map(({ number, requestId }) => `call ${number}: the withdrawn request ${requestId} is there`),
    ...rows
      .filter(({ mark }) => !marks.has(mark))
      .map(({ id, mark }) => `request ${id} (${mark}) was never published`),
  ];
}

async function judgeOffers(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<{ place: string; status: string | null }>(sql`
    select concat(r.id, ' ', u.id) as place, p.status
    from exchange_requests r cross join users u
      left join pre_acceptances p on p.request_id = r.id and p.user_id = u.id`);
  const answers = made(entries, 'pre-accept', 'take back', 'reject');
  const placeOf = ({ requestId, personId }: Entry): string => `${requestId} ${personId}`;
  const offered = new Set(made(answers, 'pre-accept').map(placeOf));
  const last = new Map(answers.map((answer) => [placeOf(answer), answer]));
  return rows.flatMap(({ place, status }) => {
    if (status !== null && !offered.has(place)) return [`an offer that was never made: ${place}`];
    const answer = last.get(place);
    if (!answer || !isDone(answer)) return [];
    const isStanding = status !== null && status !== 'ritirata';
    const isWrong = answer.what === 'pre-accept' ? !isStanding : status === 'offerta';
    return isWrong
      ? [`call ${answer.number}: ${answer.what} was acknowledged, the offer is '${status ?? 'gone'}'`]
      : [];
  });
}

async function judgeSwaps(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<{ place: string }>(sql`
    select concat_ws(' ', request_id, requester_id, accepter_id) as place from completed_swaps`);
  const confirms = made(entries, 'confirm');
  const placeOf = ({ requestId, personId, accepterId }: Entry): string =>
    `${requestId} ${personId} ${accepterId}`;
  const completed = new Set(rows.map(({ place }) => place));
  const confirmed = new Set(confirms.map(placeOf));
  return [
    ...confirms
      .filter((confirm) => isDone(confirm) && !completed.has(placeOf(confirm)))
      .map(({ number, requestId }) => `call ${number}: the confirmed swap of ${requestId} is gone`),
    ...rows
      .filter(({ place }) => !confirmed.has(place))
      .map(({ place }) => `a swap that nobody confirmed: ${place}`),
  ];
}
