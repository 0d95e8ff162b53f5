import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editedMigrations, wrongMigrations } from './migrationHistory.ts';

const root = mkdtempSync(join(tmpdir(), 'turnario-history-'));
afterAll(() => rmSync(root, { recursive: true }));
const [one, two, three] = [1, 2, 3].map((number) => `db/migrations/000${number}_x.sql`) as [
  string,
  string,
  string,
];
const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
const git = (...args: string[]): void => {
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@x'];
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
};
function commit(): void {
  git('add', '.');
  git('commit', '-qm', 'x');
}

beforeAll(() => {
  git('init', '-q');
  mkdirSync(join(root, 'db/migrations'), { recursive: true });
  write('package.json', '{ "version": "0.9.0" }');
  write(one, 'one');
  write(two, 'two');
  commit();
});

test('before 1.0.0 migrations may be edited', () => {
  write(one, 'edited');
  commit();
  expect(editedMigrations(root)).toEqual([]);
});

test('from 1.0.0 on edits and removals are reported, even reverted ones; new migrations are not', () => {
  write('package.json', '{ "version": "1.0.0" }');
  commit();
  write('package.json', '{ "version": "1.0.1" }');
  write(three, 'three');
  commit();
  expect(editedMigrations(root)).toEqual([]);
  rmSync(join(root, two));
  expect(editedMigrations(root)).toEqual([two]);
  write(one, 'edited again');
  commit();
  write(one, 'edited');
  commit();
  expect(editedMigrations(root)?.toSorted()).toEqual([one, two]);
});

test('without a repository there is nothing to compare', () => {
  expect(editedMigrations(tmpdir())).toBeNull();
});

test.each([
  ['3_short.sql', 'select 1', '3_short.sql is not called'],
  ['0001_again.sql', 'select 1', '0001_x.sql has the number'],
  ['0003_commit.sql', 'select 1;\n  COMMIT;\nselect 2', '0003_commit.sql begins or ends'],
])('%s is refused', (name, text, refusal) => {
  const folder = mkdtempSync(join(root, 'files-'));
  writeFileSync(join(folder, '0001_x.sql'), 'begin_of_a_name');
  expect(wrongMigrations(folder)).toEqual([]);
  writeFileSync(join(folder, name), text);
  expect(wrongMigrations(folder)).toEqual([expect.stringContaining(refusal)]);
});
