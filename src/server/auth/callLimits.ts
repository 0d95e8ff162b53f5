import { refuse } from '../../domain/errors/refusal.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { type CallLimit, ofCalls, takeAttempts } from './commands.attempts.ts';
import { createTokenBuckets, type TokenBuckets } from './tokenBuckets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What of a person's calls is counted, in all processes together; see `commands.attempts.ts`. */
    limit?: CallLimit;
  }
}

/** Far above what a screen asks for, and far below what a program in a loop does. */
const perPerson = { perSecond: 50, burst: 500 };

/**
 * Limits what one person may call (decision 27): all calls in each process, and those that cost others something in all
 * processes together. Never by network address: a worksite may share one.
 *
 * @throws RefusalError too_many_attempts, from the hooks
 */
export function limitCalls(
  app: App,
  context: AppContext,
  buckets: TokenBuckets = createTokenBuckets(perPerson),
): void {
  // after the session was read
  app.addHook('onRequest', async ({ signedIn }) => {
    if (signedIn && !buckets.take(signedIn.user.id)) {
      throw new RefusalError(refuse('too_many_attempts', { minutes: 1 }));
    }
  });
  app.addHook('preHandler', async ({ signedIn, routeOptions }) => {
    const { limit } = routeOptions.config;
    if (signedIn && limit) await takeAttempts(context, ofCalls(limit, signedIn.user.id));
  });
}
