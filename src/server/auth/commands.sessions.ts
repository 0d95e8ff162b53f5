import type { OwnSession } from '../../domain/auth/ownAccount.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { leaveImpersonations } from './commands.impersonation.ts';
import { deleteOtherSessions, deleteOwnSession, listOwnSessions } from './queries.sessions.ts';
import { updateAcceptedTerms } from './queries.ts';

/** The person's sessions, this one first. */
export async function readOwnSessions(
  { database, clock }: AppContext,
  { user, sessionId }: SignedIn,
): Promise<OwnSession[]> {
  const rows = await listOwnSessions(database, user.id, clock.now());
  const sessions = rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** 'Esci dagli altri dispositivi': ends every other session of the account. */
export async function endOtherSessions(
  { database, clock }: AppContext,
  { user, sessionId }: SignedIn,
): Promise<void> {
  await database.transaction(async (tx) => {
    await leaveImpersonations(tx, { ceo: user.id, notFrom: sessionId }, clock.now());
    await deleteOtherSessions(tx, user.id, sessionId);
    announce(tx, [user.id], ['session']);
  });
}

/**
 * Ends one session of the account; its pages show the sign-in at once.
 * @throws RefusalError not_found, also for somebody else's
 */
export async function endOwnSession(
  { database, clock }: AppContext,
  { user }: SignedIn,
  sessionId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await leaveImpersonations(tx, { ceo: user.id, from: sessionId }, clock.now());
    requireFound((await deleteOwnSession(tx, user.id, sessionId)) ? true : null);
    announce(tx, [user.id], ['session']);
  });
}

export async function acceptTerms({ database, clock }: AppContext, { user }: SignedIn): Promise<void> {
  await database.transaction(async (tx) => {
    await updateAcceptedTerms(tx, user.id, termsVersion, clock.now());
    announce(tx, [user.id], ['session']);
  });
}
