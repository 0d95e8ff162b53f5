import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** All that the built client is made of, as far as it is there: folders as a whole, without their tests, and files. */
const folders = ['src/client', 'src/domain', 'public'];
const files = [
  'index.html',
  'vite.config.ts',
  'scripts/buildClient.ts',
  'scripts/clientSources.ts',
  'scripts/serviceWorker.ts',
  'package-lock.json',
];

/** From which sources a client was built. */
export interface SourcesState {
  /** SHA-256 over names and contents: dates of files say nothing after a checkout. */
  contents: string;
  /** Over names, sizes, dates and numbers of the files. As long as it stays the same, so do the contents. */
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

/** Reads all sources. */
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

/** The sources as they are now. The attributes first: what changes while they are read is seen the next time. */
export async function readSources(root: string): Promise<SourcesState> {
  const attributes = attributesOf(root);
  return { attributes, contents: await contentsOf(root) };
}

/** Notes from which sources the client in dist/client was built. */
export function noteSources(root: string, { contents, attributes }: SourcesState): Promise<void> {
  return writeFile(join(root, stampFile), `${contents}\n${attributes}\n`);
}

const stampFile = 'dist/client.stamp';

/**
 * Whether the built client is what the sources say. They are read only where their attributes are not those noted; with
 * the same contents the new attributes are noted.
 */
export async function isClientFresh(root: string): Promise<boolean> {
  const noted = await readFile(join(root, stampFile), 'utf8').catch(() => '');
  const [contents, attributes] = noted.split('\n');
  if (attributes === attributesOf(root)) return true;
  const now = await readSources(root);
  if (contents !== now.contents) return false;
  // who may not write here compares the contents again
  await noteSources(root, now).catch(() => undefined);
  return true;
}

/** Whether there is a built client at all. */
export const isClientBuilt = (root: string): boolean => existsSync(join(root, 'dist/client/index.html'));
