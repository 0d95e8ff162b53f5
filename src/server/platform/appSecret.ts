import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

const fileName = 'app-secret';
/** Holds the new secret during a change, until everything is encrypted with it. */
const nextFileName = 'app-secret.next';

type SecretSettings = Pick<Settings, 'appSecret' | 'appSecretPrevious' | 'dataDir'>;

/** There is no secret, or none that decrypts the stored values. The message is for the operator. */
export class SecretError extends Error {
  override name = 'SecretError';
}

export interface AppSecrets {
  /** Encrypts new values. */
  current: string;
  /** All secrets that may have encrypted stored values, the current one first. */
  known: readonly string[];
}

/**
 * The secret that encrypts stored passwords: `APP_SECRET`, or one generated once and kept in the data folder, readable
 * by its owner only; during a change also the previous one.
 * @throws SecretError if its file holds no secret; Error if the data folder is not writable
 */
export function resolveAppSecrets({ appSecret, appSecretPrevious, dataDir }: SecretSettings): AppSecrets {
  if (appSecret !== null) return secretsOf(appSecret, appSecretPrevious);
  const file = join(dataDir, fileName);
  const nextFile = join(dataDir, nextFileName);
  const next = readSecret(nextFile);
  const own = readSecret(file) ?? createSecret(dataDir, file);
  for (const [path, secret] of [
    [file, own],
    [nextFile, next],
  ] as const) {
    if (secret !== null && secret.length < 32)
      throw new SecretError(
        `Il file ${path} non contiene un segreto (è vuoto o troncato). Rimettilo dalla tua copia; senza copia cancellalo: ` +
          'ne nasce uno nuovo, e la password della posta va salvata di nuovo.',
      );
  }
  return next === null ? secretsOf(own, appSecretPrevious) : secretsOf(next, own);
}

const secretsOf = (current: string, previous: string | null): AppSecrets => ({
  current,
  known: previous === null ? [current] : [current, previous],
});

export const hasSecretFile = (dataDir: string): boolean => readSecret(join(dataDir, fileName)) !== null;

/**
 * Begins a change of the data folder's secret: from here on the new one encrypts and both decrypt. Resumes an
 * interrupted change. `finishSecretChange` ends it, also at the next start.
 */
export function beginSecretChange(dataDir: string): void {
  const next = join(dataDir, nextFileName);
  if (readSecret(next) === null) createSecret(dataDir, next);
}

/** Replaces the old secret once everything is encrypted with the new one. Does nothing without a change. */
export function finishSecretChange(dataDir: string): void {
  if (readSecret(join(dataDir, nextFileName)) === null) return;
  renameSync(join(dataDir, nextFileName), join(dataDir, fileName));
  syncFolder(dataDir);
}

/** Abandons a change that has re-encrypted nothing. */
export function abandonSecretChange(dataDir: string): void {
  rmSync(join(dataDir, nextFileName), { force: true });
  syncFolder(dataDir);
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written to a temporary file and then linked: never half a file, and the first of two processes wins. */
function createSecret(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
    // sync the folder entry too, before anything is encrypted with the secret
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
