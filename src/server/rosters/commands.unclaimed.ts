import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { keyOfName } from '../../domain/rosters/names.ts';
import type { RememberedName } from '../../domain/rosters/remembered.ts';
import { type JudgedDay, rosterDutyOf } from '../../domain/rosters/rules.ts';
import { mostRosterPeople, type Roster } from '../../domain/rosters/schema.ts';
import { keyOfDuty } from '../../domain/shifts/duty.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { requireStillLoader } from './access.ts';
import { judgeWorksite, requireRosterWorksite } from './judging.ts';
import { rememberNames } from './queries.names.ts';
import {
  deleteUnclaimed,
  deleteUnclaimedOf,
  findUnclaimed,
  findUnclaimedWorksite,
  forgetEmptyPeople,
  insertUnclaimed,
  listShiftsOfNames,
  listUnclaimedShifts,
  type NewUnclaimedShift,
  type UnclaimedShift,
} from './queries.unclaimed.ts';
import { passOnUnclaimed, replaceUnclaimedDays, takeReplaced } from './queries.unclaimedReplaced.ts';
import { insertRosterRows } from './queries.write.ts';

/** What a roster changes for people without an account. */
export interface UnclaimedNews {
  gone: { key: string; day: Day }[];
  kept: NewUnclaimedShift[];
  /** Shifts waiting under the roster's names once it is loaded. */
  shifts: number;
}

/**
 * Compares a roster's days of people without an account with those waiting under their names: for each day the newer
 * file counts. For names that now belong to an account, none of these days waits any more.
 */
export async function readUnclaimedNews(
  database: Queryable,
  worksiteId: string,
  { people, unclaimed = [] }: Roster,
  today: Day,
): Promise<UnclaimedNews> {
  const named = [
    ...unclaimed.map(({ name, days }) => ({ name, days })),
    ...people.flatMap(({ name, days }) =>
      name === undefined ? [] : [{ name, days: days.map(({ day }) => ({ day, duty: null })) }],
    ),
  ].map((one) => ({ ...one, key: keyOfName(one.name) }));
  const keys = [...new Set(named.map(({ key }) => key))];
  const before = keys.length > 0 ? await listShiftsOfNames(database, worksiteId, keys) : [];
  const known = new Map(before.map(({ key, day, duty }) => [`${key}\n${day}`, keyOfDuty(duty)]));
  const said = named.flatMap(({ key, name, days }) =>
    days.flatMap(({ day, duty }) =>
      day >= today ? [{ key, name, day, duty: duty && rosterDutyOf(duty) }] : [],
    ),
  );
  const changed = said.filter(
    ({ key, day, duty }) => (known.get(`${key}\n${day}`) ?? '') !== keyOfDuty(duty),
  );
  return {
    gone: changed.flatMap(({ key, day }) => (known.has(`${key}\n${day}`) ? [{ key, day }] : [])),
    kept: changed.flatMap(({ duty, ...one }) => (duty ? [{ ...one, duty }] : [])),
    shifts: said.filter(({ duty }) => duty !== null).length,
  };
}

export const isNews = ({ gone, kept }: UnclaimedNews): boolean => gone.length + kept.length > 0;

/** @throws RefusalError unclaimed_full */
export async function keepUnclaimed(
  tx: Transaction,
  place: { worksiteId: string; rosterId: string; now: Instant },
  { gone, kept }: UnclaimedNews,
): Promise<void> {
  if (gone.length > 0) await replaceUnclaimedDays(tx, place, gone);
  if (kept.length > 0) await insertUnclaimed(tx, place, kept);
  const waiting = await forgetEmptyPeople(tx, place.worksiteId);
  if (waiting > mostRosterPeople)
    throw new RefusalError(refuse('unclaimed_full', { most: mostRosterPeople }));
}

/** Deletes the unclaimed days of a roster and restores those it replaced. */
export async function undoUnclaimed(
  tx: Transaction,
  place: { worksiteId: string; rosterId: string; now: Instant },
): Promise<void> {
  await deleteUnclaimedOf(tx, place.rosterId);
  await passOnUnclaimed(tx, place.rosterId);
  const back = await takeReplaced(tx, place, dayInRome(place.now));
  for (const [rosterId, shifts] of Map.groupBy(back, (shift) => shift.rosterId)) {
    await insertUnclaimed(tx, { ...place, rosterId }, shifts);
  }
  await forgetEmptyPeople(tx, place.worksiteId);
}

/**
 * A loader or the CEO assigns an unclaimed person's days to somebody: they become that person's proposal, all or none, judged
 * as when a roster is loaded.
 * @throws RefusalError roster_not_loader, not_found (unknown, another worksite's, claimed meanwhile), unclaimed_not_allowed
 */
export async function assignUnclaimed(
  context: AppContext,
  signedIn: SignedIn,
  id: string,
  userId: string,
): Promise<{ shifts: number }> {
  const worksiteId = await worksiteOfUnclaimed(context.database, signedIn, id);
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    await requireStillLoader(tx, signedIn);
    const now = context.clock.now();
    const { name } = requireFound(await findUnclaimed(tx, worksiteId, id));
    const shifts = await listUnclaimedShifts(tx, id, dayInRome(now));
    const worksite = await requireRosterWorksite(tx, worksiteId);
    const days = shifts.map(({ day }) => day).toSorted();
    const span = { from: days[0] ?? dayInRome(now), to: days.at(-1) ?? dayInRome(now) };
    const judged = await judgeWorksite(tx, worksite, { days: span, people: [{ userId, days: shifts }] }, now);
    const person = requireFound(judged.people[0] ?? null);
    const refusal = person.days.find(({ kind }) => kind === 'refused')?.refusal;
    if (refusal) throw new RefusalError(refuse('unclaimed_not_allowed', { reason: messageOf(refusal) }));
    const kinds = new Map(person.days.map(({ day, kind }) => [day, kind]));
    if (shifts.length > 0) await proposeShifts(tx, userId, { shifts, kinds, now });
    await rememberNames(tx, worksiteId, [meaning(name, userId)], now);
    await deleteUnclaimed(tx, id);
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId,
      action: 'unclaimed_assigned',
      targetType: 'user',
      targetId: userId,
      after: { shifts: shifts.length },
    });
    return { shifts: shifts.length };
  });
}

/** Remembers that the name means this person in later files. */
export const meaning = (name: string, userId: string): RememberedName => ({
  name: keyOfName(name),
  userId,
  withoutAccount: false,
  others: [],
});

/** @throws RefusalError not_found */
async function worksiteOfUnclaimed(database: Queryable, signedIn: SignedIn, id: string): Promise<string> {
  const worksiteId = requireFound(await findUnclaimedWorksite(database, id));
  if (!signedIn.user.isCeo && worksiteId !== signedIn.user.worksiteId)
    throw new RefusalError(refuse('not_found'));
  return worksiteId;
}

interface Proposed {
  shifts: readonly UnclaimedShift[];
  /** The kind of each day for the person; omitted: all are new. */
  kinds?: ReadonlyMap<Day, JudgedDay['kind']>;
  now: Instant;
}

/** Makes the shifts a person's proposal, in the rosters they came from, and notifies the person. */
export async function proposeShifts(
  tx: Transaction,
  userId: string,
  { shifts, kinds, now }: Proposed,
): Promise<void> {
  const kindOf = (day: Day): JudgedDay['kind'] => kinds?.get(day) ?? 'new';
  for (const [rosterId, own] of Map.groupBy(shifts, (shift) => shift.rosterId)) {
    const rows = own.map(({ day, duty }) => ({
      userId,
      day,
      duty,
      status: kindOf(day) === 'same' ? ('same' as const) : ('waiting' as const),
      isNews: kindOf(day) !== 'same',
      shiftId: null,
      replaced: null,
    }));
    await insertRosterRows(tx, rosterId, rows, now);
  }
  const told = shifts.map(({ day }) => kindOf(day)).filter((kind) => kind !== 'same' && kind !== 'swapped');
  const fresh = told.filter((kind) => kind !== 'changed').length;
  const facts = {
    fact: 'roster_arrived',
    title: shifts.at(-1)?.title ?? '',
    shifts: fresh,
    changes: told.length - fresh,
    isEntered: false,
    questions: 0,
  } as const;
  if (told.length > 0) await notify(tx, [{ userId, personId: null, facts, requestId: null }], now);
  announce(tx, [userId], ['shifts']);
}
