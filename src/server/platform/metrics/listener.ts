import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import type { AppContext } from '../context.ts';
import { addStateGauges } from './state.ts';

export interface MetricsListener {
  /** `http://127.0.0.1:9464/metrics`; null if not served. */
  url: string | null;
  close(): Promise<void>;
}

type ListenerContext = Pick<AppContext, 'database' | 'events' | 'clock' | 'metrics' | 'settings' | 'log'>;

/**
 * Serves `GET /metrics` on a separate port, which no proxy forwards (decision ‘Metrics on a port of their own, by
 * prom-client’). If the port is taken, it logs that and the server starts anyway: monitoring will notice.
 */
export async function serveMetrics(context: ListenerContext): Promise<MetricsListener> {
  const { settings, log, metrics } = context;
  const { metricsPort, metricsHost } = settings;
  if (metricsPort === null) return { url: null, close: async () => undefined };
  const { registry } = metrics;
  const readState = addStateGauges(context);
  // of the process: event loop, memory, garbage collection, processor time
  collectDefaultMetrics({ register: registry });
  // not imported: that would load all of node:http, including an unused WebSocket client
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' || path !== '/metrics') return void response.writeHead(404).end();
    write().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics');
        response.writeHead(500).end();
      },
    );
  });
  const write = async (): Promise<string> => {
    await readState();
    return registry.metrics();
  };
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  server.on('error', (error) => {
    log.warn({ err: error, port: metricsPort }, 'metrics are not served');
    resolve(false);
  });
  server.listen(metricsPort, metricsHost, () => resolve(true));
  if (!(await opened)) return { url: null, close: async () => undefined };
  const { port, family, address } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
  log.info({ url }, 'metrics');
  return {
    url,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
