import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../src/server/main.ts');
/** A first start fills the demo and hashes its passwords; a busy machine takes its time over that. */
const patienceMilliseconds = 90_000;

/** The product as a process of its own. */
export interface Product {
  /** The address it printed, without a slash at its end. */
  url: string;
  /** The lines it printed for the person at the terminal: sign-ins, access codes, links. */
  notices: string[];
  /** All it has written so far: notices, log lines (JSON) and errors. */
  output(): string;
  /** Asks it to stop and waits until it has; answers its exit code, null if it had to be killed. */
  stop(): Promise<number | null>;
}

/** A port on which nothing listens. Another process may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts the built product and waits until it answers.
 *
 * @param settings as environment variables; PORT and DATA_DIR at least. Nothing of this process's own settings is
 *   passed on.
 * @throws when it ends, or says nothing, before it listens; with all it wrote
 */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const { PATH = '', HOME = '', TZ } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, HOME, ...(TZ !== undefined && { TZ }), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let onOutput = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput();
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // a test run that is interrupted leaves no server behind
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));

  const printed = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (why: string): void => {
      kill();
      reject(new Error(`the product ${why}:\n${output}`));
    };
    const late = setTimeout(() => fail('did not start in time'), patienceMilliseconds);
    onOutput = () => {
      const found = /^Turnario: (\S+)\n((?:.+\n)*)\n/m.exec(output);
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    };
    void exited.then(() => {
      clearTimeout(late);
      fail('ended');
    });
  });
  const [, url = '', notices = ''] = printed;
  await fetch(`${url}/healthz`);
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url, notices: notices.split('\n').filter(Boolean), output: () => output, stop };
}
