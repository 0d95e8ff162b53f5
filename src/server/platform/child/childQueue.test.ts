import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/database.ts';
import { ChildQueue } from './childQueue.ts';
import type { ChildBounds, ChildOutcome } from './runInChild.ts';

const folder = await temporaryFolder();

/** Creates a program with `answerParent` and `TaskRefusal` imported. */
function program(name: string, code: string): URL {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`);
  const library = JSON.stringify(new URL('./answerParent.ts', import.meta.url));
  writeFileSync(file, `import { answerParent, TaskRefusal } from ${library};\n${code}`);
  return pathToFileURL(file);
}
const task = (name: string, body: string): URL =>
  program(name, `await answerParent(async (bytes) => {${body}});`);

const reports: object[] = [];
const log = { warn: (report: object) => void reports.push(report) };
const queueOf = (bounds?: Partial<ChildBounds>) => new ChildQueue(log as never, bounds);
const staying = new AbortController().signal;
const echo = task('echo', 'return bytes;');
const textOf = (outcome: ChildOutcome): string =>
  'answer' in outcome ? outcome.answer.toString() : JSON.stringify(outcome);

test('takes bytes and returns an answer, or the code of a refusal', async () => {
  const queue = queueOf();
  const bytes = Buffer.alloc(5 * 1024 * 1024, 'à');
  expect(await queue.run(echo, 'a', bytes, staying)).toEqual({ answer: bytes });
  const refuses = task('refuses', 'throw new TaskRefusal(`no ${bytes}`);');
  expect(await queue.run(refuses, 'a', Buffer.from('xls'), staying)).toEqual({ refused: 'no xls' });
});

test.each([
  ['kills itself', 'process.kill(process.pid, "SIGKILL");', 'limit', 'SIGKILL'],
  ['fills its heap', 'const all = []; for (;;) all.push(new Array(1000).fill({}));', 'limit', 'SIG|memory'],
  [
    'fills its memory beside the heap',
    'const all = []; for (;;) all.push(Buffer.alloc(1024 * 1024, 1)), await new Promise((next) => setTimeout(next));',
    'limit',
    'memory',
  ],
  ['never ends to calculate', 'for (;;);', 'limit', 'SIG'],
  ['throws', 'throw new Error();', 'crash', '1'],
  ['ends without an answer', 'process.exit(0);', 'crash', '0'],
  ['writes garbage before its answer', 'process.stdout.write("x"); return bytes;', 'crash', '0'],
  [
    'writes without end',
    'for (;;) await new Promise((done) => process.stdout.write(Buffer.alloc(65_536), done));',
    'limit',
    'answer',
  ],
])(
  'of a child that %s comes a failure, and others are answered meanwhile',
  async (name, body, failed, reason) => {
    const queue = queueOf({ wallMs: 300_000 });
    const [outcome, other] = await Promise.all([
      queue.run(task(name, body), 'a', Buffer.from('x'), staying),
      queue.run(echo, 'b', Buffer.from('hello'), staying),
    ]);
    expect(outcome).toEqual({ failed, reason: expect.stringMatching(reason) });
    expect(textOf(other)).toBe('hello');
    expect(reports.at(-1)).toMatchObject({ ...outcome, program: expect.stringMatching('.ts') });
  },
);

test.each([
  ['never ends to wait', 'await answerParent(() => new Promise(() => undefined));', 'time'],
  ['never reads', 'setInterval(() => undefined, 1000);', 'time'],
  ['ends at its start', 'process.exit(3);', '3'],
  ['does not compile', 'const = ;', '1'],
])('of a program that %s comes a failure', async (name, code, reason) => {
  const queue = queueOf({ wallMs: reason === 'time' ? 500 : 300_000 });
  const bytes = Buffer.alloc(5 * 1024 * 1024);
  expect(await queue.run(program(name, code), 'a', bytes, staying)).toMatchObject({ reason });
});

test('a child has no environment, reads and writes no files and starts no process', async () => {
  process.env['SECRET_OF_THE_SERVER'] = 'x';
  const looks = program(
    'looks',
    `import { execFileSync } from 'node:child_process';
    import { readFileSync, writeFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    const may = (work) => { try { work(); return true; } catch (error) { return error.code; } };
    await answerParent(() => JSON.stringify([
      Object.keys(process.env).filter((name) => name !== 'PWD' && name !== '_'),
      may(() => readFileSync('/etc/hostname')),
      may(() => writeFileSync(${JSON.stringify(join(folder, 'written'))}, '')),
      may(() => execFileSync('/bin/true')),
      may(() => new Worker('', { eval: true })),
    ]));`,
  );
  const denied = 'ERR_ACCESS_DENIED';
  const seen = JSON.parse(textOf(await queueOf().run(looks, 'a', Buffer.of(), staying))) as unknown;
  expect(seen).toEqual([[], denied, denied, denied, denied]);
  delete process.env['SECRET_OF_THE_SERVER'];
});

test('one person’s endless task blocks nobody else; a person’s queue is short, and leaving frees a place', async () => {
  const queue = queueOf();
  const leaving = new AbortController();
  const waits = program('waits', 'await answerParent(() => new Promise(() => undefined));');
  const hostile = Array.from({ length: 6 }, () => queue.run(waits, 'a', Buffer.of(), leaving.signal));
  const outcomes = Promise.allSettled(hostile);
  await expect(hostile.at(-1)).rejects.toMatchObject({ code: 'too_many_attempts' });
  for (const person of ['b', 'c', 'd'])
    expect(textOf(await queue.run(echo, person, Buffer.from(person), staying))).toBe(person);
  leaving.abort();
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(textOf(await queue.run(echo, 'a', Buffer.from('next'), staying))).toBe('next');
});
