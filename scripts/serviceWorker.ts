import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'src/client/serviceWorker');
const source = join(sources, 'worker.ts');

/** Files that a page does not load itself: the browser uses them for its install dialog. */
const unneededOffline = /^screenshot-|\.(br|gz)$|^sw\.js$/;

/**
 * Adds `sw.js` to a built client: the service worker with a list of all files, and a version from their contents, which is also
 * written to index.html.
 *
 * @param folder the built client
 */
export async function addServiceWorker(folder: string): Promise<void> {
  const files: string[] = [];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/');
    if (entry.isFile() && !unneededOffline.test(path)) files.push(path);
  }
  files.sort();
  const version = await versionOf(folder, files);
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(
    page,
    html.replace('</title>', `</title>\n    <meta name="version" content="${version}" />`),
  );
  await buildWorker(
    folder,
    files.map((path) => (path === 'index.html' ? '/' : `/${path}`)),
    version,
  );
}

async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['worker.ts', 'push.ts']) hash.update(await readFile(join(sources, name)));
  for (const path of files) hash.update(`\0${path}\0`).update(await readFile(join(folder, path)));
  return hash.digest('hex').slice(0, 12);
}

async function buildWorker(folder: string, urls: readonly string[], version: string): Promise<void> {
  // imported here, since this file is also loaded where the build tools are not installed
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { precachedUrls: JSON.stringify(urls), buildVersion: JSON.stringify(version) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
}
