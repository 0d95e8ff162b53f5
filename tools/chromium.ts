import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** No GPU, no sandbox (tests run as root in containers), no background network traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const cacheFolder = join(import.meta.dirname, '../node_modules/.cache');

/**
 * The path of a Chromium that can open a page: `CHROMIUM_PATH`, else an installed one, else npm's package, else (as root, with
 * apt-get) Debian's package, installed now.
 *
 * @throws if none works, or if the one in CHROMIUM_PATH does not
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    const failure = await failureOf(chosen);
    if (failure === null) return chosen;
    throw new Error(`CHROMIUM_PATH=${chosen} cannot open a page: ${failure}`);
  }
  const failures: string[] = [];
  for (const candidate of [installed, fromNpm, fromDebian]) {
    const path = await candidate().catch((error: unknown) => {
      failures.push(`${candidate.name}: ${String(error)}`);
      return null;
    });
    if (path === null) continue;
    const failure = await failureOf(path);
    if (failure === null) return path;
    failures.push(`${path}: ${failure}`);
  }
  throw new Error(['No working Chromium; set CHROMIUM_PATH to one.', ...failures].join('\n'));
}

/** Opens a page that runs a script; null if that works, else the first lines of the error. */
async function failureOf(executablePath: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArgs, timeout: 30_000 });
    try {
      const page = await browser.newPage();
      await page.setContent('<p>2</p><script>document.body.append(40 + 2)</script>');
      const text = await page.textContent('body');
      return text?.includes('42') === true ? null : 'the page stays empty';
    } finally {
      await browser.close();
    }
  } catch (error) {
    return String(error).split('\n').slice(0, 12).join('\n');
  }
}

async function installed(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks @sparticuz/chromium, with the libraries and fonts that the machine may lack, and writes a launcher script that sets
 * their paths.
 */
async function fromNpm(): Promise<string> {
  const packageFolder = join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(cacheFolder, `chromium-${version}`);
  const launcher = join(folder, 'launch.sh');
  if (existsSync(launcher)) return launcher;
  await mkdir(cacheFolder, { recursive: true });
  // unpacked elsewhere and then renamed, so that an interrupted run leaves nothing incomplete
  const unpacked = await mkdtemp(join(cacheFolder, 'unpacking-'));
  await unpack(join(packageFolder, 'bin'), unpacked);
  await writeFile(join(unpacked, 'fonts.conf'), fontConfiguration(folder));
  await writeFile(join(unpacked, 'launch.sh'), launchScript(folder));
  await chmod(join(unpacked, 'launch.sh'), 0o755);
  await rm(folder, { recursive: true, force: true });
  await rename(unpacked, folder);
  return launcher;
}

/** The package unpacks into the directory named by TMPDIR. */
async function unpack(archives: string, folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(join(archives, name))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

function launchScript(folder: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib'"\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE='${folder}/fonts.conf'
exec '${folder}/chromium' "$@"
`;
}

async function fromDebian(): Promise<string | null> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null;
  console.log('No Chromium found: installing the package "chromium" with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', args, { stdio: [...stdio], env });
  }
  return installed();
}
