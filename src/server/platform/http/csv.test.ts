import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../tests/support/server.ts';
import { sendCsv } from './csv.ts';

const most = 1_000_000;
let pulled = 0;
const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();

async function* endless(): AsyncGenerator<[number, string]> {
  try {
    while (pulled < most) {
      pulled += 1;
      yield [pulled, 'una riga lunga quanto basta perché un milione non stia in nessuna coda di rete'];
    }
  } finally {
    giveUp();
  }
}

const server = await startTestServer({
  prepare: (app) => {
    app.get('/api/lungo', { config: { access: 'public' } }, async (_request, reply) =>
      sendCsv(reply, 'lungo.csv', ['numero', 'testo'], endless()),
    );
  },
});
afterAll(() => server.close());

test('rows are read as they are taken, and no longer once nobody takes them', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/lungo`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  expect(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(value).startsWith('\uFEFFnumero;testo\r\n'),
  ).toBe(true);
  await reader.cancel();
  await given;
  expect(pulled).toBeGreaterThan(0);
  expect(pulled).toBeLessThan(most / 4);
});
