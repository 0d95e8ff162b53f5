import { type ChangePassword, passwordLinkMinutes } from '../../domain/auth/ownAccount.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { queuePasswordMail } from '../mail/commands.password.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { renewToken } from '../platform/session/queries.impersonation.ts';
import type { RenewedSession, SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { ofLink, ofLinkSource, ofPassword, returnAttempts, takeAttempts } from './commands.attempts.ts';
import { leaveImpersonations } from './commands.impersonation.ts';
import { deleteOtherSessions } from './queries.sessions.ts';
import { findPasswordHash, insertLinkOfEmail, replacePassword, spendLinks } from './queries.ts';

/**
 * Sends a link for a new password to a mail address, if an active account has it. Known and unknown addresses cost the
 * same statements and are counted alike: neither the answer nor its time says which one it was.
 *
 * @param address the caller's network address
 * @throws RefusalError too_many_attempts
 */
export async function requestPasswordLink(
  context: AppContext,
  email: string,
  address: string,
): Promise<void> {
  await takeAttempts(context, ofLinkSource(address), ofLink(email));
  const { settings, database, clock } = context;
  const token = newToken();
  const now = clock.now();
  const expiresAt = secondsAfter(now, passwordLinkMinutes * 60);
  const url = `${settings.publicUrl}/reimposta-password?token=${token}`;
  await database.transaction(async (tx) => {
    const userId = await insertLinkOfEmail(tx, email, { tokenHash: hashToken(token), now, expiresAt });
    await queuePasswordMail(tx, settings, userId, { url, now, expiresAt });
  });
}

/**
 * Whether this is the person's password now.
 *
 * @returns the hash it was checked against
 * @throws RefusalError wrong_password (names the field), too_many_attempts
 */
export async function requirePassword(
  context: AppContext,
  userId: string,
  { field, password }: { field: string; password: string },
): Promise<string> {
  await takeAttempts(context, ofPassword(userId));
  const hash = await findPasswordHash(context.database, userId);
  const isRight = await context.passwords.verify(hash, password);
  if (hash === null || !isRight) throw wrongPassword(field);
  await returnAttempts(context, ofPassword(userId));
  return hash;
}

const wrongPassword = (field: string): RefusalError =>
  new RefusalError(refuse('wrong_password'), { fields: { [field]: 'La password non è corretta.' } });

/**
 * Changes one's own password. Every other session of the account ends, this one gets a new token, and links that were
 * sent are worth nothing.
 *
 * @throws RefusalError wrong_password (also when it was changed meanwhile), too_many_attempts, not_signed_in (ended
 * meanwhile)
 */
export async function changePassword(
  context: AppContext,
  { user, sessionId }: SignedIn,
  { currentPassword, password }: ChangePassword,
): Promise<RenewedSession> {
  const field = 'currentPassword';
  const from = await requirePassword(context, user.id, { field, password: currentPassword });
  const to = await context.passwords.hash(password);
  const token = newToken();
  return context.database.transaction(async (tx) => {
    const now = context.clock.now();
    if (!(await replacePassword(tx, user.id, { from, to }))) throw wrongPassword(field);
    await spendLinks(tx, user.id, now);
    await leaveImpersonations(tx, { ceo: user.id, notFrom: sessionId }, now);
    await deleteOtherSessions(tx, user.id, sessionId);
    const renewed = await renewToken(tx, sessionId, hashToken(token));
    const { isRemembered, expiresAt } = requireFound(renewed, refuse('not_signed_in'));
    announce(tx, [user.id], ['session']);
    return { token, keepUntil: isRemembered ? expiresAt : null };
  });
}
