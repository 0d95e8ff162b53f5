import type { z } from 'zod';
import type { loginSchema } from '../../domain/auth/schema.ts';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { deleteSession } from '../platform/session/queries.ts';
import { openSession, readSession, type SessionTokens, type SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { forgetSignIn, noteFailedSignIn, takeSignIn } from './commands.attempts.ts';
import { leaveOwnImpersonations } from './commands.impersonation.ts';
import { noteDevice } from './queries.devices.ts';

type Login = z.output<typeof loginSchema>;

export interface CallerPlace {
  /** Network address, for counting attempts. */
  address: string;
  /** The device cookie's token; null if missing or malformed. */
  deviceToken: string | null;
  /** Browser and device in plain words, for the list of sessions. */
  device: string | null;
}

/** The tokens of two cookies: the session's, and the device's, which makes the browser known. */
export interface SignInTokens {
  token: string;
  deviceToken: string;
}

/**
 * Signs a person in. Unknown addresses and wrong passwords cost the same work and get the same answer; only the right
 * password reveals that an account is inactive. Attempts from known browsers are counted separately: strangers block
 * nobody (decision ‘Failed sign-ins lock nobody out, and those of a network take turns’).
 * @param stepAside waits for the turn of a network beyond its limit, holding no resources
 * @returns the tokens for the cookies, and the person
 * @throws RefusalError wrong_credentials, account_disabled, too_many_attempts
 */
export async function signIn(
  context: AppContext,
  login: Login,
  { address, device, deviceToken }: CallerPlace,
  stepAside: (until: Instant) => Promise<void>,
): Promise<SignInTokens & { signedIn: SignedIn }> {
  const caller = { email: login.email, deviceHash: deviceToken === null ? null : hashToken(deviceToken) };
  const allowed = await takeSignIn(context, caller, address);
  const { credentials, isDevice, turn } = allowed;
  if (turn !== null) await stepAside(turn);
  const isRight = await context.passwords.verify(credentials?.passwordHash ?? null, login.password);
  if (!credentials || !isRight) {
    await noteFailedSignIn(context);
    throw new RefusalError(refuse('wrong_credentials'));
  }
  const { userId } = credentials;
  if (!credentials.isActive) {
    await forgetSignIn(context.database, allowed);
    throw new RefusalError(refuse('account_disabled'));
  }
  const now = context.clock.now();
  // a token that we never issued is not adopted
  const known = isDevice && deviceToken !== null ? deviceToken : newToken();
  const token = await context.database.transaction(async (tx) => {
    await forgetSignIn(tx, allowed);
    await noteDevice(tx, { userId, tokenHash: hashToken(known), now });
    return openSession(tx, userId, login.rememberMe, now, device);
  });
  const signedIn = await readSession(context, { own: token });
  // deactivated while the password was being checked
  if (!signedIn) throw new RefusalError(refuse('account_disabled'));
  return { token, signedIn, deviceToken: known };
}

/** Ends the sessions of the cookies and notifies the person's other windows; does nothing without cookies. */
export async function signOut(context: AppContext, tokens: SessionTokens | undefined): Promise<void> {
  if (!tokens) return;
  await context.database.transaction(async (tx) => {
    // a CEO who signs out while impersonating leaves both sessions
    await leaveOwnImpersonations(tx, tokens.own, context.clock.now());
    const userId = await deleteSession(tx, hashToken(tokens.own));
    if (userId !== null) announce(tx, [userId], ['session']);
  });
}
