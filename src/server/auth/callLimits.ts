import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { type CallLimit, ofCalls, takeAttempts } from './commands.attempts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What of a person's calls is counted, in all processes together; see `commands.attempts.ts`. */
    limit?: CallLimit;
  }
}

/**
 * Limits what one person may call of what costs others something (decision ‘What is limited, and where’), in all processes together. How many calls
 * of any kind they may make in each process is for `platform/load/admission.ts`.
 *
 * @throws RefusalError too_many_attempts, from the hook
 */
export function limitCalls(app: App, context: AppContext): void {
  app.addHook('preHandler', async ({ signedIn, routeOptions }) => {
    const { limit } = routeOptions.config;
    if (signedIn && limit) await takeAttempts(context, ofCalls(limit, signedIn.user.id));
  });
}
