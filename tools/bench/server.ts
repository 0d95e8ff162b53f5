import { join } from 'node:path';
import { atEnd } from '../cleanup.ts';
import { findFreePort } from '../freePort.ts';
import { pause, startProcess, untilAnswers } from '../process.ts';
import { childrenOf, memoryOf, parentOf } from '../processTree.ts';

/** The product as a production process. */
export interface Server {
  /** Without a trailing slash. */
  url: string;
  /** Milliseconds from `npm start` to the first answer. */
  startedIn: number;
  /** MB of Node and all its child processes, such as the embedded database. */
  memory: () => number;
  stop: () => Promise<void>;
}

export type Settings = Record<string, string>;

/** Limits raised, since few test people at one address make many calls. */
export const inService: Settings = {
  NODE_ENV: 'production',
  CEO_EMAILS: 'direzione@turnario.example',
  CEO_INITIAL_PASSWORD: 'Parola-di-prova-1',
  TRUST_PROXY: '127.0.0.1',
  PERSON_CALLS_PER_SECOND: '100000',
  STRANGER_CALLS_PER_SECOND: '100000',
  MAX_CALLS_OF_ONE: '1000',
};

/** Runs `npm start` in a checkout until it answers. */
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
    isGroup: true, // ends npm, its shell and the server together
  });
  const stop = async (): Promise<void> => {
    const children = childrenOf(npm.pid);
    await npm.end();
    // npm exits before the server, which still holds its folder
    while (children.some((id) => parentOf(id) !== null)) await pause();
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
