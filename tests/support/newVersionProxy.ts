import { createServer, request as callServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a browser and a server, and can make its client look like a newer version. */
export interface NewVersionProxy {
  /** Where browsers find it, without a slash at its end. */
  url: string;
  /** From now on the background worker's script is another one, as after a new version was put in place. */
  release(): void;
  close(): Promise<void>;
}

/** @param target address of the server */
export async function startNewVersionProxy(target: string): Promise<NewVersionProxy> {
  const { port } = new URL(target);
  let releases = 0;
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    const isWorker = url === '/sw.js';
    const asked = isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers;
    // what the browser has of the former script is no longer what there is
    if (isWorker) for (const name of ['if-none-match', 'if-modified-since']) delete asked[name];
    const upstream = callServer({ host: '127.0.0.1', port, path: url, method, headers: asked }, (answer) => {
      const given = { ...answer.headers };
      if (isWorker) for (const name of ['content-length', 'etag', 'last-modified']) delete given[name];
      response.writeHead(answer.statusCode ?? 502, given);
      answer.pipe(response, { end: !isWorker });
      if (isWorker) answer.on('end', () => response.end(`\n// ${releases}`));
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      releases += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
