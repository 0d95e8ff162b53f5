import type { App } from '../../src/server/platform/http/app.ts';

/** `METHOD /path` of every route, read from the tree that the server prints. */
export function listRoutes(app: Pick<App, 'printRoutes'>): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?)(?:├──|└──) (\S+)(?: \((.+)\))?$/.exec(line);
      if (!found) return [];
      const [, indent = '', name = '', methods = ''] = found;
      path.splice(indent.length / 4, Infinity, name);
      return methods.split(', ').map((method) => `${method} ${path.join('')}`);
    });
}
