import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Day, dayInRome } from '../../src/domain/calendar/day.ts';
import { findFreePort } from '../../tools/freePort.ts';
import { type Product, startProduct } from '../../tools/product.ts';

/** What a person types to sign in. */
export interface SignIn {
  email: string;
  password: string;
}

/** The real server, `node src/server/main.ts`, on a free port and an embedded database of its own. */
export interface ProductServer {
  /** The address it printed. */
  url: string;
  /** The lines it printed at its first start. */
  notices: readonly string[];
  /** Where its data are; another may open them between `halt` and `start`. */
  dataFolder: string;
  /**
   * The printed sign-in of a demo account.
   *
   * @param firstName such as 'Giulia'
   */
  signInOf(firstName: string): SignIn;
  /** The printed access code of a demo worksite, by its name. */
  accessCodeOf(worksite: string): string;
  /** From now on it may log errors that say this. */
  expectError(text: string): void;
  /** Stops the process and keeps its port and its data for `start`. */
  halt(): Promise<void>;
  /** Starts it again after `halt`. */
  start(): Promise<void>;
  /** Ends it and removes its data; throws if it logged an error or did not end cleanly. */
  close(): Promise<void>;
}

/** Environment variables: `{ SMTP_URL: … }`, `{ TZ: 'UTC' }`, `{ DEMO: '0' }`. */
export type ProductSettings = Record<string, string>;

/** A data folder with the demo as a first start filled it, and the day on which it did. */
interface FilledDemo {
  folder: string;
  day: Day;
}

declare module 'vitest' {
  interface ProvidedContext {
    filledDemo: FilledDemo;
  }
}

const today = (): Day => dayInRome(new Date().toISOString());

/** Vitest's global setup of the browser tests: a first start takes seconds, and its data are the same for all. */
export default async function fillDemo(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-demo-'));
  const day = today();
  const product = startProduct({ DEMO: '1', DATA_DIR: folder });
  await product.url;
  const { code } = await product.end();
  if (code !== 0) throw new Error(`filling the demo ended with ${code}: ${product.output()}`);
  project.provide('filledDemo', { folder, day });
  return () => rm(folder, { recursive: true, force: true });
}

/** Whether a first start with these settings, now, would fill in what the filled demo holds. */
function isLikeFilled(settings: ProductSettings, { day }: FilledDemo): boolean {
  const others = ['DEMO', 'TZ', 'NODE_OPTIONS'];
  return day === today() && others.every((name) => settings[name] === undefined);
}

/**
 * Starts a server, on the demo's data unless `DEMO` says otherwise.
 *
 * @param settings may depend on the address at which the server will listen
 */
export async function startProductServer(
  settings: ProductSettings | ((address: string) => ProductSettings) = {},
): Promise<ProductServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-e2e-'));
  const port = String(await findFreePort());
  const chosen = typeof settings === 'function' ? settings(`http://localhost:${port}`) : settings;
  const demo = inject('filledDemo');
  if (isLikeFilled(chosen, demo)) await cp(demo.folder, folder, { recursive: true });
  const environment = { DEMO: '1', PORT: port, DATA_DIR: folder, ...chosen };
  const faults: string[] = [];
  const expected: string[] = [];
  let product: Product | null = startProduct(environment);
  const [url, notices] = await Promise.all([product.url, product.notices]);
  const halt = async (): Promise<void> => {
    const ending = product;
    if (!ending) return;
    product = null;
    const { code } = await ending.end();
    if (code !== 0) faults.push(`it ended with ${code}`);
    const errors = errorsIn(ending.output());
    faults.push(...errors.filter((line) => !expected.some((text) => line.includes(text))));
  };
  return {
    url,
    notices,
    dataFolder: folder,
    signInOf: (firstName) => signInOf(notices, firstName),
    accessCodeOf: (worksite) => accessCodeOf(notices, worksite),
    expectError: (text) => void expected.push(text),
    halt,
    start: async () => {
      product ??= startProduct(environment);
      await product.url;
    },
    close: async () => {
      await halt();
      await rm(folder, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(`the server failed:\n${faults.join('\n')}`);
    },
  };
}

/** The log lines of level error and above. */
function errorsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 50);
}

function signInOf(notices: readonly string[], firstName: string): SignIn {
  const text = notices.join('\n');
  const email = new RegExp(`^ +(${firstName.toLowerCase()}(?:\\.\\S+)?@\\S+)`, 'm').exec(text)?.[1];
  const password = /password di tutti: (.+)\)/.exec(text)?.[1];
  if (!email || !password) throw new Error(`no sign-in of ${firstName} was printed:\n${text}`);
  return { email, password };
}

function accessCodeOf(notices: readonly string[], worksite: string): string {
  const code = new RegExp(`${worksite} (\\S+?)(?:,|$)`, 'm').exec(notices.join('\n'))?.[1];
  if (!code) throw new Error(`no access code of ${worksite} was printed`);
  return code;
}
