import { type ChangePassword, passwordLinkMinutes } from '../../domain/auth/ownAccount.ts';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { canSendMail, queuePasswordMail } from '../mail/commands.password.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { renewToken } from '../platform/session/queries.impersonation.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import type { RenewedSession, SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { keyOf, returnAttempts, takeAttempts } from './commands.attempts.ts';
import { leaveImpersonations } from './commands.impersonation.ts';
import { forgetAttempts } from './queries.attempts.ts';
import { deleteDevicesOf, noteDevice } from './queries.devices.ts';
import { deleteOtherSessions } from './queries.sessions.ts';
import {
  findPasswordHash,
  insertLinkOfEmail,
  insertPasswordLink,
  isLinkOpen,
  replacePassword,
  spendLinks,
  updatePassword,
  usePasswordLink,
} from './queries.ts';

/** Counts a link request, whether or not the mail address has an account. @throws RefusalError too_many_attempts */
export const countLinkRequest = (context: AppContext, email: string, address: string): Promise<void> =>
  takeAttempts(context, ['link source', address], ['link', email]);

/**
 * Sends a link for a new password to a mail address if an active account has it. Call it after the response was sent:
 * it takes longer if the account exists, and neither the response nor its timing may reveal that.
 */
export async function sendPasswordLink(context: AppContext, email: string): Promise<void> {
  const { settings, database, clock } = context;
  const token = newToken();
  const now = clock.now();
  const expiresAt = secondsAfter(now, passwordLinkMinutes * 60);
  const url = addressOfLink(context, token);
  await database.transaction(async (tx) => {
    const userId = await insertLinkOfEmail(tx, email, { tokenHash: hashToken(token), now, expiresAt });
    await queuePasswordMail(tx, settings, userId, { url, now, expiresAt });
  });
}

/**
 * Creates a password link for the CEO to hand over where mail is off. Earlier links become invalid; the person is
 * notified, and it is audited.
 * @throws RefusalError mail_is_on, not_found, forbidden (an administrator's or a deactivated account)
 */
export async function makePasswordLink(
  context: AppContext,
  ceo: SignedIn,
  userId: string,
): Promise<{ url: string; expiresAt: Instant }> {
  if (await canSendMail(context)) throw new RefusalError(refuse('mail_is_on'));
  const token = newToken();
  const now = context.clock.now();
  const expiresAt = secondsAfter(now, passwordLinkMinutes * 60);
  await context.database.transaction(async (tx) => {
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin' || !person.isActive) throw new RefusalError(refuse('forbidden'));
    await spendLinks(tx, userId, now);
    await insertPasswordLink(tx, { tokenHash: hashToken(token), userId, now, expiresAt });
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId: person.worksiteId,
      action: 'password_link_made',
      targetType: 'user',
      targetId: userId,
    });
    const facts = { fact: 'password_link_made' } as const;
    await notify(tx, [{ userId, personId: ceo.user.id, facts, requestId: null }], now);
  });
  return { url: addressOfLink(context, token), expiresAt };
}

const addressOfLink = ({ settings }: AppContext, token: string): string =>
  `${settings.publicUrl}/reimposta-password?token=${token}`;

/**
 * Sets a new password with a single-use link and ends every session of the account. Only this browser stays known to
 * it, and others' failures are cleared, so that the new password works at once.
 * @returns the token for the device cookie
 * @throws RefusalError link_expired, too_many_attempts (for invalid links)
 */
export async function setPassword(
  context: AppContext,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<string> {
  const { database, clock, passwords } = context;
  // a valid link is never throttled, regardless of other calls from that network
  if (!(await isLinkOpen(database, hashToken(token), clock.now()))) {
    await takeAttempts(context, ['address', address]);
    throw new RefusalError(refuse('link_expired'));
  }
  const passwordHash = await passwords.hash(password);
  const deviceToken = newToken();
  await database.transaction(async (tx) => {
    const now = clock.now();
    const userId = requireFound(await usePasswordLink(tx, hashToken(token), now), refuse('link_expired'));
    const email = await updatePassword(tx, userId, passwordHash);
    await leaveImpersonations(tx, { person: userId }, now);
    await deleteSessionsOf(tx, userId);
    await startAnew(tx, { userId, email }, { tokenHash: hashToken(deviceToken), now });
    announce(tx, [userId], ['session']);
  });
  return deviceToken;
}

/** After a new password, clears failed attempts and known browsers. */
async function startAnew(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  device: { tokenHash: Uint8Array; now: Instant },
): Promise<void> {
  await forgetAttempts(tx, keyOf('account', email));
  await deleteDevicesOf(tx, userId);
  await noteDevice(tx, { userId, ...device });
}

/**
 * Checks the person's current password.
 * @returns the hash it matched
 * @throws RefusalError wrong_password (names the field), too_many_attempts
 */
export async function requirePassword(
  context: AppContext,
  userId: string,
  { field, password }: { field: string; password: string },
): Promise<string> {
  await takeAttempts(context, ['password', userId]);
  const hash = await findPasswordHash(context.database, userId);
  const isRight = await context.passwords.verify(hash, password);
  if (hash === null || !isRight) throw wrongPassword(field);
  await returnAttempts(context, ['password', userId]);
  return hash;
}

const wrongPassword = (field: string): RefusalError =>
  new RefusalError(refuse('wrong_password'), { fields: { [field]: 'La password non è corretta.' } });

/**
 * Changes the person's own password. Ends their other sessions, renews this one's token, invalidates links sent, and
 * forgets other browsers.
 * @throws RefusalError wrong_password (also if it was changed meanwhile), too_many_attempts, not_signed_in (ended
 *   meanwhile)
 */
export async function changePassword(
  context: AppContext,
  { user, sessionId }: SignedIn,
  { currentPassword, password }: ChangePassword,
): Promise<RenewedSession & { deviceToken: string }> {
  const field = 'currentPassword';
  const from = await requirePassword(context, user.id, { field, password: currentPassword });
  const to = await context.passwords.hash(password);
  const [token, deviceToken] = [newToken(), newToken()];
  return context.database.transaction(async (tx) => {
    const now = context.clock.now();
    if (!(await replacePassword(tx, user.id, { from, to }))) throw wrongPassword(field);
    await spendLinks(tx, user.id, now);
    await leaveImpersonations(tx, { ceo: user.id, notFrom: sessionId }, now);
    await deleteOtherSessions(tx, user.id, sessionId);
    const renewed = await renewToken(tx, sessionId, hashToken(token));
    const { isRemembered, expiresAt } = requireFound(renewed, refuse('not_signed_in'));
    await startAnew(tx, { userId: user.id, email: user.email }, { tokenHash: hashToken(deviceToken), now });
    announce(tx, [user.id], ['session']);
    return { token, deviceToken, keepUntil: isRemembered ? expiresAt : null };
  });
}
