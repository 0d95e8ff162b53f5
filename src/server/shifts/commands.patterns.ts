import type { z } from 'zod';
import { refuse } from '../../domain/errors/refusal.ts';
import { plannedDutyOf } from '../../domain/shifts/duty.ts';
import { mostPatterns } from '../../domain/shifts/patterns.ts';
import type { newPatternSchema, ShiftPattern } from '../../domain/shifts/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { requireOwnCalendar } from './commands.ts';
import { deletePattern, listPatterns, upsertPattern } from './queries.patterns.ts';

/**
 * Saves a rotation, replacing the person's one of the same name, ignoring case.
 * @throws RefusalError shift_admin_without_calendar, shift_patterns_full
 */
export async function keepPattern(
  { database, clock }: AppContext,
  signedIn: SignedIn,
  pattern: z.output<typeof newPatternSchema>,
): Promise<ShiftPattern> {
  requireOwnCalendar(signedIn);
  const { user } = signedIn;
  const steps = pattern.steps.map(({ duty, days }) => ({ duty: plannedDutyOf(duty), days }));
  return database.transaction(async (tx) => {
    // two concurrent calls could exceed the limit
    await lockActiveUser(tx, user.id);
    const kept = await upsertPattern(tx, user.id, { ...pattern, steps }, clock.now());
    const all = await listPatterns(tx, user.id);
    if (all.length > mostPatterns) {
      throw new RefusalError(refuse('shift_patterns_full', { most: mostPatterns }));
    }
    return kept;
  });
}

/** @throws RefusalError not_found */
export async function dropPattern({ database }: AppContext, { user }: SignedIn, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    requireFound(await deletePattern(tx, user.id, id));
  });
}
