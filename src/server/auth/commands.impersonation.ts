import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { notify } from '../notifications/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import {
  endExpiredImpersonations,
  endImpersonation,
  endImpersonations,
  type EndedImpersonation,
  type ImpersonationScope,
  insertImpersonation,
  renewToken,
} from '../platform/session/queries.impersonation.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import { type RenewedSession, sessionLifetime, type SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';

/**
 * The CEO enters a person's account; their own session is suspended, and any earlier impersonation ends. The person is
 * notified.
 * @returns the token for the second cookie, valid only beside that of the CEO's own session
 * @throws RefusalError not_found, cannot_impersonate (admins, inactive accounts)
 */
export async function impersonate(context: AppContext, ceo: SignedIn, userId: string): Promise<string> {
  const token = newToken();
  await context.database.transaction(async (tx) => {
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin' || !person.isActive) throw new RefusalError(refuse('cannot_impersonate'));
    const now = context.clock.now();
    await leaveImpersonations(tx, { ceo: ceo.user.id, from: ceo.sessionId }, now);
    await insertImpersonation(tx, {
      tokenHash: hashToken(token),
      userId,
      parentSessionId: ceo.sessionId,
      now,
      expiresAt: secondsAfter(now, sessionLifetime(false)),
    });
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId: person.worksiteId,
      action: 'impersonation_started',
      targetType: 'user',
      targetId: userId,
    });
    const facts = { fact: 'ceo_entered' } as const;
    await notify(tx, [{ userId, personId: ceo.user.id, facts, requestId: null }], now);
    // the CEO's other tabs share the cookie
    announce(tx, [ceo.user.id], ['session']);
  });
  return token;
}

/**
 * Ends an impersonation: the CEO's own session resumes, with its remaining lifetime.
 * @param token the impersonation's token
 * @throws RefusalError not_signed_in if it has ended meanwhile
 */
export async function stopImpersonation(context: AppContext, token: string): Promise<RenewedSession> {
  const ownToken = newToken();
  return context.database.transaction(async (tx) => {
    const gone = refuse('not_signed_in');
    const ended = requireFound(await endImpersonation(tx, hashToken(token)), gone);
    await notifyEnd(tx, ended, context.clock.now());
    const own = requireFound(await renewToken(tx, ended.parentSessionId, hashToken(ownToken)), gone);
    return { token: ownToken, keepUntil: own.isRemembered ? own.expiresAt : null };
  });
}

/** Ends the impersonations opened in this token's session; only a CEO's has any. */
export async function leaveOwnImpersonations(tx: Transaction, ownToken: string, now: Instant): Promise<void> {
  await leaveImpersonations(tx, { own: hashToken(ownToken) }, now);
}

/** Ends expired impersonations and tells the person that the CEO has left. */
export async function expireImpersonations(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    for (const ended of await endExpiredImpersonations(tx, now)) await notifyEnd(tx, ended, now);
  });
}

/**
 * Ends impersonations whose sessions are about to be deleted with something else (an account deactivated, a CEO's
 * session ended): notifies the person and audits it. Call it before deleting the sessions.
 */
export async function leaveImpersonations(
  tx: Transaction,
  scope: ImpersonationScope,
  now: Instant,
): Promise<void> {
  for (const ended of await endImpersonations(tx, scope)) await notifyEnd(tx, ended, now);
}

async function notifyEnd(tx: Transaction, ended: EndedImpersonation, now: Instant): Promise<void> {
  const { userId, worksiteId, ceoId } = ended;
  await insertAudit(tx, {
    at: now,
    signedIn: { user: { id: userId }, impersonatorId: ceoId },
    worksiteId,
    action: 'impersonation_ended',
    targetType: 'user',
    targetId: userId,
  });
  await notify(tx, [{ userId, personId: ceoId, facts: { fact: 'ceo_left' }, requestId: null }], now);
  // the CEO's tabs still listen as the person
  announce(tx, [userId], ['session']);
}
