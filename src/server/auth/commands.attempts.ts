import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { type Day, dayInRome, type Instant, timeInRome } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { secondsAfter, secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import {
  type AttemptCounter,
  type Bounds,
  countAttempts,
  type CountedAttempts,
  findSignIn,
  forgetAttempts,
  returnAttempt,
  type SignInCaller,
  type SignInFacts,
  readAttempts,
  takeTurn,
} from './queries.attempts.ts';

interface AttemptLimit extends Bounds {
  /** Counts per network: for IPv6, its first 64 bits. */
  isOfNetwork?: true;
  /** Error code beyond the limit; default: `too_many_attempts`. */
  code?: 'profile_changed_often' | 'registered_often' | 'files_read_often';
}

const quarter = { windowSeconds: 15 * 60 };
const registrations = { windowSeconds: 3600, code: 'registered_often' } as const;
const tenOfAccount = { ...quarter, most: 10, growing: { firstSeconds: 15, mostSeconds: 90 } };

const files = { code: 'files_read_often' } as const;

/** Calls that burden others: notifications, reviewers' or database work, mails. Counted per person. */
const callLimits = {
  publish: { ...quarter, most: 600 },
  code: { ...quarter, most: 300 },
  export: { ...quarter, most: 60 },
  file: { ...quarter, most: 30, ...files },
  'loader file': { ...quarter, most: 100, ...files },
  push: { ...quarter, most: 60 },
  'mail trial': { ...quarter, most: 20 },
};
export type CallLimit = keyof typeof callLimits;

const limits = {
  ...callLimits,
  /**
   * Failed sign-ins on one account from unknown browsers, from any address. It never locks: the wait between attempts
   * grows up to a rate of ten in a quarter of an hour.
   */
  account: tenOfAccount,
  /** Failed sign-ins from a browser known to the account. */
  device: { ...quarter, most: 10 },
  /**
   * Those on one account from a network beyond its limit: they count against nobody elsewhere, and guessing at one
   * account stays as slow.
   */
  'account in network': tenOfAccount,
  /** Failed sign-ins from one network, which a whole worksite may share; beyond the limit they take turns. */
  network: { ...quarter, most: 60, isOfNetwork: true },
  turns: { ...quarter, most: 60, isOfNetwork: true },
  /** Wrong access codes and links from one network. */
  address: { ...quarter, most: 60, isOfNetwork: true },
  /** Wrong worksite codes on a person's own profile. */
  person: { ...quarter, most: 10 },
  /** Wrong current passwords in a session: limits guessing on an unlocked phone. */
  password: { ...quarter, most: 10 },
  /** Links requested for one mail address, each sending a mail; counted whether or not it has an account. */
  link: { ...quarter, most: 3 },
  /** Links requested from one network. */
  'link source': { ...quarter, most: 20, isOfNetwork: true },
  /** Registrations by a worksite's code: from one network, and at the worksite. */
  'entries of network': { ...registrations, most: 60, isOfNetwork: true },
  'entries by code': { ...registrations, most: 120 },
  /** Registrations by one invitation: enough for a whole worksite on its first morning. */
  invited: { ...registrations, most: 300 },
  /** Changes of the own profile, each of which refreshes colleagues' lists. */
  profile: { most: 10, windowSeconds: 24 * 3600, code: 'profile_changed_often' },
  /** All failed sign-ins of a day in Rome: statistics for the CEO, not a limit. */
  'failed sign-ins': { most: 2 ** 31 - 1, windowSeconds: 48 * 3600 },
} as const satisfies Record<string, AttemptLimit>;

/** One counter: a limit, and the subject it counts for. */
export type Attempt = readonly [limit: keyof typeof limits, of: string];

const limitOf = ([limit]: Attempt): AttemptLimit => limits[limit];

// hashed, so that neither addresses nor accounts can be read from the table
export const keyOf = (...[limit, of]: Attempt): Uint8Array => {
  const whose = limitOf([limit, of]).isOfNetwork ? normalizeIP(of) : of;
  return new Uint8Array(createHash('sha256').update(`${limit}\n${whose}`).digest());
};

/**
 * Counts attempts before they are made, so that concurrent ones cannot exceed the limit together; a successful caller
 * returns them with `returnAttempts`. If one is refused, none is counted and nothing is written.
 * @throws RefusalError `too_many_attempts`, with the minutes to wait
 */
export async function takeAttempts(context: AppContext, ...attempts: Attempt[]): Promise<void> {
  const now = context.clock.now();
  const counts = await countAttempts(context.database, attempts.map(counterOf), now);
  await requireTaken(context, attempts, counts, now);
}

/** A sign-in that may be attempted: the facts to check, and what was counted for it. */
export interface AllowedSignIn extends SignInFacts {
  /** A shared counter, decremented on success. */
  shared: Attempt | null;
  /** The caller's own counter, cleared on success. */
  own: Attempt;
  /** When the password may be checked; null: now. */
  turn: Instant | null;
}

/**
 * Like `takeAttempts`, for a sign-in: a known browser is counted by itself, any other with its network and then with
 * all attempts on the account. Beyond the network's limit the attempt counts against network and account together and
 * gets a turn, as it does on a throttled account.
 */
export async function takeSignIn(
  context: AppContext,
  caller: SignInCaller,
  address: string,
): Promise<AllowedSignIn> {
  const { database } = context;
  const facts = { ...(await findSignIn(database, caller)), shared: null, turn: null };
  const known: Attempt = [
    'device',
    `${caller.email}\n${Buffer.from(caller.deviceHash ?? []).toString('base64')}`,
  ];
  if (facts.isKnown) return takeAttempts(context, known).then(() => ({ ...facts, own: known }));
  const shared: Attempt = ['network', address];
  const own: Attempt = ['account', caller.email];
  const now = context.clock.now();
  const counts = await countAttempts(database, [counterOf(shared), counterOf(own)], now);
  const ofOwn = counts.slice(1);
  if (ofOwn[0]?.isFull) await requireTaken(context, [own], ofOwn, now);
  if (counts[0]?.isTaken) {
    await requireTaken(context, [shared, own], counts, now);
    return { ...facts, shared, own };
  }
  const slow: Attempt = ['account in network', `${caller.email}\n${normalizeIP(address)}`];
  await takeAttempts(context, slow);
  const turn = await takeTurn(database, keyOf('turns', address), now);
  if (turn !== null) return { ...facts, own: slow, turn };
  await returnAttempts(context, slow);
  throw new RefusalError(refuse('too_many_attempts', { minutes: 1 }));
}

/** Counts a sign-in with a wrong password or unknown account. */
export async function noteFailedSignIn({ database, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await countAttempts(database, [counterOf(['failed sign-ins', dayInRome(now)])], now);
}

export const countFailedSignIns = (database: Queryable, day: Day): Promise<number> =>
  readAttempts(database, keyOf('failed sign-ins', day));

/** Clears what was counted for a successful sign-in. Counters are locked in the order in which they were counted. */
export async function forgetSignIn(database: Queryable, { shared, own }: AllowedSignIn): Promise<void> {
  if (shared) await returnAttempt(database, keyOf(...shared));
  await forgetAttempts(database, keyOf(...own));
}

const counterOf = (attempt: Attempt): AttemptCounter => ({ ...limitOf(attempt), key: keyOf(...attempt) });

/** @throws RefusalError `too_many_attempts`, after returning the attempts counted before the full counter */
async function requireTaken(
  context: AppContext,
  attempts: readonly Attempt[],
  counts: readonly CountedAttempts[],
  now: Instant,
): Promise<void> {
  const isFull = counts.findIndex((counted) => counted.isFull);
  const full = isFull >= 0 ? isFull : counts.findIndex(({ isTaken }) => !isTaken);
  const [refused, counted] = [attempts[full], counts[full]];
  if (!refused || !counted) return;
  const limit = limitOf(refused);
  const taken = attempts.filter((_, at) => counts[at]?.isTaken);
  await returnAttempts(context, ...taken);
  const minutes = Math.max(1, Math.ceil(secondsToWait(limit, counted, now) / 60));
  const { code, most } = limit;
  const from = timeInRome(secondsAfter(now, minutes * 60));
  throw new RefusalError(
    code ? refuse(code, { most, minutes, from }) : refuse('too_many_attempts', { minutes }),
  );
}

function secondsToWait(
  { most, windowSeconds, growing }: AttemptLimit,
  { isFull, attempts, windowStartedAt }: CountedAttempts,
  now: Instant,
): number {
  // concurrent attempts have just filled it
  const since = isFull && windowStartedAt !== null ? windowStartedAt : now;
  if (!growing) return secondsBetween(now, secondsAfter(since, windowSeconds));
  const doubled = growing.firstSeconds * 2 ** Math.max(0, (attempts ?? most) - most);
  return secondsBetween(now, secondsAfter(since, Math.min(growing.mostSeconds, doubled)));
}

export async function returnAttempts(context: AppContext, ...attempts: Attempt[]): Promise<void> {
  for (const attempt of attempts) await returnAttempt(context.database, keyOf(...attempt));
}
