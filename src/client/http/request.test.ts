import { beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from './httpError.ts';
import { call } from './request.ts';

let sent: { path: string; init: RequestInit }[] = [];
let answer = (): Promise<Response> => Promise.resolve(Response.json([]));
beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(Response.json([]));
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answer();
  });
});

test('a call sends same-origin cookies', async () => {
  answer = () => Promise.resolve(Response.json(['a day']));
  const { signal } = new AbortController();
  const query = { from: '2026-11-01', to: '2026-11-30' };
  expect(await call('GET /api/calendar/shifts', { query, signal })).toEqual(['a day']);
  expect(sent).toEqual([
    {
      path: '/api/calendar/shifts?from=2026-11-01&to=2026-11-30',
      init: {
        method: 'GET',
        credentials: 'same-origin',
        keepalive: false,
        headers: { accept: 'application/json' },
        signal,
      },
    },
  ]);
});

test('a change is sent as JSON', async () => {
  const body = { days: ['2026-11-24'] };
  await call('POST /api/rosters/proposals/accept', { body });
  const headers = new Headers(sent[0]?.init.headers);
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(body) });
  expect(headers.get('content-type')).toBe('application/json');
});

test('a call without a body sends none; extra headers and keepalive are passed on', async () => {
  const headers = { 'x-override-exchange': 'true' } as const;
  answer = () => Promise.resolve(new Response(null, { status: 204 }));
  const given = { params: { id: 's1' }, headers, keepalive: true };
  expect(await call('DELETE /api/shifts/:id', given)).toBeUndefined();
  const { init, path } = sent[0]!;
  expect([path, init.keepalive, 'body' in init, 'signal' in init]).toEqual([
    '/api/shifts/s1',
    true,
    false,
    false,
  ]);
  const names = [...new Headers(init.headers).keys()].toSorted();
  expect(names).toEqual(['accept', 'x-override-exchange']);
});

test('uses the response of a request made earlier', async () => {
  const asked = Promise.resolve(Response.json({ user: { id: 'anna' } }));
  expect(await call('GET /api/auth/user', { asked })).toEqual({ user: { id: 'anna' } });
  expect(sent).toEqual([]);
});

test('a refusal carries the server’s message', async () => {
  answer = async () => Response.json({ message: 'Hai già un turno', code: 'x' }, { status: 409 });
  const failed = call('GET /api/shifts');
  await expect(failed).rejects.toBeInstanceOf(HttpError);
  await expect(failed).rejects.toMatchObject({ status: 409, sentence: 'Hai già un turno' });
});

test.each<[string, Response, string]>([
  ['a proxy’s page', new Response('<h1>Bad Gateway</h1>', { status: 502 }), '502 <h1>Bad Gateway</h1>'],
  [
    'a proxy’s JSON',
    Response.json({ message: 'no upstream' }, { status: 503 }),
    '503 {"message":"no upstream"}',
  ],
  ['an empty object', Response.json({}, { status: 500 }), '500 {}'],
  [
    'nothing',
    new Response('', { status: 500, statusText: 'Internal Server Error' }),
    '500 Internal Server Error',
  ],
  ['the sign-in page of a network, as if it were the answer', new Response('<html>'), '200 <html>'],
])('%s says nothing to the person; the console has it', async (_what, refusal, raw) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = () => Promise.resolve(refusal);
  await expect(call('GET /api/shifts')).rejects.toMatchObject({ status: refusal.status, sentence: null });
  expect(log.mock.calls).toEqual([[`GET /api/shifts: ${raw}`]]);
});

test('a truncated response counts as no response', async () => {
  const body = new ReadableStream({ start: (control) => control.error(new TypeError('cut')) });
  answer = async () => new Response(body);
  await expect(call('GET /api/shifts')).rejects.toMatchObject({ status: 0 });
});

test('without a response it says so, with the browser’s error as cause', async () => {
  const cause = new TypeError('Failed to fetch');
  answer = () => Promise.reject(cause);
  await expect(call('GET /api/shifts')).rejects.toMatchObject({
    status: 0,
    message: 'Nessuna risposta: controlla la connessione e riprova.',
    cause,
  });
});

test('an aborted call is not a network failure', async () => {
  const ended = new AbortController();
  answer = () => {
    ended.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  };
  await expect(call('GET /api/shifts', { signal: ended.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
