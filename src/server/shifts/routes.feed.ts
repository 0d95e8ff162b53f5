import { refuse } from '../../domain/errors/refusal.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { endFeed, makeFeed, readFeed, readFeedState } from './commands.feed.ts';

export function feedRoutes(app: App, context: AppContext): void {
  const own = { access: 'own-account' } as const;

  addRoute(app, 'GET /api/calendar/feed', own, ({ caller }) => readFeedState(context, caller));

  addRoute(app, 'POST /api/calendar/feed', { ...own, limit: 'export' }, (request) => {
    const { withNotes = false, withAbsences = false } = request.body ?? {};
    return makeFeed(context, request.caller, { withNotes, withAbsences });
  });

  addRoute(app, 'DELETE /api/calendar/feed', own, ({ caller }) => endFeed(context, caller));

  // not part of the API contract: apps only know the secret address
  app.get<{ Params: { token: string } }>(
    '/calendar/:token.ics',
    { config: { access: 'public' } },
    async (request, reply) => {
      const isKnown = knownEtags(request.headers['if-none-match']);
      const feed = await readFeed(context, request.params.token, isKnown);
      if (!feed) throw new RefusalError(refuse('not_found'));
      void reply.headers({
        etag: feed.etag,
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex',
      });
      if (feed.text === null) return reply.status(304).send();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="turnario.ics"')
        .send(feed.text);
    },
  );
}

/** The ETags in `If-None-Match`; a compressing proxy marks them as weak. */
const knownEtags =
  (header: string | undefined) =>
  (etag: string): boolean =>
    (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
