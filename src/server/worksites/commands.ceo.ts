import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import {
  defaultRestRules,
  type updateWorksiteSchema,
  type Worksite,
  type WorksiteContents,
} from '../../domain/worksites/schema.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { Settings } from '../platform/settings.ts';
import { variantOf } from '../platform/worksiteVariant.ts';
import {
  type CeoWorksiteRow,
  deleteWorksite,
  findContents,
  listPeopleOf,
  lockWholeWorksite,
  updateWorksite,
} from './queries.ceo.ts';

type WorksiteChange = z.output<typeof updateWorksiteSchema>;

/** A worksite as the CEO sees it. */
export function worksiteOf(row: CeoWorksiteRow, settings: Settings): Worksite {
  const variant = variantOf(row, settings);
  return { ...row, variant, restRules: row.restRules ?? defaultRestRules(variant) };
}

/**
 * Changes what is named of a worksite; the screens of its people show the new name. Inactive, it takes no registrations;
 * its people go on. Whatever its new access code is, its variant stays: people's shifts follow its rules.
 *
 * @throws RefusalError not_found
 * @throws DatabaseError on a taken name (answered as `worksite_name_taken`)
 */
export async function changeWorksite(
  context: AppContext,
  ceo: SignedIn,
  id: string,
  change: WorksiteChange,
): Promise<Worksite> {
  const { database, settings, clock } = context;
  return database.transaction(async (tx) => {
    const row = requireFound(await lockWholeWorksite(tx, id));
    const before = { ...row, variant: variantOf(row, settings) };
    const after = changed(before, change);
    const now = clock.now();
    await updateWorksite(tx, after);
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId: id,
      action: 'worksite_changed',
      targetType: 'worksite',
      targetId: id,
      before: recordOf(before),
      after: { ...recordOf(after), accessCodeChanged: before.accessCode !== after.accessCode },
    });
    const people = await listPeopleOf(tx, id);
    if (!isDeepStrictEqual(worksiteOf(before, settings).restRules, worksiteOf(after, settings).restRules)) {
      await tellRestRules(tx, people, after, now);
    }
    announce(tx, people, ['session']);
    return worksiteOf(after, settings);
  });
}

/** Everybody of the worksite hears of other rules for rest. */
async function tellRestRules(
  tx: Transaction,
  people: readonly string[],
  { restRules }: CeoWorksiteRow,
  now: Instant,
): Promise<void> {
  if (!restRules) return;
  const facts = { fact: 'rest_rules_changed', mode: restRules.mode } as const;
  const notifications = people.map((userId) => ({ userId, personId: null, facts, requestId: null }));
  await notify(tx, notifications, now);
}

function changed(row: CeoWorksiteRow, change: WorksiteChange): CeoWorksiteRow {
  return {
    ...row,
    name: change.name ?? row.name,
    accessCode: change.accessCode ?? row.accessCode,
    email: change.email ?? row.email,
    isActive: change.isActive ?? row.isActive,
    restRules: change.restRules ?? row.restRules,
    description: change.description === undefined ? row.description : (change.description ?? ''),
  };
}

/** The access code opens the worksite: it is on no record. */
const recordOf = ({ name, description, email, isActive, restRules }: CeoWorksiteRow) => ({
  name,
  description,
  email,
  isActive,
  ...(restRules && { restRules }),
});

/**
 * Deletes a worksite with its people, shifts, swaps and codes, in one transaction; every open page of its people ends
 * at the login.
 *
 * @param confirmName the worksite's name as the CEO typed it
 * @returns what went with it
 * @throws RefusalError not_found, worksite_name_mismatch, worksite_holds_admin
 */
export async function removeWorksite(
  context: AppContext,
  ceo: SignedIn,
  id: string,
  confirmName: string,
): Promise<WorksiteContents> {
  return context.database.transaction(async (tx) => {
    const worksite = requireFound(await lockWholeWorksite(tx, id));
    if (confirmName !== worksite.name) {
      const message = 'Il nome non corrisponde';
      throw new RefusalError(refuse('worksite_name_mismatch'), { fields: { confirmName: message } });
    }
    const contents = requireFound(await findContents(tx, id));
    if (contents.holdsAdmin) throw new RefusalError(refuse('worksite_holds_admin'));
    const people = await listPeopleOf(tx, id);
    const now = context.clock.now();
    await leaveImpersonations(tx, { worksite: id }, now);
    await deleteWorksite(tx, id);
    const { holdsAdmin: _none, ...deleted } = contents;
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId: id,
      action: 'worksite_deleted',
      targetType: 'worksite',
      targetId: id,
      before: { ...recordOf(worksite), ...deleted },
    });
    announce(tx, people, ['session']);
    return contents;
  });
}
