import { join } from 'node:path';
import { type Running, startProcess } from './process.ts';

const program = join(import.meta.dirname, '../src/server/main.ts');

/** The product as a process. */
export interface Product extends Running {
  /** The printed address, without a trailing slash; rejects with the output if the process ends first. */
  url: Promise<string>;
  /** The lines printed for the person at the terminal: sign-ins, access codes, links. */
  notices: Promise<string[]>;
}

/**
 * Starts the server, by default without the demo and on a free port.
 *
 * @param settings environment variables; this process's own are not passed on
 * @param logFile receives the output, of which only the end is then kept in memory
 */
export function startProduct(settings: Record<string, string>, logFile?: string): Product {
  const running = startProcess({
    args: [program],
    env: {
      DEMO: '0',
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'warn',
      // only tests of load care how busy the machine is
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
