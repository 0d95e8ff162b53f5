import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../../cleanup.ts';
import { Connection } from '../../connection.ts';
import { startGenerator } from './load.ts';
import { pooled, summarise } from './summary.ts';

const reply = (begin: number, end: number, status = 200) => ({ begin, end, status, bytes: 10 });

/** Of each connection one call after the other, all as long, from before the window until after it. */
const always = (connections: number, milliseconds: number, from: number, until: number) =>
  Array.from({ length: connections }, (_, place) =>
    Array.from({ length: Math.ceil((until - from) / milliseconds) + 2 }, (__, n) => {
      const begin = from - (milliseconds * (place + 1)) / connections + n * milliseconds;
      return reply(begin, begin + milliseconds);
    }),
  ).flat();

test.each([
  [10, 6],
  [50, 150],
  [50, 900],
])('%d connections that always have a call of %d ms in progress are rate × mean time', (connections, ms) => {
  const { rate, mean } = summarise(always(connections, ms, 1000, 3000), 0, 1000, 3000);
  expect((rate * mean) / 1000 / connections).toBeCloseTo(1, 1);
});

test('a call that ends after the window counts for the quantiles, and only there', () => {
  const calls = [reply(0, 1100), reply(1100, 1200), reply(1900, 4000)];
  expect(summarise(calls, 0, 1000, 2000)).toMatchObject({ answered: 2, rate: 2, mean: 600, p99: 2100 });
});

test('refused calls and broken connections have failed, and are no answers', () => {
  const calls = [reply(1000, 1010), reply(1010, 1011, 503)];
  expect(summarise(calls, 2, 1000, 2000)).toMatchObject({ answered: 1, failed: 3 });
});

test('rounds count as long as they were', () => {
  const one = { seconds: 1, answered: 100, rate: 100, mean: 10, p50: 8, p99: 20, failed: 0 };
  const longer = { ...one, seconds: 3, answered: 60, rate: 20, mean: 50, failed: 1 };
  expect(pooled([one, longer])).toMatchObject({ seconds: 4, rate: 40, mean: 25, failed: 1 });
});

test('what is measured begins when each connection has had an answer; what only keeps busy waits for none', async () => {
  let count = 0;
  const slowToOpen = createServer((socket) => {
    count += 1;
    // the last one waits longer than the warm-up
    let wait = count === 5 ? 400 : 4;
    socket.on('data', (sent) => {
      if (String(sent).includes('/never')) return;
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), wait);
      wait = 4;
    });
  });
  await new Promise<void>((resolve) => void slowToOpen.listen(0, '127.0.0.1', resolve));
  const { port } = slowToOpen.address() as { port: number };
  const call = { method: 'GET', path: '/', cookie: null } as const;
  const load = { url: `http://127.0.0.1:${port}`, calls: [call], connections: 5, warmup: 0.3, seconds: 0.3 };
  const generator = startGenerator();
  const { rate, mean, p99 } = await generator.measure(load);
  const begin = performance.now();
  await generator.measure({ ...load, calls: [{ ...call, path: '/never' }], isOnlyBusy: true });
  expect(performance.now() - begin).toBeLessThan(2000);
  await cleanUp();
  slowToOpen.close();
  expect(p99).toBeLessThan(100);
  expect(Math.abs((rate * mean) / 1000 / 5 - 1)).toBeLessThan(0.1);
});

const answers: string[] = [];
const server = createServer((socket) => {
  // in two pieces, as a network may
  socket.on('data', () => {
    const text = answers.shift();
    if (text === undefined) return socket.destroy();
    socket.write(text.slice(0, 20));
    return setTimeout(() => socket.write(text.slice(20)), 5);
  });
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

test('a connection knows where an answer ends, and opens anew after it broke', async () => {
  const { port } = server.address() as { port: number };
  const connection = new Connection(`http://127.0.0.1:${port}`);
  answers.push(
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nciao!',
    'HTTP/1.1 204 No Content\r\nx: y\r\n\r\n',
  );
  expect(await connection.send('GET')).toMatchObject({ status: 200, bytes: 43 });
  expect(await connection.send('GET')).toMatchObject({ status: 204 });
  await expect(connection.send('GET')).rejects.toThrow('closed the connection');
  answers.push('HTTP/1.1 503 Busy\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n');
  expect(await connection.send('GET')).toMatchObject({ status: 503 });
  connection.close();
});
