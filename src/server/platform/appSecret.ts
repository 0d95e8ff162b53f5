import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

const fileName = 'app-secret';

/**
 * The secret that encrypts stored passwords: `APP_SECRET`, else one that is generated once and kept in the data folder,
 * readable by its owner only.
 *
 * @throws Error when the data folder cannot be written, or its file holds no secret
 */
export function resolveAppSecret(settings: Pick<Settings, 'appSecret' | 'dataDir'>): string {
  if (settings.appSecret !== null) return settings.appSecret;
  const file = join(settings.dataDir, fileName);
  const secret = readSecret(file) ?? createSecret(settings.dataDir, file);
  if (secret.length < 32)
    throw new Error(`${file} does not hold a secret: restore it, or remove it to make a new one`);
  return secret;
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written beside its place and then linked there: never half a file, and the first of two processes wins. */
function createSecret(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
