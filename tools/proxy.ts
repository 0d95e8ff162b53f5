import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** `open`: everything passes. `shut`: connections are closed at once. `deaf`: connections stay open, but nothing passes. */
export type Passage = 'open' | 'shut' | 'deaf';

/** A TCP proxy between a client and a server that simulates network failures. */
export interface Proxy {
  port: number;
  /** The address for browsers, without a trailing slash. */
  url: string;
  /** Applies to all connections, open ones included; `deaf` ones stay deaf until closed. */
  set(passage: Passage): void;
  /** Closes all connections. */
  breakAll(): void;
  /** How many event streams were requested. */
  streamCount(): number;
  /** Silently stops all open event streams without closing them; new ones work. */
  loseStreams(): void;
  close(): Promise<void>;
}

interface Lines {
  passage: Passage;
  sockets: Set<Socket>;
  /** Both ends of connections on which an event stream was requested. */
  streams: Socket[];
}

/** @param target host and port, or a PostgreSQL's socket folder (`?host=`); the rest of the URL is ignored */
export async function startProxy(target: URL | string, defaultPort = '80'): Promise<Proxy> {
  const { hostname, port, searchParams } = new URL(target);
  const folder = searchParams.get('host');
  const reach = (): Socket =>
    folder === null
      ? createConnection(Number(port || defaultPort), hostname)
      : createConnection(join(folder, `.s.PGSQL.${port || defaultPort}`));
  const lines: Lines = { passage: 'open', sockets: new Set(), streams: [] };
  const { sockets, streams } = lines;
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (lines.passage === 'shut') near.destroy();
    else connect(near, reach(), lines);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    url: `http://localhost:${own}`,
    set: (next) => {
      lines.passage = next;
      if (next === 'shut') breakAll();
      if (next === 'deaf') for (const socket of sockets) socket.pause();
    },
    breakAll,
    streamCount: () => streams.length / 2,
    loseStreams: () => {
      for (const socket of streams) socket.pause();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}

function connect(near: Socket, far: Socket, lines: Lines): void {
  const pass = (from: Socket, to: Socket): void => {
    lines.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => to.write(chunk));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      lines.sockets.delete(from);
      to.destroy();
    });
  };
  pass(near, far);
  pass(far, near);
  near.on('data', (chunk) => {
    if (chunk.includes('GET /api/events')) lines.streams.push(near, far);
  });
  if (lines.passage === 'deaf') for (const socket of [near, far]) socket.pause();
}
