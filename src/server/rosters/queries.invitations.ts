import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { UsableInvitation } from '../auth/queries.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export const listInvitations = (
  database: Queryable,
  worksiteId: string,
  now: Instant,
): Promise<{ personId: string | null; expiresAt: Instant }[]> =>
  database.many(sql`
    select person_id, expires_at from invitations where worksite_id = ${worksiteId} and expires_at > ${now}`);

/** Deletes the public invitation, or a person's. @returns whether there was one */
export async function deleteInvitation(
  tx: Transaction,
  worksiteId: string,
  personId: string | null,
): Promise<boolean> {
  const ended = await tx.run(sql`
    delete from invitations where worksite_id = ${worksiteId} and person_id is not distinct from ${personId}::uuid`);
  return ended > 0;
}

export async function insertInvitation(
  tx: Transaction,
  invitation: {
    worksiteId: string;
    personId: string | null;
    tokenHash: Uint8Array;
    now: Instant;
    expiresAt: Instant;
  },
): Promise<void> {
  await tx.run(sql`
    insert into invitations (worksite_id, person_id, token_hash, created_at, expires_at)
    values (${invitation.worksiteId}, ${invitation.personId}, ${invitation.tokenHash}, ${invitation.now},
      ${invitation.expiresAt})`);
}

export const findInvitation = (
  database: Queryable,
  tokenHash: Uint8Array,
  now: Instant,
): Promise<UsableInvitation | null> =>
  database.maybeOne(sql`
    select w.id, w.name, w.description, w.access_code, w.variant, i.person_id
    from invitations i join worksites w on w.id = i.worksite_id and w.is_active and w.is_registration_open
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`);
