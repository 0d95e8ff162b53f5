import { join } from 'node:path';
import { atEnd } from '../cleanup.ts';
import { findFreePort } from '../freePort.ts';
import { nextLook, startProcess, untilAnswers } from '../process.ts';
import { childrenOf, memoryOf, parentOf } from '../processTree.ts';

/** The product as a process, as in service. */
export interface Server {
  /** Without a slash at its end. */
  url: string;
  /** From `npm start` to the first answer, in milliseconds. */
  startedIn: number;
  /** Of Node and all it started, such as the embedded database, in MB. */
  memory: () => number;
  stop: () => Promise<void>;
}

export type Settings = Record<string, string>;

/** Few people stand for many, all of them at this machine's address. */
export const inService: Settings = {
  NODE_ENV: 'production',
  CEO_EMAILS: 'direzione@turnario.example',
  CEO_INITIAL_PASSWORD: 'Parola-di-prova-1',
  TRUST_PROXY: '127.0.0.1',
  PERSON_CALLS_PER_SECOND: '100000',
  STRANGER_CALLS_PER_SECOND: '100000',
  MAX_CALLS_OF_ONE: '1000',
};

/** `npm start` in a checkout as a person types it, until it answers. */
export async function startServer(root: string, settings: Settings): Promise<Server> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const npm = startProcess({
    command: 'npm',
    args: ['start'],
    cwd: root,
    env: { PORT: port, PUBLIC_URL: url, METRICS_PORT: 'off', ...settings },
    logFile: join(settings['DATA_DIR'] ?? '', 'server.log'),
    isGroup: true, // npm, its shell and the server end together
  });
  const stop = async (): Promise<void> => {
    const children = childrenOf(npm.pid);
    await npm.end();
    // npm ends before the server does, which holds its folder until then
    while (children.some((id) => parentOf(id) !== null)) await nextLook();
  };
  atEnd(stop);
  await untilAnswers(url, npm);
  return {
    url,
    startedIn: performance.now() - begin,
    memory: () => childrenOf(npm.pid).reduce((sum, id) => sum + memoryOf(id), 0),
    stop,
  };
}
