import { expect, test } from 'vitest';
import { ConnectionQueue } from './connectionQueue.ts';
import { sqlState } from './errors.ts';

test('statements pass at once while nobody has the connection', () => {
  const turns = new ConnectionQueue(1000);
  const sent: number[] = [];
  for (const n of [1, 2]) {
    void turns.pass(async () => sent.push(n));
  }
  expect(sent).toStrictEqual([1, 2]);
});

test('everybody waits for the one who has it, and goes on in order of arrival', async () => {
  const turns = new ConnectionQueue(1000);
  const order: string[] = [];
  await turns.take();
  const first = turns.pass(async () => order.push('statement 1'));
  const second = turns.take().then(() => order.push('transaction 2'));
  const third = turns.pass(async () => order.push('statement 3'));
  expect(order).toStrictEqual([]);

  turns.giveBack();
  await Promise.all([first, second]);
  expect(order).toStrictEqual(['statement 1', 'transaction 2']);

  turns.giveBack();
  await third;
  expect(order).toStrictEqual(['statement 1', 'transaction 2', 'statement 3']);
});

test('whoever waits too long is refused and loses the turn', async () => {
  const turns = new ConnectionQueue(5);
  await turns.take();
  await expect(turns.take()).rejects.toMatchObject({ code: sqlState.tooManyConnections });
  await expect(turns.pass(async () => 1)).rejects.toMatchObject({ code: sqlState.tooManyConnections });
  turns.giveBack();
  expect(await turns.pass(async () => 2)).toBe(2);
});

test('a statement that fails leaves the way free', async () => {
  const turns = new ConnectionQueue(1000);
  await expect(turns.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.pass(async () => 2)).toBe(2);
});
