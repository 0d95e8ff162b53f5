import { createHash } from 'node:crypto';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { secondsAfter, secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import {
  type AttemptCounter,
  countAttempts,
  type CountedAttempts,
  countSignIn,
  returnAttempt,
} from './queries.attempts.ts';
import type { Credentials } from './queries.ts';

/** How many failures a key may collect in a window before it has to wait for the window's end. */
interface AttemptLimit {
  name: string;
  most: number;
  windowSeconds: number;
}

/** Failed sign-ins of one account, whatever address they come from. */
const accountLimit: AttemptLimit = { name: 'account', most: 10, windowSeconds: 15 * 60 };
/** Failed sign-ins, registrations and links from one network address; a whole worksite may share one. */
const addressLimit: AttemptLimit = { name: 'address', most: 60, windowSeconds: 15 * 60 };

/** One thing that is counted: a limit and whose attempts. */
type Attempt = readonly [limit: AttemptLimit, of: string];

export const ofAccount = (email: string): Attempt => [accountLimit, email];
/** Wrong worksite codes on a person's own profile. */
const personLimit: AttemptLimit = { name: 'person', most: 10, windowSeconds: 15 * 60 };

/** Wrong current passwords typed in a session: whoever finds a phone unlocked must not guess for long. */
const passwordLimit: AttemptLimit = { name: 'password', most: 10, windowSeconds: 15 * 60 };
/** Links asked for one mail address, each a mail to it; counted whether or not it has an account. */
const linkLimit: AttemptLimit = { name: 'link', most: 3, windowSeconds: 15 * 60 };
/** Links asked from one network address. */
const linkSourceLimit: AttemptLimit = { name: 'link source', most: 20, windowSeconds: 15 * 60 };

/** Calls that cost others something: notices to colleagues, work of reviewers and of the database, mails. */
const callLimits = {
  publish: { name: 'publish', most: 600, windowSeconds: 15 * 60 },
  code: { name: 'code', most: 300, windowSeconds: 15 * 60 },
  export: { name: 'export', most: 60, windowSeconds: 15 * 60 },
  'mail trial': { name: 'mail trial', most: 20, windowSeconds: 15 * 60 },
} satisfies Record<string, AttemptLimit>;
export type CallLimit = keyof typeof callLimits;

export const ofCalls = (limit: CallLimit, userId: string): Attempt => [callLimits[limit], userId];
export const ofPassword = (userId: string): Attempt => [passwordLimit, userId];
export const ofLink = (email: string): Attempt => [linkLimit, email];
export const ofLinkSource = (address: string): Attempt => [linkSourceLimit, address];
export const ofPerson = (userId: string): Attempt => [personLimit, userId];
export const ofAddress = (address: string): Attempt => [addressLimit, address];

// stored as a hash: neither addresses nor accounts can be read from the table
export const keyOf = ([limit, of]: Attempt): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`${limit.name}\n${of}`).digest());

/**
 * Counts attempts before they are made, so that many at once cannot slip through together; whoever succeeds gives them
 * back with `returnAttempts`.
 *
 * @throws RefusalError `too_many_attempts`, with the minutes to wait
 */
export async function takeAttempts(context: AppContext, ...attempts: Attempt[]): Promise<void> {
  const now = context.clock.now();
  const counts = await countAttempts(context.database, countersOf(attempts, now), now);
  requireFew(attempts, counts, now);
}

/** The same before a sign-in, whose account is read along with it. */
export async function takeSignIn(
  context: AppContext,
  email: string,
  ...attempts: Attempt[]
): Promise<Credentials | null> {
  const now = context.clock.now();
  const { counts, credentials } = await countSignIn(context.database, countersOf(attempts, now), now, email);
  requireFew(attempts, counts, now);
  return credentials;
}

const countersOf = (attempts: readonly Attempt[], now: Instant): AttemptCounter[] =>
  attempts.map((attempt) => {
    const [{ most, windowSeconds }] = attempt;
    return { key: keyOf(attempt), most, oldest: secondsAfter(now, -windowSeconds) };
  });

/** @throws RefusalError `too_many_attempts` */
function requireFew(attempts: readonly Attempt[], counts: readonly CountedAttempts[], now: Instant): void {
  for (const [at, counted] of counts.entries()) {
    const { most = 0, windowSeconds = 0 } = attempts[at]?.[0] ?? {};
    if (counted.attempts <= most) continue;
    const left = secondsBetween(now, secondsAfter(counted.windowStartedAt, windowSeconds));
    throw new RefusalError(refuse('too_many_attempts', { minutes: Math.max(1, Math.ceil(left / 60)) }));
  }
}

/** Takes the count of attempts that did not fail back. */
export async function returnAttempts(context: AppContext, ...attempts: Attempt[]): Promise<void> {
  for (const attempt of attempts) await returnAttempt(context.database, keyOf(attempt));
}
