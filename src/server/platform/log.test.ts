import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startProcess } from '../../../tools/process.ts';
import { DatabaseError } from './database/errors.ts';
import { createLog } from './log.ts';

function collect(): { log: ReturnType<typeof createLog>; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }), lines };
}

describe('the log', () => {
  test('writes one JSON object per line, without process or host', () => {
    const { log, lines } = collect();
    log.info({ route: '/api/shifts' }, 'call');
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    expect(Object.keys(JSON.parse(line) as object)).toEqual(['level', 'time', 'route', 'msg']);
    expect(line).toMatch(/\}\n$/);
  });

  test('redacts what should not have been passed to it', () => {
    const { log, lines } = collect();
    const secrets = { password: 'segreta', token: 'segreta', email: 'segreta@example.it', cookie: 'segreta' };
    log.info({ ...secrets, user: secrets, headers: { ...secrets, authorization: 'segreta' } }, 'call');
    expect(lines.join('')).not.toContain('segreta');
  });

  test('includes an error’s name, message, code and constraint, not its statement’s values', () => {
    const { log, lines } = collect();
    const err = new DatabaseError({
      message: 'duplicate key value violates unique constraint "users_one_email"',
      code: '23505',
      constraint: 'users_one_email',
      detail: 'Key (email)=(giulia@example.it) already exists.',
    });
    log.error({ err: Object.assign(err, { parameters: ['giulia@example.it'] }) }, 'unexpected error');
    log.error({ err: 'giulia@example.it' }, 'no error');
    expect(lines.join('')).not.toContain('giulia');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      err: { name: 'DatabaseError', code: '23505', constraint: 'users_one_email' },
    });
  });
});

/** Starts a process that logs more than the buffer holds, reports its end, and writes to `out`. */
async function startLogging(out: number): Promise<{ said: unknown; code: number | null }> {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = createLog({ logLevel: 'info' });
    const write = async () => {
      for (let n = 1; n <= 20_000; n += 1) log.info('a line of the log that is a hundred letters long '.repeat(2));
      process.stdout.write('notice');
      process.stderr.write('notice');
      await new Promise((done) => log.flush(done));
    };
    for (let round = 0; round < 5; round += 1) await write();
    process.send('still here');
    process.disconnect();
    setImmediate(() => process.exit(7));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', out, out, 'ipc'],
  });
  let said: unknown = null;
  child.once('message', (message) => (said = message));
  const [code] = (await once(child, 'close')) as [number | null];
  return { said, code };
}

test('a full disk under the log does not end the process', async () => {
  const full = openSync('/dev/full', 'w');
  expect(await startLogging(full)).toEqual({ said: 'still here', code: 7 });
  closeSync(full);
});

/** Starts a process that ends itself on command, with this many lines in its log. */
async function startEnding(lines: number): Promise<ReturnType<typeof startProcess>> {
  const program = `
    import { createLog, endProcess } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = createLog({ logLevel: 'info' });
    process.on('SIGTERM', () => {
      for (let n = 1; n <= ${lines}; n += 1) log.info('line ' + n);
      void endProcess(log, 3);
    });
    setInterval(() => {}, 60_000);
    process.stdout.write('ready');`;
  const running = startProcess({ args: ['--input-type=module', '--eval', program] });
  await new Promise((resolve) => running.child.stdout?.once('data', resolve));
  return running;
}

describe('the end of a process', () => {
  test('waits for the last line', async () => {
    const running = await startEnding(2_000);
    expect(await running.end()).toEqual({ code: 3, signal: null });
    expect(running.stdout()).toMatch(/^ready(?:\{.*\}\n){1999}\{.*"msg":"line 2000"\}\n$/);
  });

  test('comes even if nothing reads its log', async () => {
    const running = await startEnding(20_000);
    const { child } = running;
    child.stdout?.pause();
    child.once('exit', () => child.stdout?.resume());
    expect(await running.end()).toEqual({ code: null, signal: 'SIGKILL' });
  });
});
