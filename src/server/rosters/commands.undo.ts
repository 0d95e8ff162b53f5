import { addHours, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { writeCalendars } from '../shifts/commands.calendars.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { requireStillLoader } from './access.ts';
import type { RosterContext } from './commands.load.ts';
import { undoUnclaimed } from './commands.unclaimed.ts';
import { requireRosterWorksite } from './judging.ts';
import { listHeldDays } from './queries.calendars.ts';
import { listUndoable } from './queries.rows.ts';
import { findRoster, giveBack, markUndone, passOnReplaced } from './queries.write.ts';

/**
 * Undoes a whole roster within 24 hours: deletes its unchanged entries, restores those it replaced, and deletes what
 * still waits. Entries changed, swapped or offered since stay, as do past days. Idempotent. Two rosters that wrote the
 * same day can both be undone, in either order.
 * @throws RefusalError roster_not_loader, not_found (also another worksite's), roster_undo_over
 */
export async function undoRoster(context: RosterContext, signedIn: SignedIn, id: string): Promise<void> {
  const { user } = signedIn;
  const { worksiteId, title } = requireFound(await findRoster(context.database, id));
  if (!user.isCeo && worksiteId !== user.worksiteId) throw new RefusalError(refuse('not_found'));
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    await requireStillLoader(tx, signedIn);
    const now = context.clock.now();
    const today = dayInRome(now);
    const { undoneAt, createdAt } = requireFound(await findRoster(tx, id));
    if (undoneAt !== null) return;
    if (addHours(createdAt, undoHours) < now) {
      throw new RefusalError(refuse('roster_undo_over', { hours: undoHours }));
    }
    const written = await listUndoable(tx, id, today);
    const owners = [...new Set(written.map(({ userId }) => userId))];
    const held = new Set((await listHeldDays(tx, owners)).map(({ userId, day }) => `${userId} ${day}`));
    const free = written.filter(({ userId, day }) => !held.has(`${userId} ${day}`));
    const changes = [...Map.groupBy(free, ({ userId }) => userId)].map(([userId, rows]) => ({
      userId,
      // rosters write only work
      leaving: rows.flatMap(({ shiftId, day: date }) =>
        shiftId === null ? [] : [{ id: shiftId, date, workLocation: 'sede' as const }],
      ),
      written: rows.flatMap(({ replaced }) => replaced ?? []),
    }));
    const worksite = await requireRosterWorksite(tx, worksiteId);
    if (changes.length > 0) await writeCalendars(context.follower, tx, worksite, changes, now);
    const back = free.flatMap(({ userId, day, replaced }) =>
      replaced ? [{ ...replaced, userId, day }] : [],
    );
    if (back.length > 0) await giveBack(tx, back, now);
    await passOnReplaced(tx, id, today);
    await undoUnclaimed(tx, { worksiteId, rosterId: id, now });
    await tellUndone(tx, { id, title, now });
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId,
      action: 'roster_undone',
      targetType: 'roster',
      targetId: id,
      before: { title, loadedAt: createdAt },
    });
  });
}

/** Tells everybody who was notified of it that it is gone. */
async function tellUndone(
  tx: Transaction,
  { id, title, now }: { id: string; title: string; now: Instant },
): Promise<void> {
  const owners = await markUndone(tx, id, now);
  const people = owners.map((owner) => owner.id);
  announce(tx, people, ['shifts', 'notifications']);
  const facts = { fact: 'roster_undone', title } as const;
  const told = owners.filter(({ isActive }) => isActive);
  const notifications = told.map((owner) => ({ userId: owner.id, personId: null, facts, requestId: null }));
  await notify(tx, notifications, now);
}
