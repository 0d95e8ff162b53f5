import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../../domain/auth/ownAccount.ts';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { FairQueue, type ReleaseSlot } from '../platform/load/fairQueue.ts';
import {
  clearActingCookie,
  clearSessionCookies,
  deviceToken,
  renewSessionCookie,
  sessionTokens,
  setActingCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { type CallLimit, takeAttempts } from './commands.attempts.ts';
import { impersonate, stopImpersonation } from './commands.impersonation.ts';
import { makePasswordLink, setPassword } from './commands.password.ts';
import { type AuthContext, openInvitation, register } from './commands.register.ts';
import { type CallerPlace, signIn, type SignInTokens, signOut } from './commands.ts';
import { ownAccountRoutes } from './routes.account.ts';

export function authRoutes(app: App, context: AuthContext): void {
  signInRoutes(app, context);
  sessionRoutes(app, context);
  ownAccountRoutes(app, context);
  ceoAccountRoutes(app, context);
}

const callerOf = (request: FastifyRequest, { settings }: AppContext): CallerPlace => ({
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
  deviceToken: deviceToken(request, settings),
});

function signInRoutes(app: App, context: AuthContext): void {
  const { settings } = context;

  const signInQueue = createSignInQueue(context);

  /** Sets the cookies of a new session; the caller's previous session ends. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    tokens: SignInTokens,
    isRemembered: boolean,
  ): Promise<void> {
    await signOut(context, sessionTokens(request, settings));
    setSessionCookie(reply, settings, tokens.token, isRemembered);
    setDeviceCookie(reply, settings, tokens.deviceToken);
    clearActingCookie(request, reply, settings);
  }

  addRoute(app, 'POST /api/auth/login', { access: 'public' }, async (request, reply) => {
    const { signedIn, ...tokens } = await signInQueue(request, request.body.email, (stepAside) =>
      signIn(context, request.body, callerOf(request, context), stepAside),
    );
    await enter(request, reply, tokens, request.body.rememberMe);
    return signedIn;
  });

  addRoute(app, 'POST /api/auth/invitation', { access: 'public' }, (request) =>
    openInvitation(context, request.body.token, request.ip),
  );

  addRoute(app, 'POST /api/auth/register', { access: 'public' }, async (request, reply) => {
    const tokens = await signInQueue(request, request.body.email, () =>
      register(context, request.body, callerOf(request, context)),
    );
    await enter(request, reply, tokens, false);
    return requireFound(await readSession(context, { own: tokens.token }));
  });
}

function sessionRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/auth/user', { access: 'signed-in', returnsToOwn: true }, ({ caller }) => caller);

  addRoute(app, 'POST /api/auth/logout', { access: 'public' }, async (request, reply) => {
    await signOut(context, sessionTokens(request, context.settings));
    clearSessionCookies(request, reply, context.settings);
  });

  addRoute(app, 'POST /api/auth/set-password', { access: 'public' }, async (request, reply) => {
    request.callUnderWay?.pause();
    const known = await setPassword(context, request.body, request.ip);
    clearSessionCookies(request, reply, context.settings);
    setDeviceCookie(reply, context.settings, known);
  });
}

/** Two passwords are checked at once, one per network; meanwhile the accounts of two more are read. */
const bounds = { mostAtOnce: 4, mostOfGroup: 1, mostOfMember: 1, mostWaiting: 200, mostWaitingOfMember: 9 };

/** Most calls that may step aside, over all networks. */
const mostAside = 150;

/** Yields to other calls until an instant. */
type StepAside = (until: Instant) => Promise<void>;

/**
 * A queue for callers about to check a password: networks take turns, and within each its accounts, one call at a time.
 */
function createSignInQueue({ clock }: AppContext) {
  const queue = new FairQueue(bounds);
  let aside = 0;
  return async <Result>(
    { ip, callUnderWay }: FastifyRequest,
    email: string,
    work: (stepAside: StepAside) => Promise<Result>,
  ): Promise<Result> => {
    callUnderWay?.pause();
    const caller = { group: normalizeIP(ip), member: email };
    const enter = (): Promise<ReleaseSlot> => queue.enter(caller, callUnderWay?.leaving);
    let release = await enter();
    const stepAside: StepAside = async (until) => {
      if (aside >= mostAside) throw new RefusalError(refuse('overloaded'));
      release();
      aside += 1;
      await clock.waitUntil(until).finally(() => (aside -= 1));
      release = await enter();
    };
    return work(stepAside).finally(() => release());
  };
}

function ceoAccountRoutes(app: App, context: AppContext): void {
  const { settings } = context;

  addRoute(app, 'POST /api/ceo/users/:id/password-link', { access: 'ceo' }, ({ caller, params }) =>
    makePasswordLink(context, caller, params.id),
  );

  addRoute(app, 'POST /api/ceo/impersonate/:id', { access: 'ceo' }, async (request, reply) => {
    const token = await impersonate(context, request.caller, request.params.id);
    setActingCookie(reply, settings, token);
    const own = sessionTokens(request, settings)?.own ?? '';
    return requireFound(await readSession(context, { own, acting: token }));
  });

  addRoute(
    app,
    'POST /api/ceo/stop-impersonation',
    { access: 'ceo-session', returnsToOwn: true },
    async (request, reply) => {
      const signedIn = request.caller;
      // a second tap: already back
      if (!signedIn.isImpersonating) return signedIn;
      const own = await stopImpersonation(context, sessionTokens(request, settings)?.acting ?? '');
      renewSessionCookie(reply, context, own);
      clearActingCookie(request, reply, settings);
      return requireFound(await readSession(context, { own: own.token }));
    },
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit on this call per person, across all processes; see `commands.attempts.ts`. */
    limit?: CallLimit;
  }
}

/**
 * Limits calls that burden others, per person and across all processes (decision ‘What is limited, and where’).
 * `platform/load/admission.ts` limits the rate of all calls in each process.
 * @throws RefusalError too_many_attempts, from the hook
 */
export function limitCalls(app: App, context: AppContext): void {
  app.addHook('onRequest', async ({ signedIn, routeOptions }) => {
    const { limit } = routeOptions.config;
    if (!signedIn || !limit) return;
    const isLoader = signedIn.user.mayLoadShifts || signedIn.user.isCeo;
    const counted = limit === 'file' && isLoader ? 'loader file' : limit;
    await takeAttempts(context, [counted, signedIn.user.id]);
  });
}
