import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { KnownCaller } from './callers.ts';
import { FairQueue, type ReleaseSlot, type QueueCaller } from './fairQueue.ts';
import { createTokenBuckets } from './tokenBuckets.ts';

/** What of a call of the API its hooks use. */
export type CallUnderWay = Pick<Call, 'pace' | 'begin' | 'pause' | 'leaving' | 'onEnd' | 'holdRefusal'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sign-in, registration and what else lets somebody in: nobody yet, and costly. */
    isSignIn?: true;
  }
  interface FastifyRequest {
    callUnderWay: CallUnderWay | null;
  }
}

/** In seconds of the pace. A person's: far above what a screen asks for, and far below what a program in a loop does. */
const personsBurst = 10;
const strangersBurst = 5;
const longestPaceMs = 5_000;
/** Refused sign-ins: people mistype, programs guess. */
const refusalsOfNetwork = { perSecond: 5, burst: 100 };
/** More at once than a database has connections, so that none of those is idle. */
const mostAtOnce = 24;
/** Fewer: calls that wait for one worksite's lock leave connections to the others. */
const mostOfGroup = 8;
/** Why a call that waits gives up. */
const hasLeft = 'the caller has left';
/** Of all calls in progress, how many may be one's. */
const shareOfOne = 0.3;

/**
 * Takes care that one caller's calls do not hold up the others': so many at once for a person, or for the strangers of a
 * network, so many for a worksite, and so often. Worksites take turns, and in each its people (decision ‘Calls are turned away early, slow connections are cut’).
 */
export function createCallScheduler({ settings }: AppContext) {
  const { mostCalls, mostCallsOfOne, personCallsASecond, strangerCallsASecond, refusalMs } = settings.limits;
  const mostOfOne = Math.ceil(mostCalls * shareOfOne);
  const queue = new FairQueue({
    mostAtOnce,
    mostOfGroup,
    mostOfMember: mostCallsOfOne,
    mostWaiting: mostCalls,
    mostWaitingOfMember: mostOfOne,
  });
  const ofPersons = createTokenBuckets(paced(personCallsASecond, personsBurst));
  const ofStrangers = createTokenBuckets(paced(strangerCallsASecond, strangersBurst));
  const refusals = createTokenBuckets(refusalsOfNetwork);
  const signIns = new Map<string, number>();
  const paceOf = (caller: KnownCaller): number | null => {
    if (!caller.isPerson) return ofStrangers.reserve(caller.member, longestPaceMs);
    return ofPersons.take(caller.member) ? 0 : null;
  };
  /** @returns whether there is room */
  const enter = (call: Call, { member }: KnownCaller): boolean => {
    const others = signIns.get(member) ?? 0;
    if (others >= mostOfOne) return false;
    signIns.set(member, others + 1);
    call.onEnd(() => {
      const left = (signIns.get(member) ?? 1) - 1;
      if (left === 0) signIns.delete(member);
      else signIns.set(member, left);
    });
    return true;
  };
  return {
    makeRoom: ({ group }: QueueCaller): boolean => queue.makeRoom(group),
    callOf: (request: FastifyRequest, reply: FastifyReply, caller: KnownCaller): Call => {
      const isSignIn = request.routeOptions.config.isSignIn === true;
      const call: Call = new Call(reply, {
        pace: isSignIn ? () => (enter(call, caller) ? 0 : null) : () => paceOf(caller),
        // sign-ins wait in a queue of their own (`auth/routes.ts`)
        enter: isSignIn ? null : (leaving) => queue.enter(caller, leaving),
        isHeld: () => isSignIn && !refusals.take(caller.member),
        refusalMs,
      });
      return call;
    },
    follow,
  };
}

const paced = (perSecond: number, seconds: number) => ({ perSecond, burst: perSecond * seconds });

interface CallPolicy {
  /** Milliseconds to wait; null: to be turned away. */
  pace(): number | null;
  enter: ((leaving: () => AbortSignal) => Promise<ReleaseSlot>) | null;
  isHeld(): boolean;
  refusalMs: number;
}

class Call {
  readonly #policy: CallPolicy;
  /** Only of a call that waits for something: most do not. */
  #leaving: AbortController | null = null;
  #hasLeft = false;
  readonly #ends: (() => void)[] = [];
  #release: ReleaseSlot | null = null;

  constructor(reply: FastifyReply, policy: CallPolicy) {
    this.#policy = policy;
    // not the response hook: it does not run when the caller has left
    reply.raw.once('close', () => {
      this.#hasLeft = true;
      // without a reason it would make an error each time
      this.#leaving?.abort(hasLeft);
      this.#end();
    });
  }

  /** Waits where the caller calls too often. @returns false after a while, for who is to be turned away */
  async pace(): Promise<boolean> {
    const waitMs = this.#policy.pace();
    if (waitMs !== 0) await pauseFor(waitMs ?? this.#refusalMs(), this.leaving());
    return waitMs !== null;
  }

  async begin(): Promise<void> {
    if (!this.#policy.enter || this.#release) return;
    try {
      const release = await this.#policy.enter(() => this.leaving());
      if (this.#hasLeft) release();
      else this.#release = release;
    } catch (error) {
      this.#end();
      const isTheirs = error instanceof RefusalError && error.code === 'too_many_attempts';
      if (isTheirs) await pauseFor(this.#refusalMs(), this.leaving());
      throw error;
    }
    if (this.#hasLeft) throw new RefusalError(refuse('overloaded'));
  }

  /** Gives the turn back; `begin` may ask for it again. */
  pause(): void {
    this.#release?.();
    this.#release = null;
  }

  /** Runs once, when the answer has left or is held back. */
  onEnd(work: () => void): void {
    this.#ends.push(work);
  }

  /** Holds an answer that turns the caller away, if they have had many. */
  async holdRefusal(): Promise<void> {
    if (!this.#policy.isHeld()) return;
    this.#end();
    await pauseFor(this.#refusalMs(), this.leaving());
  }

  /** Aborted when the answer has left, or the caller. */
  leaving(): AbortSignal {
    if (this.#hasLeft) return AbortSignal.abort(hasLeft);
    this.#leaving ??= new AbortController();
    return this.#leaving.signal;
  }

  /** Spread, so that those refused together do not come back together. */
  #refusalMs(): number {
    return this.#policy.refusalMs * (0.5 + Math.random());
  }

  #end(): void {
    this.pause();
    for (const work of this.#ends.splice(0)) work();
  }
}

function follow(app: FastifyInstance): void {
  // a body may take its time to arrive
  app.addHook('preParsing', async ({ callUnderWay, headers }) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      callUnderWay?.pause();
    }
  });
  app.addHook('preHandler', async ({ callUnderWay }) => callUnderWay?.begin());
  // and so may the caller, to take the answer
  app.addHook('onSend', async ({ callUnderWay }, reply) => {
    callUnderWay?.pause();
    if (reply.statusCode >= 400) await callUnderWay?.holdRefusal();
  });
}

const pauseFor = (milliseconds: number, leaving: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    leaving.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
