import type { App } from '../../src/server/platform/http/app.ts';

/** `GET /api/lenta`, a route that does not answer until `letGo()`. */
export function slowRoute(access: 'public' | 'signed-in' = 'public') {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let begun = 0;
  const prepare = (app: App): void => {
    app.get('/api/lenta', { config: { access } }, async () => {
      begun += 1;
      await promise;
      return { fatto: true };
    });
  };
  return { prepare, begun: () => begun, letGo };
}
