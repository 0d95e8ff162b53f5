import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** Stands between a browser and a server, and can lose lines without either side noticing. */
export interface DeafProxy {
  /** Where browsers find it, without a slash at its end. */
  url: string;
  /** How many event streams were asked for through it. */
  streamCount(): number;
  /** From now on nothing passes on the event streams that are open; they are not closed. New ones work. */
  loseStreams(): void;
  close(): Promise<void>;
}

/** @param target address of the server */
export async function startDeafProxy(target: string): Promise<DeafProxy> {
  const { port } = new URL(target);
  const all = new Set<Socket>();
  const streams: Socket[][] = [];
  const server = createServer((browser) => {
    const upstream = createConnection(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      all.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        all.delete(from);
        to.destroy();
      });
    }
    browser.on('data', (chunk) => {
      if (chunk.includes('GET /api/events')) streams.push([browser, upstream]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    streamCount: () => streams.length,
    loseStreams: () => {
      for (const socket of streams.flat()) socket.pause();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of all) socket.destroy();
      }),
  };
}
