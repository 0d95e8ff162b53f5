import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type Caller, callerOf } from '../../../../tests/support/caller.ts';
import { startTestServer } from '../../../../tests/support/server.ts';
import { workbookOf } from '../../../../tests/support/workbooks.ts';
import { takeAttempts } from '../../auth/commands.attempts.ts';

const server = await startTestServer();
afterAll(() => server.close());

const ask = (caller: Caller, file: Buffer) =>
  caller.call('POST /api/rosters/table', { body: { file: file.toString('base64') } });

const small = Buffer.from('a;b\n1;2');
const smallTable = {
  name: '',
  rows: [
    ['a', 'b'],
    ['1', '2'],
  ],
};

test('any signed-in person may read a file, but not while impersonating', async () => {
  const giulia = await server.signIn();
  const loader = await server.signIn({ mayLoadShifts: true });
  const ceo = await server.signInCeo();
  expect(await ask(server.nobody, small)).toMatchObject({ status: 401 });
  for (const caller of [giulia, loader, ceo])
    expect(await ask(caller, small)).toMatchObject({ status: 200, body: { sheets: [smallTable] } });
  const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: loader.id } });
  const acting = callerOf(server.app, server.context.settings, ceo.token, entered.cookies[0]?.value);
  expect((await ask(acting, small)).refusal.code).toBe('not_while_impersonating');
});

test('a person may read thirty files in a quarter of an hour, a loader a hundred; others are unaffected', async () => {
  const giulia = await server.signIn();
  for (let count = 0; count < 29; count += 1) await takeAttempts(server.context, ['file', giulia.id]);
  expect((await ask(giulia, small)).status).toBe(200);
  expect((await ask(giulia, small)).refusal.code).toBe('files_read_often');
  expect((await ask(await server.signIn(), small)).status).toBe(200);
  const loader = await server.signIn({ mayLoadShifts: true });
  for (let count = 0; count < 99; count += 1) await takeAttempts(server.context, ['loader file', loader.id]);
  expect((await ask(loader, small)).status).toBe(200);
  expect((await ask(loader, small)).refusal.code).toBe('files_read_often');
});

test('a file of 5 MB is accepted, a larger one is refused with the reason', async () => {
  const loader = await server.signIn({ mayLoadShifts: true });
  const { status, refusal } = await ask(loader, Buffer.alloc(5 * 1024 * 1024, 'x'));
  expect([status, refusal.code]).not.toContain('body_too_large');
  expect((await ask(loader, Buffer.alloc(6 * 1024 * 1024, 'x'))).status).toBe(413);
});

test('long cells are truncated', async () => {
  const { body } = await ask(await server.signIn(), Buffer.from(`${'x'.repeat(2_000)};M\n`));
  expect(body.sheets[0]?.rows[0]?.map((text) => text.length)).toEqual([500, 1]);
});

/** Passes all prior checks and takes minutes to read: a text of spaces in very many cells. */
const endless = workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(300)}</row>`.repeat(120), {
  'xl/sharedStrings.xml': `<sst><si><t>${' '.repeat(1_000_000)}</t></si></sst>`,
});
/** Takes gigabytes. */
const greedy = workbookOf('', {
  'xl/sharedStrings.xml': `<sst>${Array.from({ length: 2_000_000 }, (_, index) => `<a${index}/>`).join('')}</sst>`,
});

const tooLarge = '413 roster_file_too_large';
test.each([
  ['what takes minutes', endless, tooLarge],
  ['what takes gigabytes', greedy, tooLarge],
  ['noise', Buffer.from('PK\x03\x04 and nothing more'), '400 roster_file_unreadable'],
])('a file of %s is answered, and others meanwhile', async (name, file, expected) => {
  const other = await server.signIn();
  const [answer, status, table] = await Promise.all([
    ask(await server.signIn(), file),
    other.statusOf('GET /api/auth/user'),
    ask(other, small),
  ]);
  expect([answer.outcome, status, table.status]).toEqual([expected, 200, 200]);
  const endings = server.logLines.splice(0, Infinity).filter((line) => line.includes('child ended'));
  expect(endings).toHaveLength(/minutes|gigabytes/.test(name) ? 1 : 0);
});

test('one person’s hostile files block nobody else', async () => {
  const [hostile, other] = [await server.signIn(), await server.signIn()];
  const order: string[] = [];
  const noted = async (name: string, file: Buffer, caller: Caller) => {
    const outcome = (await ask(caller, file)).outcome;
    order.push(`${name} ${outcome}`);
  };
  const all = Array.from({ length: 2 }, () => noted('hostile', endless, hostile));
  await expect.poll(readers).toHaveLength(1);
  all.push(noted('other', Buffer.from('a;b\n'), other));
  await Promise.all(all);
  expect(order).toEqual(['other 200', `hostile ${tooLarge}`, `hostile ${tooLarge}`]);
});

/** The child processes that read files for this one. */
const readers = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return (
        Number(parent) === process.pid &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tableTask.ts')
      );
    } catch {
      return false;
    }
  });

test('a killed reader fails its file only; the next one is read', async () => {
  const loader = await server.signIn();
  const answer = ask(loader, endless);
  await expect.poll(readers).toHaveLength(1);
  process.kill(Number(readers()[0]), 'SIGKILL');
  expect((await answer).outcome).toBe(tooLarge);
  expect(readers()).toEqual([]);
  expect((await ask(loader, small)).status).toBe(200);
});

test('the reader ends when its caller leaves', async () => {
  const loader = await server.signIn();
  const url = await server.listen();
  const leaving = new AbortController();
  const answer = fetch(`${url}/api/rosters/table`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `turnario=${loader.token}`,
      origin: 'http://localhost:3000',
    },
    body: JSON.stringify({ file: endless.toString('base64') }),
    signal: leaving.signal,
  }).catch((error: Error) => error.name);
  await expect.poll(readers).toHaveLength(1);
  leaving.abort();
  expect(await answer).toBe('AbortError');
  await expect.poll(readers).toEqual([]);
});
