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

/** Stands before several servers, as nginx would: connections kept in store, calls in turn to those that are ready. */
export interface BalancingProxy {
  /** Where clients find it, without a slash at its end. */
  url: string;
  /** The same under the name that browsers trust. */
  localUrl: string;
  /** From now on this place is served at another address (a restarted server). */
  replace(place: number, address: string): void;
  /** Which places take calls at the moment. */
  ready(): boolean[];
  /** From now on the background worker's script is another one, as after a new version was put in place. */
  release(): void;
  /** Calls that could not be handed on, and why: each was answered 502. */
  lost: string[];
  close(): Promise<void>;
}

interface Backend {
  address: string;
  isReady: boolean;
}

const askEveryMs = 100;

/**
 * Asks each server `GET /readyz` every tenth of a second. A call goes to a ready server; only if no connection to it
 * could be made, so that nothing of the call was sent, another one is tried. Nothing else is tried twice, no answer is
 * kept back, no call is held: what the servers lose is lost.
 *
 * @param addresses of the servers; ones that do not listen yet count as not ready
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
      // it is the client who left
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
    // what the client has of the former script is no longer what there is
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
