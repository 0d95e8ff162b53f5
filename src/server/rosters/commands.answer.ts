import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { isAcceptable, isPlain, type JudgedDay, judgeRoster } from '../../domain/rosters/rules.ts';
import type { ProposalKind, RosterAnswer, RosterProposals } from '../../domain/rosters/schema.answers.ts';
import type { ShiftOwner } from '../../domain/shifts/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { writeCalendars } from '../shifts/commands.calendars.ts';
import { lockWorksite } from '../worksites/queries.ts';
import type { RosterContext } from './commands.load.ts';
import { changeOf, readCalendars, replacedOf } from './judging.ts';
import { listAskedPeople } from './queries.people.ts';
import { listWaitingRows, type WaitingRow } from './queries.rows.ts';
import { findRosterHead } from './queries.ts';
import { answerRows } from './queries.write.ts';

type JudgedRow = JudgedDay & WaitingRow;

/** The proposals that wait for this person, compared with their current calendar. */
export async function readProposals(
  context: AppContext,
  { user, worksite }: SignedIn,
): Promise<RosterProposals> {
  const { database, clock } = context;
  const now = clock.now();
  const waiting = await listWaitingRows(database, user.id, dayInRome(now));
  const owner = { ...user, variant: worksite.variant };
  const open = (await judgeWaiting(database, user.id, owner, waiting, now)).filter(isDifference);
  const newest = newestOf(waiting);
  const head =
    newest && open.some(({ kind }) => kind !== 'swapped')
      ? await findRosterHead(database, newest.rosterId)
      : null;
  if (!head || !newest)
    return { version: null, title: '', loaderName: '', loadedAt: null, days: [], acceptable: 0 };
  return {
    version: versionOf(newest),
    ...head,
    days: open.map(({ day, kind, duty, entry, refusal }) => ({
      day,
      kind: kind as ProposalKind,
      duty,
      now: entry,
      reason: refusal && messageOf(refusal),
    })),
    acceptable: open.filter(isPlain).length,
  };
}

/**
 * Accepts proposals: all that need no choice, or the chosen days. Each is checked by today's rules; refused ones keep
 * waiting. Idempotent.
 * @throws RefusalError roster_changed (the proposals differ from those read)
 */
export const acceptProposals = (
  context: RosterContext,
  signedIn: SignedIn,
  answer: RosterAnswer,
): Promise<{ accepted: number; waiting: number }> =>
  answering(context, signedIn, answer, async (tx, { waiting, owner, now }) => {
    const { user, worksite } = signedIn;
    const all = await judgeWaiting(tx, user.id, owner, waiting, now);
    const asked = all.filter((row) =>
      answer.days ? answer.days.includes(row.day) && isAcceptable(row) : isPlain(row),
    );
    // judged alone: proposals not accepted must not fill the week
    const judged = (await judgeWaiting(tx, user.id, owner, asked, now)).filter(isAcceptable);
    const changes = judged.map((row) => ({ ...changeOf(row), row }));
    if (changes.length > 0) {
      const leaving = changes.flatMap((change) => change.leaving ?? []);
      const written = changes.flatMap((change) => change.written ?? []);
      await writeCalendars(context.follower, tx, worksite, [{ userId: user.id, leaving, written }], now);
    }
    const answered = changes.map(({ row, leaving, written }) => ({
      rosterId: row.rosterId,
      day: row.day,
      shiftId: written?.id ?? null,
      replaced: replacedOf(leaving),
    }));
    await answerRows(tx, user.id, 'accepted', answered, now);
    await answerRows(tx, user.id, 'same', all.filter(isSettled).map(unwritten), now);
    return { accepted: judged.length, waiting: all.filter(isAcceptable).length - judged.length };
  });

/** Declines proposals, for all days or the chosen ones: the calendar stays as it is. */
export const declineProposals = (
  context: RosterContext,
  signedIn: SignedIn,
  answer: RosterAnswer,
): Promise<{ declined: number }> =>
  answering(context, signedIn, answer, async (tx, { waiting, now }) => {
    const declined = waiting.filter(({ day }) => answer.days?.includes(day) ?? true);
    await answerRows(tx, signedIn.user.id, 'declined', declined.map(unwritten), now);
    return { declined: declined.length };
  });

/**
 * Settles proposals after owners or swaps wrote calendars: people without remaining differences are no longer asked.
 * The caller holds the worksite's lock.
 */
export async function settleProposals(
  tx: Transaction,
  userIds: readonly string[],
  variant: WorksiteVariant,
  now: Instant,
): Promise<void> {
  const today = dayInRome(now);
  for (const { id, ...contract } of await listAskedPeople(tx, userIds, today)) {
    const waiting = await listWaitingRows(tx, id, today);
    const judged = await judgeWaiting(tx, id, { ...contract, variant }, waiting, now);
    // past proposals have expired
    if (judged.length === 0 || !judged.every(isSettled)) continue;
    await answerRows(tx, id, 'same', judged.map(unwritten), now);
    announce(tx, [id], ['notifications']);
  }
}

interface Answering {
  waiting: WaitingRow[];
  owner: ShiftOwner;
  now: Instant;
}

const answering = async <Result>(
  context: RosterContext,
  { user, worksite }: SignedIn,
  { version }: RosterAnswer,
  answer: (tx: Transaction, what: Answering) => Promise<Result>,
): Promise<Result> =>
  context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const { contractHours, enableFlexibleShifts } = await lockActiveUser(tx, user.id);
    const owner = { contractHours, enableFlexibleShifts, variant: worksite.variant };
    const now = context.clock.now();
    const today = dayInRome(now);
    const waiting = await listWaitingRows(tx, user.id, today);
    const newest = newestOf(waiting);
    if (version !== undefined && newest && versionOf(newest) !== version) {
      throw new RefusalError(refuse('roster_changed'));
    }
    const result = await answer(tx, { waiting, owner, now });
    announce(tx, [user.id], ['shifts', 'notifications']);
    return result;
  });

async function judgeWaiting(
  database: Queryable,
  userId: string,
  owner: ShiftOwner,
  waiting: readonly WaitingRow[],
  now: Instant,
): Promise<JudgedRow[]> {
  const days: Day[] = waiting.map(({ day }) => day);
  const calendars = await readCalendars(database, [userId], days, owner);
  const judging = { loaded: new Map(), owner, today: dayInRome(now), keepsMissing: false };
  const calendar = { ...calendars(userId), ...judging };
  const judged = new Map(judgeRoster(waiting, calendar).map((one) => [one.day, one]));
  return waiting.flatMap((row) => {
    const one = judged.get(row.day);
    return one ? [{ ...row, ...one }] : [];
  });
}

/** Whether the calendar differs. */
const isDifference = ({ kind }: JudgedDay): boolean => kind !== 'same' && kind !== 'past';

/** Whether nothing is left to ask: the day is already there, or stays because it was swapped. */
const isSettled = (judged: JudgedDay): boolean => !isDifference(judged) || judged.kind === 'swapped';

const newestOf = (waiting: readonly WaitingRow[]): WaitingRow | null =>
  waiting.reduce<WaitingRow | null>(
    (newest, row) => (newest && newest.number >= row.number ? newest : row),
    null,
  );

const versionOf = ({ number }: WaitingRow): string => String(number);

const unwritten = ({ rosterId, day }: WaitingRow) => ({ rosterId, day, shiftId: null, replaced: null });
