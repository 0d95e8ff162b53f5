import type { z } from 'zod';
import {
  type loginSchema,
  type registrationBodySchema,
  registrationFormSchema,
  taxiContractHours,
} from '../../domain/auth/schema.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { dayInRome } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { isSameText } from '../platform/isSameText.ts';
import { deleteSession } from '../platform/session/queries.ts';
import { openSession, readSession, type SessionTokens, type SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { variantOf } from '../platform/worksiteVariant.ts';
import {
  forgetSignIn,
  noteFailedSignIn,
  ofAddress,
  returnAttempts,
  takeAttempts,
  takeSignIn,
} from './commands.attempts.ts';
import { leaveOwnImpersonations } from './commands.impersonation.ts';
import { noteDevice } from './queries.devices.ts';
import { findCredentials, findOpenWorksite, insertUser, type NewUser } from './queries.ts';

type Login = z.output<typeof loginSchema>;
type Registration = z.output<typeof registrationBodySchema>;

/** Where a call comes from. */
export interface CallerPlace {
  /** Network address, for the counting of attempts. */
  address: string;
  /** What the browser's device cookie holds; null without one that could be ours. */
  deviceToken: string | null;
  /** Browser and device in plain words, for the list of one's own sessions. */
  device: string | null;
}

/** The tokens of two cookies: the session's, and the one by which the browser is known from now on. */
export interface SignInTokens {
  token: string;
  deviceToken: string;
}

/**
 * Signs a person in. Unknown addresses and wrong passwords cost the same work and get the same answer; that an account
 * is inactive is told only after a right password. Attempts from a browser that the account knows are counted by
 * themselves: strangers keep nobody out (decision ‘Failed sign-ins lock nobody out’).
 *
 * @returns the tokens for the cookies, and who they are
 * @throws RefusalError wrong_credentials, account_disabled, too_many_attempts
 */
export async function signIn(
  context: AppContext,
  login: Login,
  { address, device, deviceToken }: CallerPlace,
): Promise<SignInTokens & { signedIn: SignedIn }> {
  const caller = { email: login.email, deviceHash: deviceToken === null ? null : hashToken(deviceToken) };
  const allowed = await takeSignIn(context, caller, address);
  const { credentials, isDevice } = allowed;
  const isRight = await context.passwords.verify(credentials?.passwordHash ?? null, login.password);
  if (!credentials || !isRight) {
    await noteFailedSignIn(context);
    throw new RefusalError(refuse('wrong_credentials'));
  }
  const { userId } = credentials;
  await forgetSignIn(context, allowed);
  if (!credentials.isActive) throw new RefusalError(refuse('account_disabled'));
  const now = context.clock.now();
  // a cookie that nobody was given is not made ours
  const known = isDevice && deviceToken !== null ? deviceToken : newToken();
  await noteDevice(context.database, { userId, tokenHash: hashToken(known), now });
  const token = await openSession(context.database, userId, login.rememberMe, now, device);
  const signedIn = await readSession(context, { own: token });
  // shut out while the password was being checked
  if (!signedIn) throw new RefusalError(refuse('account_disabled'));
  return { token, signedIn, deviceToken: known };
}

/** Ends the sessions of the cookies and tells the person's other windows; without cookies nothing happens. */
export async function signOut(context: AppContext, tokens: SessionTokens | undefined): Promise<void> {
  if (!tokens) return;
  await context.database.transaction(async (tx) => {
    // a CEO who signs out while acting as somebody leaves both sessions
    await leaveOwnImpersonations(tx, tokens.own, context.clock.now());
    const userId = await deleteSession(tx, hashToken(tokens.own));
    if (userId !== null) announce(tx, [userId], ['session']);
  });
}

/**
 * Makes an account and signs it in for the 12 hours of a session that is not remembered.
 *
 * @returns the tokens for the cookies
 * @throws RefusalError unknown_worksite, wrong_access_code, invalid_data (with fields), email_taken, too_many_attempts
 */
export async function register(
  context: AppContext,
  body: Registration,
  { address, device }: CallerPlace,
): Promise<SignInTokens> {
  await takeAttempts(context, ofAddress(address));
  const accessCode = body.accessCode ?? body.worksiteAccessCode ?? '';
  const worksite = await findOpenWorksite(context.database, body.worksiteId);
  if (!worksite) throw new RefusalError(refuse('unknown_worksite'));
  if (!isSameText(accessCode, worksite.accessCode)) {
    throw new RefusalError(refuse('wrong_access_code'), {
      fields: { accessCode: 'Codice accesso non valido per il cantiere selezionato' },
    });
  }
  await returnAttempts(context, ofAddress(address));
  const variant = variantOf(worksite, context.settings);
  checkForm({ ...body, accessCode }, variant);
  await requireNewEmail(context, body.email);
  const passwordHash = await context.passwords.hash(body.password);
  const now = context.clock.now();
  const deviceToken = newToken();
  return context.database.transaction(async (tx) => {
    const userId = await insertUser(tx, {
      ...accountOf(body, variant),
      passwordHash,
      acceptedTermsAt: now,
      now,
      today: dayInRome(now),
    });
    await noteDevice(tx, { userId, tokenHash: hashToken(deviceToken), now });
    return { token: await openSession(tx, userId, false, now, device), deviceToken };
  });
}

/** The form of the worksite's variant, checked again: what its own schema demands is known only now. */
function checkForm(body: Registration & { accessCode: string }, variant: WorksiteVariant): void {
  const checked = registrationFormSchema(variant).safeParse(body);
  if (checked.success) return;
  const fields: Record<string, string> = {};
  // the first complaint about a field is the one that says what is missing
  for (const { path, message } of checked.error.issues) fields[path.join('.')] ??= message;
  const isTaxi = 'taxiLicense' in fields || 'phoneNumber' in fields;
  throw new RefusalError(refuse(isTaxi ? 'taxi_details_required' : 'invalid_data'), { fields });
}

function accountOf(
  body: Registration,
  variant: WorksiteVariant,
): Omit<NewUser, 'passwordHash' | 'acceptedTermsAt' | 'now' | 'today'> {
  const isTaxi = variant === 'taxi';
  return {
    worksiteId: body.worksiteId,
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    role: isTaxi ? 'operatore' : (body.role ?? 'operatore'),
    contractHours: isTaxi ? taxiContractHours : (body.contractHours ?? 8),
    taxiLicense: isTaxi ? (body.taxiLicense ?? null) : null,
    phoneNumber: isTaxi ? (body.phoneNumber ?? null) : null,
    acceptedTermsVersion: termsVersion,
  };
}

// asked before the expensive hash; two registrations at once are decided by the constraint
async function requireNewEmail(context: AppContext, email: string): Promise<void> {
  if (await findCredentials(context.database, email)) {
    throw new RefusalError(refuse('email_taken'), { fields: { email: 'Email già registrata' } });
  }
}
