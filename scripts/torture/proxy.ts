import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/**
 * `open`: everything passes. `slow`: every piece waits. `shut`: connections break at once. `deaf`: nothing passes any
 * more, and nobody is told.
 */
export type Passage = 'open' | 'slow' | 'shut' | 'deaf';

/** Stands between the server and its database. */
export interface Proxy {
  port: number;
  /** From now on for all connections, open ones too; `deaf` ones stay deaf until they are broken. */
  set(passage: Passage): void;
  /** Breaks all connections there are. */
  breakAll(): void;
  close(): Promise<void>;
}

const slowMs = 120;

/** Passes on to this host and port. */
export async function startProxy(host: string, target: number): Promise<Proxy> {
  let passage: Passage = 'open';
  const sockets = new Set<Socket>();
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (passage === 'slow') setTimeout(() => to.writable && to.write(chunk), slowMs);
      else to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    if (passage === 'shut') return void near.destroy();
    const far = createConnection(target, host);
    join(near, far);
    join(far, near);
    if (passage === 'deaf') for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      passage = next;
      if (next === 'shut') breakAll();
      if (next === 'deaf') for (const socket of sockets) socket.pause();
    },
    breakAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}
