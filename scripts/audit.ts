import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditResult, readAudit } from './audit/advisories.ts';
import { type Lockfile, lockfileFaults, looseVersions, type Manifest } from './audit/dependencies.ts';
import { readCommandLine } from './commandLine.ts';

readCommandLine({
  usage: 'npm run audit',
  about: `The dependencies, as a step of npm run check: pinned, from the registry, whole, without scripts, under licences that
are allowed; and known advisories of what runs in production, where the registry can be asked.`,
});
const root = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const faults = [
  ...looseVersions(read('package.json') as Manifest),
  ...lockfileFaults(read('package-lock.json') as Lockfile),
];
const audit = askRegistry();
if (audit.kind === 'answered') faults.push(...audit.advisories);
for (const fault of faults) console.error(fault);
console.log(
  audit.kind === 'answered'
    ? `Advisories of high severity: ${audit.advisories.length}.`
    : `Advisories are NOT known, the registry could not be asked: ${audit.reason}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function askRegistry(): AuditResult {
  const args = [
    'audit',
    '--json',
    '--omit=dev',
    '--audit-level=high',
    '--fetch-retries=1',
    '--fetch-timeout=20000',
  ];
  const { stdout, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error) return { kind: 'unreachable', reason: error.message };
  return readAudit(stdout, 'high');
}
