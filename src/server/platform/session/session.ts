import { termsVersion } from '../../../domain/auth/termsVersion.ts';
import { dayInRome, type Instant } from '../../../domain/calendar/day.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { RestRules } from '../../../domain/rest/limits.ts';
import type { Session, User } from '../../../domain/users/schema.ts';
import { defaultRestRules } from '../../../domain/worksites/schema.ts';
import { swapPolicyOf } from '../../../domain/worksites/swapPolicy.ts';
import { secondsAfter, secondsBetween } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Settings } from '../settings.ts';
import { findSession, insertSession, noteActivity, noteUse, type SessionRow } from './queries.ts';
import { hashToken, newToken } from './tokens.ts';

export interface SignedIn extends Session {
  sessionId: string;
  /** The CEO impersonating this person, or null. */
  impersonatorId: string | null;
  /** Their worksite's limits on working time for swaps. */
  restRules: RestRules;
}

export interface SessionTokens {
  own: string;
  /** The impersonation's token, if any. */
  acting?: string;
}

export interface RenewedSession {
  token: string;
  /** When the cookie expires; null: when the browser closes. */
  keepUntil: Instant | null;
}

const rememberedSeconds = 30 * 24 * 3600;
const sessionSeconds = 12 * 3600;
/** Resolution of 'last used': at most one write per session in this time. */
const useSeconds = 10 * 60;

/** How long a session lives, in seconds: 30 days if remembered, else 12 hours. */
export const sessionLifetime = (isRemembered: boolean): number =>
  isRemembered ? rememberedSeconds : sessionSeconds;

export async function openSession(
  database: Queryable,
  userId: string,
  isRemembered: boolean,
  now: Instant,
  device: string | null = null,
): Promise<string> {
  const token = newToken();
  const expiresAt = secondsAfter(now, sessionLifetime(isRemembered));
  await insertSession(database, {
    tokenHash: hashToken(token),
    userId,
    isRemembered,
    device,
    now,
    expiresAt,
  });
  return token;
}

/** The person behind the cookies' tokens, or null. Records the day of their last activity. */
export async function readSession(
  context: AppContext,
  tokens: SessionTokens | undefined,
): Promise<SignedIn | null> {
  if (!tokens || !isToken(tokens.own)) return null;
  const { own, acting } = tokens;
  if (acting !== undefined && !isToken(acting)) return null;
  const now = context.clock.now();
  const hashes = { own: hashToken(own), acting: acting === undefined ? null : hashToken(acting) };
  const row = await findSession(context.database, hashes, now);
  if (!row || !mayAct(row, context.settings)) return null;
  await noteVisit(context.database, row, now);
  return signedInOf(row, context.settings);
}

/** Records the person's last active day, and the use of the session. */
async function noteVisit(database: Queryable, row: SessionRow, now: Instant): Promise<void> {
  const today = dayInRome(now);
  if (row.impersonatorId === null && row.lastActiveOn !== today) {
    await noteActivity(database, row.userId, today);
  }
  if (secondsBetween(row.lastUsedAt, now) >= useSeconds) {
    await noteUse(database, row.sessionId, now);
    // the CEO's own session counts as used too
    if (row.parentSessionId !== null) await noteUse(database, row.parentSessionId, now);
  }
}

export const isToken = (text: string): boolean => text !== '' && text.length <= 100;

/** Only a listed CEO may impersonate. */
const mayAct = ({ impersonatorEmail }: SessionRow, settings: Settings): boolean =>
  impersonatorEmail === null || settings.ceoEmails.includes(impersonatorEmail);

function signedInOf(row: SessionRow, settings: Settings): SignedIn {
  return {
    sessionId: row.sessionId,
    impersonatorId: row.impersonatorId,
    isImpersonating: row.impersonatorId !== null,
    user: userOf(row, settings),
    worksite: {
      id: row.worksiteId,
      name: row.worksiteName,
      description: row.worksiteDescription,
      variant: row.worksiteVariant,
      swapPolicy: swapPolicyOf(row, row.worksiteVariant),
    },
    restRules: row.restRules ?? defaultRestRules(row.worksiteVariant),
  };
}

const userOf = (row: SessionRow, settings: Settings): User => ({
  id: row.userId,
  worksiteId: row.worksiteId,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  role: row.role,
  contractHours: row.contractHours,
  enableFlexibleShifts: row.enableFlexibleShifts,
  taxiLicense: row.taxiLicense,
  phoneNumber: row.phoneNumber,
  isActive: true,
  isCeo: row.role === 'admin' && settings.ceoEmails.includes(row.email),
  mayReviewCodes: row.mayReviewCodes,
  mayApproveSwaps: row.mayApproveSwaps,
  mayLoadShifts: row.mayLoadShifts,
  acceptedTerms: row.acceptedTermsVersion === termsVersion,
  acceptedTermsAt: row.acceptedTermsAt,
  createdAt: row.createdAt,
});

/**
 * Requires the caller's own id; omitted, it is the caller's.
 * @throws RefusalError forbidden for somebody else's account
 */
export function requireOwn({ user }: SignedIn, userId: string | undefined): void {
  if (userId !== undefined && userId !== user.id) throw new RefusalError(refuse('forbidden'));
}
