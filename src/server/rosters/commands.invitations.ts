import { dayInRome, type Instant } from '../../domain/calendar/day.ts';
import {
  type InvitationLink,
  type InvitationList,
  personalInvitationDays,
  wallInvitationDays,
} from '../../domain/rosters/schema.invitations.ts';
import { findOpenWorksite } from '../auth/queries.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { meaning, proposeShifts } from './commands.unclaimed.ts';
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
} from './queries.invitations.ts';
import { rememberNames } from './queries.names.ts';
import { deleteUnclaimed, findUnclaimed, listUnclaimed, listUnclaimedShifts } from './queries.unclaimed.ts';

/** The invitations of a worksite, and the people who could be invited. @throws RefusalError not_found */
export async function readInvitations(
  { database, clock }: AppContext,
  worksiteId: string,
): Promise<InvitationList> {
  requireFound(await findOpenWorksite(database, worksiteId));
  const now = clock.now();
  const running = new Map(
    (await listInvitations(database, worksiteId, now)).map(({ personId, expiresAt }) => [
      personId,
      { expiresAt },
    ]),
  );
  const people = await listUnclaimed(database, worksiteId, dayInRome(now));
  return {
    wall: running.get(null) ?? null,
    people: people.map((person) => ({ ...person, invitation: running.get(person.id) ?? null })),
  };
}

/**
 * Creates an invitation, whose URL is returned only once; the previous one ends.
 * @param personId an unclaimed person of the rosters; undefined: a public invitation
 * @throws RefusalError not_found (also for a worksite closed to registration)
 */
export async function makeInvitation(
  { database, clock, settings }: AppContext,
  ceo: SignedIn,
  worksiteId: string,
  personId: string | undefined,
): Promise<InvitationLink> {
  const token = newToken();
  return database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    requireFound(await findOpenWorksite(tx, worksiteId));
    if (personId !== undefined) requireFound(await findUnclaimed(tx, worksiteId, personId));
    const now = clock.now();
    const days = personId === undefined ? wallInvitationDays : personalInvitationDays;
    const expiresAt = secondsAfter(now, days * 24 * 3600);
    const isRenewed = await deleteInvitation(tx, worksiteId, personId ?? null);
    const invitation = {
      worksiteId,
      personId: personId ?? null,
      tokenHash: hashToken(token),
      now,
      expiresAt,
    };
    await insertInvitation(tx, invitation);
    const action = isRenewed ? 'invitation_renewed' : 'invitation_made';
    await recordInvitation(tx, ceo, { action, worksiteId, isPersonal: personId !== undefined, now });
    // after '#': it is never sent to a server or logged
    return { url: `${settings.publicUrl}/register#${token}`, expiresAt };
  });
}

export async function endInvitation(
  { database, clock }: AppContext,
  ceo: SignedIn,
  worksiteId: string,
  personId: string | undefined,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    if (!(await deleteInvitation(tx, worksiteId, personId ?? null))) return;
    const ended = { action: 'invitation_ended', worksiteId, isPersonal: personId !== undefined };
    await recordInvitation(tx, ceo, { ...ended, now: clock.now() });
  });
}

interface Recorded {
  action: string;
  worksiteId: string;
  isPersonal: boolean;
  now: Instant;
}

const recordInvitation = (
  tx: Transaction,
  signedIn: SignedIn,
  { action, worksiteId, isPersonal, now }: Recorded,
): Promise<void> =>
  insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId,
    action,
    targetType: 'worksite',
    targetId: worksiteId,
    after: { isPersonal },
  });

/**
 * Registers with an invitation, under the worksite's lock. A personal one is used up, and its waiting shifts become a
 * proposal; the public one stays valid and gives no shifts.
 * @param register creates the account, if the invitation is still valid
 * @returns null if it is not; nothing was written
 */
export async function claimInvitation(
  tx: Transaction,
  { tokenHash, worksiteId, clock }: { tokenHash: Uint8Array; worksiteId: string; clock: AppContext['clock'] },
  register: () => Promise<string>,
): Promise<string | null> {
  await lockWorksite(tx, worksiteId);
  const now = clock.now();
  const invitation = await findInvitation(tx, tokenHash, now);
  if (!invitation || invitation.id !== worksiteId) return null;
  const userId = await register();
  const { personId } = invitation;
  const shifts = personId === null ? [] : await listUnclaimedShifts(tx, personId, dayInRome(now));
  if (shifts.length > 0) await proposeShifts(tx, userId, { shifts, now });
  if (personId !== null) {
    const waiting = await findUnclaimed(tx, worksiteId, personId);
    if (waiting) await rememberNames(tx, worksiteId, [meaning(waiting.name, userId)], now);
    // which also deletes its invitation
    await deleteUnclaimed(tx, personId);
  }
  return userId;
}
