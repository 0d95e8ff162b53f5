import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAudit } from './advisories.ts';
import { type Lockfile, lockfileFaults, looseVersions } from './dependencies.ts';

// Answers as npm 10 and 11 write them.
const clean = {
  auditReportVersion: 2,
  vulnerabilities: {},
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 },
    dependencies: { prod: 84, dev: 398, optional: 160, peer: 0, peerOptional: 0, total: 490 },
  },
};
const advisory = {
  source: 1112030,
  name: 'minimatch',
  dependency: 'minimatch',
  title: 'minimatch ReDoS vulnerability',
  url: 'https://github.com/advisories/GHSA-f8q6-p94x-37v3',
  severity: 'high',
  cwe: ['CWE-400', 'CWE-1333'],
  cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
  range: '<3.0.5',
};
const vulnerability = (name: string, severity: string, via: unknown[]) => ({
  [name]: {
    name,
    severity,
    isDirect: false,
    via,
    effects: [],
    range: '<3.0.5',
    nodes: [`node_modules/${name}`],
    fixAvailable: true,
  },
});
const report = (vulnerabilities: object): string => JSON.stringify({ ...clean, vulnerabilities });

describe('the answer of npm audit', () => {
  test('without advisories', () => {
    expect(readAudit(JSON.stringify(clean), 'high')).toEqual({ kind: 'answered', advisories: [] });
  });

  test('high and critical ones count, with whatever is vulnerable through them', () => {
    const text = report({
      ...vulnerability('minimatch', 'high', [advisory]),
      ...vulnerability('glob', 'critical', ['minimatch']),
      ...vulnerability('cookie', 'low', [{ ...advisory, severity: 'low' }]),
      ...vulnerability('send', 'moderate', ['cookie']),
    });
    expect(readAudit(text, 'high')).toEqual({
      kind: 'answered',
      advisories: [
        'high: minimatch <3.0.5: minimatch ReDoS vulnerability https://github.com/advisories/GHSA-f8q6-p94x-37v3',
        'critical: glob <3.0.5: through minimatch',
      ],
    });
  });

  test.each([
    [
      'has no such endpoint',
      {
        message: '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk',
        method: 'POST',
        uri: 'https://registry.npmjs.org/-/npm/v1/security/advisories/bulk',
        headers: { allow: ['GET,HEAD'] },
        statusCode: 405,
        body: { type: 'Buffer', data: [] },
        error: { summary: '', detail: '' },
      },
    ],
    [
      'cannot be reached',
      {
        message:
          'request to http://127.0.0.1:9/-/npm/v1/security/advisories/bulk failed, reason: connect ECONNREFUSED 127.0.0.1:9',
        error: { summary: '', detail: '' },
      },
    ],
  ])('a registry that %s is said, and is no clean report', (_how, answer) => {
    expect(readAudit(JSON.stringify(answer), 'high')).toEqual({
      kind: 'unreachable',
      reason: answer.message,
    });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'npm ERR! code ENOLOCK'],
    [
      'a fault of ours',
      '{"error":{"code":"ENOLOCK","summary":"This command requires an existing lockfile."}}',
    ],
    ['a report of another version', JSON.stringify({ ...clean, auditReportVersion: 3 })],
    ['a list', '[]'],
    ['a severity nobody knows', report(vulnerability('x', 'catastrophic', [advisory]))],
  ])('%s never passes for a clean report', (_what, text) => {
    expect(() => readAudit(text, 'high')).toThrow(/npm audit|JSON|Unexpected/);
  });
});

const fine = {
  version: '1.0.0',
  integrity: `sha512-${'A'.repeat(86)}==`,
  license: 'MIT',
};
const lockfileWith = (locked: object, path = 'node_modules/x'): Lockfile => ({
  lockfileVersion: 3,
  packages: { '': {}, [path]: { ...fine, ...locked } },
});

describe('the lockfile', () => {
  test.each([
    ['comes from https://example.org/x.tgz', { resolved: 'https://example.org/x.tgz' }],
    ['comes from git+ssh://git@github.com/x/x.git#abc', { resolved: 'git+ssh://git@github.com/x/x.git#abc' }],
    ['has no sha512', { integrity: undefined }],
    ['has no sha512', { integrity: 'sha1-AAAA' }],
    ['runs a script when it is installed', { hasInstallScript: true }],
    ['has the licence GPL-3.0', { license: 'GPL-3.0' }],
    ['has the licence unknown', { license: undefined }],
    ['has the licence (MIT AND AGPL-3.0)', { license: '(MIT AND AGPL-3.0)' }],
  ])('a package that %s is a fault', (fault, locked) => {
    expect(lockfileFaults(lockfileWith(locked))).toEqual([`package-lock.json: node_modules/x ${fault}`]);
  });

  test('a folder in the place of a package is a fault', () => {
    expect(lockfileFaults(lockfileWith({ link: true }))).toHaveLength(1);
    expect(lockfileFaults(lockfileWith({}, '../elsewhere'))).toHaveLength(1);
    expect(lockfileFaults({ ...lockfileWith({}), lockfileVersion: 1 })).toHaveLength(1);
  });

  test.each([
    {},
    { resolved: 'https://registry.npmjs.org/x/-/x-1.0.0.tgz' },
    { license: '(MIT OR GPL-3.0)' },
  ])('%j is none', (locked) => {
    expect(lockfileFaults(lockfileWith(locked))).toEqual([]);
  });

  test('ours has none, and was read', () => {
    const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
    const lockfile = JSON.parse(text) as Lockfile;
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(300);
    expect(lockfileFaults(lockfile)).toEqual([]);
  });
});

test.each([
  '^1.0.0',
  '~1.0.0',
  '1.x',
  'latest',
  '*',
  'git+https://example.org/x.git',
  'file:../x',
  'npm:y@1.0.0',
])('a dependency on %s is not pinned', (version) => {
  expect(looseVersions({ devDependencies: { x: version } })).toEqual([
    `package.json: x is not pinned to one version (${version})`,
  ]);
  expect(looseVersions({ dependencies: { x: '1.2.3' }, optionalDependencies: { y: '1.0.0-rc.1' } })).toEqual(
    [],
  );
});
