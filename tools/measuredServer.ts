import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from './cleanup.ts';
import { findFreePort } from './freePort.ts';
import { newestPostgres, startOwnPostgres } from './postgres.ts';
import { type Program, type Running, startProcess, untilAnswers } from './process.ts';

/** A server that the run has started. */
export interface Server extends Running {
  /** Without a slash at its end. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a server, and waits until it answers anything over HTTP. */
export async function startServer(program: Program & { url: string }): Promise<Server> {
  const { url } = program;
  const running = startProcess(program);
  const stop = async (): Promise<void> => {
    const hard = setTimeout(() => running.child.kill('SIGKILL'), 8_000);
    await running.end();
    clearTimeout(hard);
  };
  atEnd(stop);
  await untilAnswers(url, running);
  return { ...running, url, stop };
}

/** The CEO of the measured servers. */
export const ceo = { email: 'direzione@turnario.example', password: 'Parola-di-prova-1' };

/** As in service: production, one line a call in the log. */
export const productionEnv = {
  NODE_ENV: 'production',
  CEO_EMAILS: ceo.email,
  CEO_INITIAL_PASSWORD: ceo.password,
  APP_SECRET: 'no secret: the database is gone when the run ends',
  LOG_LEVEL: 'info',
  // counted as ever; only the port to read it from would be taken where another server runs
  METRICS_PORT: 'off',
};

/** Flags and program of `npm start`, which is also what runs in service. */
function productArgs(): string[] {
  const root = join(import.meta.dirname, '..');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, flags = '', path = ''] = /^exec node ((?:--\S+ )*)(\S+)$/.exec(scripts['start'] ?? '') ?? [];
  return [...flags.split(' ').filter(Boolean), join(root, path)];
}

/**
 * Starts the product as in service.
 *
 * @param settings as environment variables: where its database is
 * @param folder for its log and its data
 */
export async function startMeasured(settings: Record<string, string>, folder: string): Promise<Server> {
  const port = await findFreePort();
  // a test on a busy machine lets its servers be late; a measurement does not
  const { MAX_DELAY_MS } = process.env;
  return startServer({
    args: productArgs(),
    env: {
      ...productionEnv,
      // everybody is at this machine's address
      STRANGER_CALLS_PER_SECOND: '100000',
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      ...(MAX_DELAY_MS && { MAX_DELAY_MS }),
      ...settings,
    },
    url: `http://127.0.0.1:${port}`,
    logFile: join(folder, `server-${port}.log`),
  });
}

/**
 * The PostgreSQL of the run: `TEST_DATABASE_URL`, or one of its own with the settings a small machine would have, which
 * writes to disk as durably as in service.
 *
 * @param folder of the run, where a server of its own lives
 * @returns its address and what to say of it in the report
 */
export async function findPostgres(folder: string): Promise<{ url: string; description: string }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, description: 'the server of TEST_DATABASE_URL' };
  const programs = await newestPostgres();
  if (programs === null) {
    throw new Error(
      'PostgreSQL is missing: install it, name one in TEST_DATABASE_URL, or ask for --engine pglite.',
    );
  }
  const settings = ['max_connections=100', 'shared_buffers=512MB'];
  const postgres = await startOwnPostgres({ programs, folder, settings });
  atEnd(() => postgres.stop());
  return { url: postgres.url, description: `${postgres.version}, durable (fsync on), shared_buffers 512 MB` };
}
