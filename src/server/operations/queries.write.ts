import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { CodeVerdict } from '../../domain/operations/rules.ts';
import type { OperationType } from '../../domain/operations/schema.ts';
import type { Transaction } from '../platform/database/database.ts';

export interface NewOperation {
  worksiteId: string;
  userId: string;
  type: OperationType;
  code: string;
  description: string | null;
  /** The CEO impersonating this person; null: the person. */
  enteredBy: string | null;
  now: Instant;
}

/** @returns the new code's id; a code this person entered before, unless rejected, violates `one_code_a_person` */
export async function insertOperation(tx: Transaction, operation: NewOperation): Promise<string> {
  const { worksiteId, userId, type, code, description, enteredBy, now } = operation;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into operation_codes (worksite_id, user_id, type, code, description, entered_by, submitted_at)
    values (${worksiteId}, ${userId}, ${type}, ${code}, ${description}, ${enteredBy}, ${now})
    returning id`);
  return id;
}

/** Whether this person entered this code and it was not rejected. */
export async function hasOperation(
  tx: Transaction,
  { userId, type, code }: Pick<NewOperation, 'userId' | 'type' | 'code'>,
): Promise<boolean> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    select id from operation_codes
    where user_id = ${userId} and type = ${type} and code = ${code} and status <> 'rejected'`);
  return found !== null;
}

/**
 * Locks codes until the transaction ends: first their worksites, as every command does that affects several people,
 * then the codes, always in the same order. Read them in a later statement: one that waited here would join outdated
 * rows of other tables.
 */
export async function lockOperations(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.many<{ id: string }>(sql`
    select id from worksites
    where id in (select worksite_id from operation_codes where id = any(${[...ids]}::uuid[]))
    order by id for no key update`);
  await tx.many<{ id: string }>(sql`
    select id from operation_codes where id = any(${[...ids]}::uuid[]) order by id for update`);
}

export async function setVerdict(
  tx: Transaction,
  ids: readonly string[],
  verdict: CodeVerdict & { reviewerId: string; now: Instant },
): Promise<void> {
  await tx.run(sql`
    update operation_codes set status = ${verdict.status}, rejection_reason = ${verdict.reason},
      reviewed_by = ${verdict.reviewerId}, reviewed_at = ${verdict.now}
    where id = any(${[...ids]}::uuid[])`);
}

/** Revokes a verdict; violates `one_code_a_person` if the owner has entered the code again. */
export async function clearVerdict(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`
    update operation_codes set status = 'pending', rejection_reason = null, reviewed_by = null, reviewed_at = null
    where id = ${id}`);
}

export async function deleteOperationRow(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from operation_codes where id = ${id}`);
}
