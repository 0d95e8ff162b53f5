import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as callServer,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy like nginx: keep-alive connections to several servers, round-robin among those that are ready. */
export interface BalancingProxy {
  /** The proxy's address, without a trailing slash. */
  url: string;
  /** The same with the name localhost, which browsers trust. */
  localUrl: string;
  /** Replaces the address of a backend (a restarted server). */
  replace(place: number, address: string): void;
  /** Which backends are ready. */
  ready(): boolean[];
  /** Changes the service worker's script, as a new release does. */
  release(): void;
  /** Calls that could not be forwarded, with the reason; each was answered 502. */
  lost: string[];
  close(): Promise<void>;
}

interface Backend {
  address: string;
  isReady: boolean;
}

const askEveryMs = 100;

/**
 * Checks `GET /readyz` of each server every 100 ms. A call goes to a ready server; another one is tried only if no connection
 * could be made, so that nothing was sent. There are no other retries, no caching and no queueing: what the servers lose is
 * lost.
 *
 * @param addresses the servers; those that do not listen yet are not ready
 */
export async function startBalancingProxy(addresses: string[]): Promise<BalancingProxy> {
  const backends = addresses.map((address): Backend => ({ address, isReady: false }));
  const lost: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const switchboard = new Switchboard(backends, agent, lost);
  const askAll = (): Promise<void[]> => Promise.all(backends.map(askReadiness));
  const server = createServer((call, answer) => {
    const chunks: Buffer[] = [];
    call.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.once('end', () => switchboard.handOn({ call, body: Buffer.concat(chunks), answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await askAll();
  const asking = setInterval(() => void askAll(), askEveryMs);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    localUrl: `http://localhost:${port}`,
    replace: (place, address) => {
      backends[place] = { address, isReady: false };
    },
    release: () => {
      switchboard.releases += 1;
    },
    ready: () => backends.map(({ isReady }) => isReady),
    lost,
    close: async () => {
      clearInterval(asking);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      agent.destroy();
    },
  };
}

interface Handover {
  call: IncomingMessage;
  body: Buffer;
  answer: ServerResponse;
}

class Switchboard {
  readonly #backends: readonly Backend[];
  readonly #agent: Agent;
  readonly #lost: string[];
  releases = 0;
  #turn = 0;

  constructor(backends: readonly Backend[], agent: Agent, lost: string[]) {
    this.#backends = backends;
    this.#agent = agent;
    this.#lost = lost;
  }

  handOn({ call, body, answer }: Handover, tried: readonly Backend[] = []): void {
    const fail = (why: string): void => {
      // the client disconnected
      if (answer.destroyed) return;
      this.#lost.push(`${call.method} ${call.url}: ${why}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const backend = this.#next(tried);
    if (!backend) return fail('no server is ready');
    const upstream = callServer(this.#target(backend, call), (given) => {
      const isReleased = this.#isReleased(call);
      const left = isReleased ? [...ofConnection, ...ofContent] : ofConnection;
      answer.writeHead(given.statusCode ?? 502, without(left, given.headers));
      given.pipe(answer, { end: !isReleased });
      if (isReleased) given.once('end', () => answer.end(`\n// ${this.releases}`));
      given.once('error', (error) => fail(`cut off: ${error.message}`));
    });
    let isConnected = false;
    upstream.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (isConnected = true));
      else isConnected = true;
    });
    upstream.once('error', (error) => {
      if (isConnected) fail(error.message);
      else this.handOn({ call, body, answer }, [...tried, backend]);
    });
    answer.once('close', () => upstream.destroy());
    upstream.end(body);
  }

  #next(tried: readonly Backend[]): Backend | undefined {
    const choice = this.#backends.filter((backend) => backend.isReady && !tried.includes(backend));
    this.#turn += 1;
    return choice[this.#turn % choice.length];
  }

  #isReleased = ({ url }: IncomingMessage): boolean => this.releases > 0 && url === '/sw.js';

  #target({ address }: Backend, call: IncomingMessage): RequestOptions {
    const { method, url: path } = call;
    // the client's cached copy of the old script must not be revalidated
    const headers = this.#isReleased(call) ? without(conditions, call.headers) : call.headers;
    const { hostname: host, port } = new URL(address);
    return { agent: this.#agent, host, port, path, headers, ...(method !== undefined && { method }) };
  }
}

const ofConnection = ['connection', 'keep-alive'];
const ofContent = ['content-length', 'etag', 'last-modified'];
const conditions = ['if-none-match', 'if-modified-since', 'accept-encoding'];

const without = (names: readonly string[], headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

async function askReadiness(backend: Backend): Promise<void> {
  const answer = await fetch(`${backend.address}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  backend.isReady = answer?.status === 200;
}
