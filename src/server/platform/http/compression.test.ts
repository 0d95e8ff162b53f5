import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testServer } from '../../../../tests/support/server.ts';

const month = JSON.stringify(
  Array.from({ length: 60 }, (_, day) => ({ date: `2026-11-${day}`, note: 'perché no' })),
);
const answers: Record<string, [type: string, text: string]> = {
  month: ['application/json; charset=utf-8', month],
  'whole team': ['application/json; charset=utf-8', `[${Array(200).fill(month).join()}]`],
  short: ['application/json; charset=utf-8', '{"isFree":true}'],
  calendar: ['text/calendar; charset=utf-8', `BEGIN:VCALENDAR\r\n${'DTSTART:20261125\r\n'.repeat(100)}`],
  page: ['text/html; charset=utf-8', `<p>${'x'.repeat(5_000)}</p>`],
};

const server = await testServer({
  prepare: (app) => {
    app.get<{ Params: { name: string } }>(
      '/api/test-of-encodings/:name',
      { config: { access: 'public' } },
      async (request, reply) => {
        const [type, text] = answers[request.params.name] ?? ['text/plain', ''];
        return reply.type(type).header('etag', '"seen"').send(text);
      },
    );
  },
});

const ask = (name: string, encodings?: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({
    method,
    url: `/api/test-of-encodings/${name}`,
    headers: { ...(encodings !== undefined && { 'accept-encoding': encodings }) },
  });

const decoders = { zstd: zstdDecompressSync, gzip: gunzipSync };

test.each([
  ['month', 'gzip, deflate, br, zstd', 'zstd'],
  ['month', 'gzip, deflate, br', 'gzip'],
  ['month', 'zstd;q=0.5, gzip', 'gzip'],
  ['month', 'zstd;q=0, gzip;q=0.1', 'gzip'],
  ['calendar', 'gzip', 'gzip'],
  // on the thread pool
  ['whole team', 'zstd', 'zstd'],
  ['whole team', 'gzip', 'gzip'],
] as const)('%s to a caller that takes %s is %s', async (name, encodings, encoding) => {
  const { headers, rawPayload } = await ask(name, encodings);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag: 'W/"seen"' });
  if (name === 'month') expect(headers['content-length']).toBe(String(rawPayload.length));
  const [, text = ''] = answers[name] ?? [];
  expect(decoders[encoding](rawPayload).toString()).toBe(text);
  expect(rawPayload.length).toBeLessThan(text.length / 3);
});

test.each([
  ['month', undefined],
  ['month', 'identity'],
  ['month', 'gzip;q=0'],
  ['short', 'gzip, zstd'],
  ['page', 'gzip, zstd'],
])('%s to a caller that takes %s is left as it is', async (name, encodings) => {
  const { headers, payload } = await ask(name, encodings);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers['etag']).toBe('"seen"');
  expect(payload).toBe(answers[name]?.[1]);
});

test('HEAD has the length of the response to GET', async () => {
  const got = await ask('month', 'gzip');
  const head = await ask('month', 'gzip', 'HEAD');
  expect(head.payload).toBe('');
  expect(head.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(got.rawPayload.length),
  });
});
