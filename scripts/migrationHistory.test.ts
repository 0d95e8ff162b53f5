import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationFaults, readCommitted } from './migrationHistory.ts';

test('a committed migration that is edited or removed is a fault, a new one is none', () => {
  const committed = [
    { name: '0001_one.sql', sha256: 'a' },
    { name: '0002_two.sql', sha256: 'b' },
    { name: '0003_three.sql', sha256: 'c' },
  ];
  const files = [
    { name: '0001_one.sql', sha256: 'a' },
    { name: '0002_two.sql', sha256: 'edited' },
    { name: '0004_four.sql', sha256: 'd' },
  ];
  expect(migrationFaults(committed, files)).toEqual([
    expect.stringContaining('0002_two.sql has changed'),
    expect.stringContaining('0003_three.sql is gone'),
  ]);
});

test('a text between two others counts too: some database may have applied it', () => {
  const [name, sha256] = ['0001_one.sql', 'a'];
  const committed = [
    { name, sha256 },
    { name, sha256: 'b' },
  ];
  expect(migrationFaults(committed.slice(0, 1), [{ name, sha256 }])).toEqual([]);
  expect(migrationFaults(committed, [{ name, sha256 }])).toHaveLength(1);
});

test('every text that a commit had is read, also of removed files', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnario-history-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  };
  const write = (name: string, text: string): void => writeFileSync(join(root, 'db/migrations', name), text);
  git('init', '-q');
  mkdirSync(join(root, 'db/migrations'), { recursive: true });
  write('0001_one.sql', 'one');
  write('0002_two.sql', 'two');
  git('add', '.');
  git('commit', '-qm', 'first');
  write('0001_one.sql', 'edited');
  rmSync(join(root, 'db/migrations/0002_two.sql'));
  git('add', '.');
  git('commit', '-qm', 'second');
  expect(
    readCommitted(root)
      ?.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['0001_one.sql', '0001_one.sql', '0002_two.sql']);
});
