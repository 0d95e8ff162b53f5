import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '../../../domain/errors/refusal.ts';
import { isScreen } from '../../../domain/screens.ts';
import { sendRefusal } from '../errors/handler.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { App } from './app.ts';

/**
 * Serves the built client from `folder`: hashed assets for ever, everything else revalidated, and the page itself for
 * every path a person may open (with status 404 where no screen has that path).
 */
export async function serveClient(app: App, folder: string): Promise<void> {
  const hasClient = existsSync(join(folder, 'index.html'));
  if (hasClient) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      // found beside the file that is asked for, and no addresses of their own
      globIgnore: ['**/*.{br,gz}'],
      index: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && request.headers.accept?.includes('text/html');
    if (!hasClient || !wantsPage || path.startsWith('/api/')) {
      return sendRefusal(reply, new RefusalError(refuse('unknown_path')));
    }
    return reply.status(isScreen(path) ? 200 : 404).sendFile('index.html');
  });
}
