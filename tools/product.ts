import { join } from 'node:path';
import { type Running, startProcess } from './process.ts';

const program = join(import.meta.dirname, '../src/server/main.ts');

/** The product as a process of its own. */
export interface Product extends Running {
  /** The address it printed, without a slash at its end; rejects with all it wrote if it ended before. */
  url: Promise<string>;
  /** The lines it printed for the person at the terminal: sign-ins, access codes, links. */
  notices: Promise<string[]>;
}

/**
 * Starts the server, by default without demo and on a free port.
 *
 * @param settings as environment variables; nothing of this process's own settings is passed on
 * @param logFile takes what it writes, of which then only the last is kept
 */
export function startProduct(settings: Record<string, string>, logFile?: string): Product {
  const running = startProcess({
    args: [program],
    env: {
      DEMO: '0',
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'warn',
      // how busy this machine is is no concern of tests that do not say so
      MAX_DELAY_MS: '60000',
      DATABASE_WAIT_SECONDS: '60',
      ...settings,
    },
    ...(logFile !== undefined && { logFile }),
  });
  const printed = new Promise<RegExpExecArray>((resolve, reject) => {
    running.child.stdout?.on('data', () => {
      const found = /^Turnario: (\S+)\n((?:.+\n)*)\n/m.exec(running.stdout());
      if (found) resolve(found);
    });
    void running.exited.then(({ code }) => reject(new Error(`ended with ${code}: ${running.output()}`)));
  });
  const url = printed.then(([, address = '']) => address);
  const notices = printed.then(([, , lines = '']) => lines.split('\n').filter(Boolean));
  for (const awaited of [url, notices]) awaited.catch(() => undefined);
  return { ...running, url, notices };
}
