import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The sources of the client, as far as they exist: folders without their tests, and files. */
const folders = ['src/client', 'src/domain', 'public'];
const files = [
  'index.html',
  'vite.config.ts',
  'scripts/buildClient.ts',
  'scripts/clientSources.ts',
  'scripts/serviceWorker.ts',
  'package-lock.json',
];

/** Identifies the sources of a build. */
export interface SourcesState {
  /** SHA-256 of names and contents: file dates change with a checkout. */
  contents: string;
  /** SHA-256 of names, sizes, dates and inodes. While it is unchanged, so are the contents. */
  attributes: string;
}

function listSources(root: string): string[] {
  const pathsOf = (names: string[]) =>
    names.map((name) => join(root, name)).filter((path) => existsSync(path));
  const inFolders = pathsOf(folders).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...pathsOf(files), ...inFolders].toSorted();
}

function attributesOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of listSources(root)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    hash.update(`${path.slice(root.length)}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
  }
  return hash.digest('hex');
}

async function contentsOf(root: string): Promise<string> {
  const paths = listSources(root);
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [index, path] of paths.entries()) {
    hash.update(path.slice(root.length)).update('\0');
    hash.update(contents[index] ?? '').update('\0');
  }
  return hash.digest('hex');
}

/** The current sources. Attributes are read first, so that a change during the reading is detected next time. */
export async function readSources(root: string): Promise<SourcesState> {
  const attributes = attributesOf(root);
  return { attributes, contents: await contentsOf(root) };
}

/** Records the sources of the client in dist/client. */
export function noteSources(root: string, { contents, attributes }: SourcesState): Promise<void> {
  return writeFile(join(root, stampFile), `${contents}\n${attributes}\n`);
}

const stampFile = 'dist/client.stamp';

/**
 * Whether the built client is up to date. Contents are only read if the attributes have changed; if the contents have not, the
 * new attributes are recorded.
 */
export async function isClientFresh(root: string): Promise<boolean> {
  const noted = await readFile(join(root, stampFile), 'utf8').catch(() => '');
  const [contents, attributes] = noted.split('\n');
  if (attributes === attributesOf(root)) return true;
  const now = await readSources(root);
  if (contents !== now.contents) return false;
  // without write permission the contents are compared each time
  await noteSources(root, now).catch(() => undefined);
  return true;
}

/** Whether a build exists. */
export const isClientBuilt = (root: string): boolean => existsSync(join(root, 'dist/client/index.html'));
