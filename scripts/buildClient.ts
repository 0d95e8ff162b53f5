import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isClientBuilt, isClientFresh, noteSources, readSources } from './clientSources.ts';
import { readCommandLine } from './commandLine.ts';
import { addServiceWorker } from './serviceWorker.ts';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Runs a Node program to completion. */
async function run(program: string[]): Promise<void> {
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, program, { cwd: root, stdio: 'inherit' });
    child.once('error', reject).once('exit', resolve);
  });
  if (exitCode !== 0) throw new Error('La costruzione del client non è riuscita: gli errori sono qui sopra.');
}

/**
 * Builds the client into dist/client and records its sources.
 *
 * @throws if the build fails
 */
async function buildClient(): Promise<void> {
  const sources = await readSources(root);
  await run([vite, 'build', '--logLevel', 'warn']);
  await shortenBootstrap();
  await addServiceWorker(join(root, 'dist/client'));
  await compressFiles();
  await noteSources(root, sources);
}

/** Minifies bootstrap.js, which blocks the first paint: Vite copies public files unchanged. */
async function shortenBootstrap(): Promise<void> {
  // imported here, since the build tools may not be installed where nothing is built
  const { minify } = await import('vite');
  const file = join(root, 'dist/client/bootstrap.js');
  const { code, errors } = await minify(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`bootstrap.js: ${errors[0]?.message}`);
  await writeFile(file, code);
}

/** Compresses text files once at build time; the server picks the encoding that the browser accepts. */
async function compressFiles(): Promise<void> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for await (const path of glob('**/*.{js,css,html,svg,webmanifest}', { cwd: join(root, 'dist/client') })) {
    const file = join(root, 'dist/client', path);
    const content = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, options));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

/**
 * Builds the client unless dist/client is up to date. Without the build tools (`npm ci --omit=dev`), an existing build is
 * served as it is.
 */
export async function buildClientIfStale(): Promise<void> {
  if (isClientBuilt(root) && (!existsSync(vite) || (await isClientFresh(root)))) return;
  console.log("Preparo l'interfaccia: succede la prima volta e dopo una modifica…");
  // a separate process, because Vite sets NODE_ENV, which the server in this one reads
  await run([import.meta.filename]);
}

if (import.meta.main) {
  readCommandLine(`npm run build

Builds the client into dist/client, even if it is up to date; npm start only builds it if needed.`);
  await buildClient();
  // creates PostgreSQL's links as the user who installs: the one who runs the product may not be allowed to
  const { findPrograms } = await import('../src/server/platform/database/embeddedPrograms.ts');
  try {
    findPrograms();
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
  }
}
