import { dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { isPlain, type JudgedDay, rosterDutyOf } from '../../domain/rosters/rules.ts';
import type { LoadedRoster } from '../../domain/rosters/schema.answers.ts';
import type { Roster } from '../../domain/rosters/schema.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { type CalendarChange, writeCalendars } from '../shifts/commands.calendars.ts';
import type { DutyFollower } from '../shifts/commands.replace.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { worksiteToLoad, requireStillLoader } from './access.ts';
import { isNews, keepUnclaimed, readUnclaimedNews, type UnclaimedNews } from './commands.unclaimed.ts';
import {
  changeOf,
  countsOf,
  judgeWorksite,
  type JudgedRoster,
  replacedOf,
  requireRosterWorksite,
} from './judging.ts';
import { rememberNames } from './queries.names.ts';
import { insertRoster, insertRosterRows, type NewRosterRow, rememberOfFiles } from './queries.write.ts';

/** The follower is set at the server's root: rosters know nothing of swaps. */
export type RosterContext = AppContext & { follower: DutyFollower };

interface Row extends NewRosterRow {
  judged: JudgedDay;
  change: ReturnType<typeof changeOf> | null;
}

/**
 * Stores the days of a roster that are new or changed for a person and that the rules accept: as proposals or, if the
 * worksite wants it, in the calendars. In the latter case, holidays, sick days, days that swaps depend on, and work
 * missing from the roster still wait for their owners.
 *
 * Days of people without an account wait until somebody claims them.
 * @throws RefusalError roster_not_loader, roster_worksite_required, not_found, unclaimed_full
 */
export async function loadRoster(
  context: RosterContext,
  signedIn: SignedIn,
  roster: Roster,
): Promise<LoadedRoster> {
  const worksiteId = worksiteToLoad(signedIn, roster.worksiteId);
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    await requireStillLoader(tx, signedIn);
    const now = context.clock.now();
    const worksite = await requireRosterWorksite(tx, worksiteId);
    const judged = await judgeWorksite(tx, worksite, roster, now);
    await rememberOfFiles(tx, worksiteId, { legend: roster.legend, layout: roster.layout });
    await rememberNames(tx, worksiteId, roster.names ?? [], now);
    const rows = newRows(judged);
    const news = Map.groupBy(
      rows.filter(({ status }) => status !== 'same'),
      ({ userId }) => userId,
    );
    const unclaimed = await readUnclaimedNews(tx, worksiteId, roster, dayInRome(now));
    const isNew = rows.length > 0 || isNews(unclaimed);
    const id = isNew ? await write(context, tx, { signedIn, judged, roster, rows, unclaimed, now }) : null;
    if (id !== null) await tell(tx, { roster, judged, rows, news, now });
    return {
      id,
      people: new Set(rows.filter((row) => row.isNews).map(({ userId }) => userId)).size,
      counts: countsOf(judged.people),
      unclaimed: unclaimed.shifts,
      unknown: judged.unknown,
    };
  });
}

/** Rows that are new or changed and not refused. Past days are skipped. */
const newRows = ({ people, worksite }: JudgedRoster): Row[] =>
  people.flatMap(({ userId, days }) =>
    days.flatMap((judged): Row[] => {
      const { day, duty, kind, outcome, isLoaded } = judged;
      if (kind === 'past' || kind === 'refused' || isLoaded) return [];
      const isEntered = worksite.mode === 'subito' && isPlain(judged) && kind !== 'missing';
      const change = isEntered ? changeOf(judged) : null;
      const status = kind === 'same' ? 'same' : isEntered ? 'accepted' : 'waiting';
      return [
        {
          userId,
          day,
          duty: duty && rosterDutyOf(duty),
          status,
          isNews: outcome !== 'same',
          shiftId: change?.written?.id ?? null,
          replaced: change && replacedOf(change.leaving),
          judged,
          change,
        },
      ];
    }),
  );

interface Loading {
  signedIn: SignedIn;
  judged: JudgedRoster;
  roster: Roster;
  rows: readonly Row[];
  unclaimed: UnclaimedNews;
  now: Instant;
}

async function write(
  { follower }: RosterContext,
  tx: Transaction,
  { signedIn, judged: { worksite, people }, roster, rows, unclaimed, now }: Loading,
): Promise<string> {
  const { title, days } = roster;
  const isEntered = worksite.mode === 'subito';
  const id = await insertRoster(tx, {
    worksiteId: worksite.id,
    loaderId: signedIn.user.id,
    title,
    days,
    isEntered,
    now,
  });
  const stored = rows.map(({ judged: _judged, change: _change, ...row }): NewRosterRow => row);
  await insertRosterRows(tx, id, stored, now);
  await keepUnclaimed(tx, { worksiteId: worksite.id, rosterId: id, now }, unclaimed);
  const changes = changesOf(rows);
  if (changes.length > 0) await writeCalendars(follower, tx, worksite, changes, now);
  await insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: worksite.id,
    action: 'roster_loaded',
    targetType: 'roster',
    targetId: id,
    // absences are never audited: only counts that colleagues may know
    after: {
      title,
      days,
      rosterMode: worksite.mode,
      people: people.length,
      unclaimed: unclaimed.shifts,
      ...countsOf(people),
    },
  });
  return id;
}

const changesOf = (rows: readonly Row[]): CalendarChange[] =>
  [...Map.groupBy(rows, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const changes = own.flatMap(({ change }) => change ?? []);
    const leaving = changes.flatMap((change) => change.leaving ?? []);
    const written = changes.flatMap((change) => change.written ?? []);
    return changes.length > 0 ? [{ userId, leaving, written }] : [];
  });

interface Telling extends Omit<Loading, 'signedIn' | 'unclaimed'> {
  news: ReadonlyMap<string, readonly Row[]>;
}

/** Notifies people with news, once per roster. */
async function tell(tx: Transaction, { roster, judged, rows, news, now }: Telling): Promise<void> {
  const isEntered = judged.worksite.mode === 'subito';
  const notifications = [...news].flatMap(([userId, own]) => {
    const real = own.filter(({ judged: { kind } }) => kind !== 'swapped');
    if (real.length === 0) return [];
    const told = isEntered ? real.filter(({ status }) => status === 'accepted') : real;
    const shifts = told.filter(({ duty, judged: { kind } }) => duty !== null && kind !== 'changed').length;
    const questions = real.length - told.length;
    const facts = {
      // no question if there is nothing left to choose
      fact: isEntered && questions === 0 ? 'roster_entered' : 'roster_arrived',
      title: roster.title,
      shifts,
      changes: told.length - shifts,
      isEntered,
      questions,
    } as const;
    return [{ userId, personId: null, facts, requestId: null }];
  });
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  await notify(tx, notifications, now);
  announce(tx, userIds, ['shifts', 'notifications']);
}
