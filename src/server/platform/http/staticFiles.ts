import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '../../../domain/errors/refusal.ts';
import { isScreen } from '../../../domain/screens.ts';
import { sendRefusal } from '../errors/handler.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { App } from './app.ts';

/**
 * Serves the built client from `folder`: hashed assets cached forever, everything else revalidated, and the page itself
 * for every path a person may open (with status 404 if no screen has that path).
 */
export async function serveClient(app: App, folder: string): Promise<void> {
  const hasClient = existsSync(join(folder, 'index.html'));
  if (hasClient) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      // found beside the requested file; no addresses of their own
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

/**
 * Answers unknown API paths, and unsupported methods (405, with the supported ones); the page's own paths belong to the
 * static files. Call it before adding routes.
 */
export function refuseUnknownPaths(app: App): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const known = methodsOf.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    methodsOf.set(url, known);
  });
  app.all('/api/*', { config: { access: 'public' } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...methodsOf].filter(([url]) => fits(path, url)).flatMap(([, known]) => [...known]);
    // if the method is right, another part is wrong, such as an overlong parameter
    const isUnknown = methods.length === 0 || methods.includes(request.method);
    if (isUnknown) throw new RefusalError(refuse('unknown_path'));
    reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    throw new RefusalError(refuse('wrong_method'));
  });
}

function fits(path: string, url: string): boolean {
  const given = path.split('/');
  const wanted = url.split('/');
  return (
    given.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
