import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from './database/database.ts';
import type { SignedIn } from './session/session.ts';

type AuditActor = Pick<SignedIn, 'impersonatorId'> & { user: { id: string } };

export interface AuditEntry {
  at: Instant;
  /** The actor; null for the product itself (jobs, start-up). */
  signedIn: AuditActor | null;
  /** The worksite, if it concerns only one. */
  worksiteId?: string | null;
  action: string;
  targetType: string;
  /** The id of the target, if there are several of its kind. */
  targetId?: string | null;
  before?: object;
  after?: object;
}

/** Records an action permanently: who, as whom, what, before and after. The table refuses updates, and deletes within its term. */
export async function insertAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { signedIn } = entry;
  const actorId = signedIn ? (signedIn.impersonatorId ?? signedIn.user.id) : null;
  const actedAsId = signedIn?.impersonatorId ? signedIn.user.id : null;
  await tx.run(sql`
    insert into audit_log (at, actor_id, acted_as_id, worksite_id, action, target_type, target_id, before, after)
    values (${entry.at}, ${actorId}, ${actedAsId}, ${entry.worksiteId ?? null}, ${entry.action}, ${entry.targetType},
      ${entry.targetId ?? null}, ${entry.before ? JSON.stringify(entry.before) : null},
      ${entry.after ? JSON.stringify(entry.after) : null})`);
}
