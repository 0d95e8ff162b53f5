import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * `open`: everything passes. `shut`: connections break at once. `deaf`: nothing passes any more, and nobody is told.
 */
export type Passage = 'open' | 'shut' | 'deaf';

/** Stands between a client and a server, whatever they speak, and can fail as lines do. */
export interface Proxy {
  port: number;
  /** Where browsers find it, without a slash at its end. */
  url: string;
  /** From now on for all connections, open ones too; `deaf` ones stay deaf until they are broken. */
  set(passage: Passage): void;
  /** Breaks all connections there are. */
  breakAll(): void;
  /** How many event streams were asked for through it. */
  streamCount(): number;
  /** From now on nothing passes on the event streams that are open; they are not closed. New ones work. */
  loseStreams(): void;
  close(): Promise<void>;
}

interface Lines {
  passage: Passage;
  sockets: Set<Socket>;
  /** Both ends of those over which an event stream was asked for. */
  streams: Socket[];
}

/** @param target host and port, or a PostgreSQL's folder of sockets (`?host=`); what else a URL says is left out */
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
