import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { App } from './app.ts';

/**
 * Answers addresses of the API that no route has, and methods that none has for them (405, with those it has); the
 * page's own addresses are the static files' business. To be called before the routes are added.
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
    // with its method right, something else of the address is wrong, such as an endless parameter
    const isUnknown = methods.length === 0 || methods.includes(request.method);
    if (isUnknown) throw new RefusalError(refuse('unknown_path'));
    reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    throw new RefusalError(refuse('wrong_method'));
  });
}

/** Whether an address is one of a route's, such as `/api/shifts/:id`. */
function fits(path: string, url: string): boolean {
  const given = path.split('/');
  const wanted = url.split('/');
  return (
    given.length === wanted.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
