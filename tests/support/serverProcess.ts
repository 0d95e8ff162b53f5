import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';

const program = join(import.meta.dirname, '../../src/server/main.ts');

/** `node src/server/main.ts`, and what became of it. For tests about starting and ending; others use `inject`. */
export interface ServerProcess {
  child: ChildProcess;
  /** What it wrote so far. */
  stdout(): string;
  stderr(): string;
  /** The address it printed, without a slash at its end; rejects with all it wrote if it ended before. */
  url: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts a server without demo, by default on a free port.
 *
 * @param settings as environment variables; nothing of this process's own settings is passed on
 */
export function spawnServer(settings: Record<string, string>): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: {
      PATH,
      HOME,
      DEMO: '0',
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'warn',
      MAX_DELAY_MS: '60000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      const printed = /^Turnario: (\S+)$/m.exec(written.stdout);
      if (printed?.[1]) resolve(printed[1]);
    });
  }
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.once('close', (code, signal) => done({ code, signal }));
  });
  void exited.then(({ code }) => reject(new Error(`ended with ${code}: ${written.stdout}${written.stderr}`)));
  url.catch(() => undefined);
  // an interrupted test run leaves no server behind
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, url, exited };
}

/** Data folders with an empty, migrated embedded database: made once, then copied, since making one takes seconds. */
export async function prepareDataFolders(): Promise<{
  copy(): Promise<string>;
  /** Removes all of them. */
  remove(): Promise<void>;
}> {
  const root = await mkdtemp(join(tmpdir(), 'turnario-process-'));
  const original = join(root, 'original');
  const database = await openDatabase({ dataDir: original });
  await migrate(database);
  await database.close();
  return {
    copy: async () => {
      const folder = await mkdtemp(join(root, 'data-'));
      await cp(original, folder, { recursive: true });
      return folder;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

export interface HttpAnswer<Body> {
  status: number;
  body: Body;
}

/** One person's calls to a running server. */
export interface HttpPerson {
  /** Rejects when the server breaks off. */
  call<Body>(method: string, path: string, body?: object): Promise<HttpAnswer<Body>>;
  /** The session's cookie, for other ways to call. */
  cookie(): string;
}

/** @param origin such as `http://localhost:3000`; asked anew at each call, so that a restarted server is found */
export function httpPerson(origin: () => string): HttpPerson {
  let cookie = '';
  const call = async <Body>(method: string, path: string, body?: object): Promise<HttpAnswer<Body>> => {
    const response = await fetch(origin() + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body };
  };
  return { call, cookie: () => cookie };
}
