import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editedMigrations } from './migrationHistory.ts';

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

test('before 1.0.0 migrations are edited', () => {
  write(one, 'edited');
  commit();
  expect(editedMigrations(root)).toEqual([]);
});

test('from 1.0.0 on each edit and removal is told, also one that was put back; a new one is none', () => {
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

test('without a repository nothing is compared', () => {
  expect(editedMigrations(tmpdir())).toBeNull();
});
