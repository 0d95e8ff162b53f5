import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { kindsOf } from '../../domain/exchanges/kinds.ts';
import {
  defaultRestRules,
  type updateWorksiteSchema,
  type Worksite,
  type WorksiteContents,
  type WorksiteVariant,
} from '../../domain/worksites/schema.ts';
import { storedKindsOf, swapPolicyOf } from '../../domain/worksites/swapPolicy.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { listPermitted } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import {
  type CeoWorksiteRow,
  deleteWorksite,
  endWallInvitation,
  findContents,
  listPeopleOf,
  lockWholeWorksite,
  updateWorksite,
} from './queries.ceo.ts';

/** Called in the same transaction when the cut-off changes; see `moveCutoff`. */
type CutoffFollower = (
  tx: Transaction,
  worksiteId: string,
  hoursEarlier: number,
  now: Instant,
) => Promise<void>;

export type WorksiteContext = AppContext & { cutoffMoved: CutoffFollower };

type WorksiteChange = z.output<typeof updateWorksiteSchema>;

export function worksiteOf(row: CeoWorksiteRow): Worksite {
  const { swapCutoffHours, swapKinds, swapApproval, ...worksite } = row;
  return {
    ...worksite,
    restRules: row.restRules ?? defaultRestRules(row.variant),
    swapPolicy: swapPolicyOf({ swapCutoffHours, swapKinds, swapApproval }, row.variant),
  };
}

/**
 * Changes the given fields of a worksite; its people's screens show the new name. If inactive, it takes no
 * registrations, but its people continue. Its variant never changes with the access code, since people's shifts follow
 * its rules; the public invitation, which replaces the code, ends. A new cut-off also applies to open requests, new
 * kinds only to later ones.
 * @throws RefusalError not_found, invalid_data for a kind of swaps that its variant does not have
 * @throws DatabaseError for a taken name (answered as `worksite_name_taken`)
 */
export async function changeWorksite(
  context: WorksiteContext,
  ceo: SignedIn,
  id: string,
  change: WorksiteChange,
): Promise<Worksite> {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const before = requireFound(await lockWholeWorksite(tx, id, clock.now()));
    const after = changed(before, change);
    const now = clock.now();
    await updateWorksite(tx, after);
    if (before.accessCode !== after.accessCode) await endWallInvitation(tx, id);
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
    const hoursEarlier = after.swapCutoffHours - before.swapCutoffHours;
    if (hoursEarlier !== 0) await context.cutoffMoved(tx, id, hoursEarlier, now);
    const people = await listPeopleOf(tx, id);
    await tellRules(tx, people, [worksiteOf(before), worksiteOf(after)], now);
    // every card shows what can be swapped until when
    announce(tx, people, ['session', 'exchange-requests', 'shifts']);
    return worksiteOf(after);
  });
}

/** Notifies everybody in the worksite which swap rules changed. */
async function tellRules(
  tx: Transaction,
  people: readonly string[],
  [before, after]: readonly [Worksite, Worksite],
  now: Instant,
): Promise<void> {
  const { cutoffHours, kinds, approval } = after.swapPolicy;
  const { swapPolicy } = before;
  const changes = {
    rest: isDeepStrictEqual(before.restRules, after.restRules) ? null : after.restRules.mode,
    cutoffHours: cutoffHours === swapPolicy.cutoffHours ? null : cutoffHours,
    kinds: isDeepStrictEqual(kinds, swapPolicy.kinds) ? null : kinds,
    approval: approval === swapPolicy.approval ? null : approval,
  };
  if (Object.values(changes).every((change) => change === null)) return;
  const facts = { fact: 'rules_changed', ...changes } as const;
  const notifications = people.map((userId) => ({ userId, personId: null, facts, requestId: null }));
  await notify(tx, notifications, now);
}

interface StoredWorksite extends CeoWorksiteRow {
  variant: WorksiteVariant;
}

function changed(row: StoredWorksite, change: WorksiteChange): StoredWorksite {
  const { cutoffHours, kinds, approval } = change.swapPolicy ?? {};
  if (kinds?.some((kind) => !kindsOf(row.variant).includes(kind))) {
    const fields = { 'swapPolicy.kinds': 'Questo tipo di scambio non è previsto in questo cantiere' };
    throw new RefusalError(refuse('invalid_data'), { fields });
  }
  return {
    ...row,
    swapCutoffHours: cutoffHours ?? row.swapCutoffHours,
    swapKinds: kinds ? storedKindsOf(kinds, row.variant) : row.swapKinds,
    swapApproval: approval ?? row.swapApproval,
    name: change.name ?? row.name,
    accessCode: change.accessCode ?? row.accessCode,
    email: change.email ?? row.email,
    isActive: change.isActive ?? row.isActive,
    restRules: change.restRules ?? row.restRules,
    rosterMode: change.rosterMode ?? row.rosterMode,
    description: change.description === undefined ? row.description : (change.description ?? ''),
  };
}

/** The access code grants access: it is never audited. */
const recordOf = ({ restRules, variant, ...row }: StoredWorksite) => ({
  name: row.name,
  description: row.description,
  email: row.email,
  isActive: row.isActive,
  ...(restRules && { restRules }),
  swapPolicy: swapPolicyOf(row, variant),
  rosterMode: row.rosterMode,
});

/**
 * Deletes a worksite with its people, shifts, swaps and codes, in one transaction; its people's open pages return to
 * sign-in.
 * @throws RefusalError not_found, worksite_name_mismatch, worksite_holds_admin
 */
export const removeWorksite = async (
  context: AppContext,
  ceo: SignedIn,
  id: string,
  confirmName: string | undefined,
): Promise<WorksiteContents> =>
  context.database.transaction(async (tx) => {
    const worksite = requireFound(await lockWholeWorksite(tx, id, context.clock.now()));
    if (confirmName !== undefined && confirmName !== worksite.name) {
      const message = 'Il nome non corrisponde';
      throw new RefusalError(refuse('worksite_name_mismatch'), { fields: { confirmName: message } });
    }
    const contents = requireFound(await findContents(tx, id));
    if (contents.holdsAdmin) throw new RefusalError(refuse('worksite_holds_admin'));
    const people = await listPeopleOf(tx, id);
    const now = context.clock.now();
    await leaveImpersonations(tx, { worksite: id }, now);
    const approvers = await listPermitted(tx, 'may_approve_swaps', id, context.settings.ceoEmails);
    announce(tx, approvers, ['exchange-requests']);
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
