import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Day, dayInRome } from '../src/domain/calendar/day.ts';
import { findFreePort } from './freePort.ts';
import { type Product, startProduct } from './product.ts';
import { databaseUrlOf, runOn, testDatabaseUrl } from './testDatabases.ts';

// The demo as a first start fills it, once per run: a template database that each server clones.

/** Shared by all servers of the browser tests, since the template contains data encrypted with it. */
const appSecret = 'x'.repeat(32);

interface FilledDemo {
  template: string;
  /** The day it was filled: on another day the demo differs. */
  day: Day;
}

const variable = 'E2E_DEMO';
const today = (): Day => dayInRome(new Date().toISOString());
const newName = (): string => `turnario_e2e_${randomBytes(6).toString('hex')}`;
const drop = (name: string) => runOn(testDatabaseUrl(), `drop database if exists ${name} with (force)`);

/** Playwright's global setup; returns its teardown. */
export default async function fillDemo(): Promise<() => Promise<void>> {
  const template = newName();
  const folder = await mkdtemp(join(tmpdir(), 'turnario-demo-'));
  const day = today();
  await runOn(testDatabaseUrl(), `create database ${template}`);
  const DATABASE_URL = databaseUrlOf(testDatabaseUrl(), template);
  const product = startProduct({ DEMO: '1', DATA_DIR: folder, DATABASE_URL, APP_SECRET: appSecret });
  await product.url;
  const { code } = await product.end();
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`filling the demo ended with ${code}: ${product.output()}`);
  // inherited by the workers
  process.env[variable] = JSON.stringify({ template, day } satisfies FilledDemo);
  return () => drop(template);
}

/** Creates a database. @param hasDemo clones the demo, if it was filled today */
async function cloneDemo(hasDemo: boolean): Promise<string> {
  const { template, day } = JSON.parse(process.env[variable] ?? '') as FilledDemo;
  const name = newName();
  const source = hasDemo && day === today() ? ` template ${template}` : '';
  await runOn(testDatabaseUrl(), `create database ${name}${source}`);
  return name;
}

/** Environment variables: `{ SMTP_URL: … }`, `{ TZ: 'UTC' }`, `{ PUBLIC_URL: '{address}' }`, where {address} is the server's. */
export type ProductSettings = Record<string, string>;

/** Whether a first start with these settings would create the same data as the template. */
const isLikeFilled = (settings: ProductSettings): boolean =>
  ['DEMO', 'TZ', 'NODE_OPTIONS'].every((name) => settings[name] === undefined);

const withAddress = (settings: ProductSettings, address: string): ProductSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace('{address}', address)]),
  );

export type ProductServer = Awaited<ReturnType<typeof startProductServer>>;

/**
 * Starts the real server, `node src/server/main.ts`, on a free port and its own database, with the demo unless `DEMO` says
 * otherwise.
 */
export async function startProductServer(settings: ProductSettings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-e2e-'));
  const port = String(await findFreePort());
  const database = await cloneDemo(isLikeFilled(settings));
  const databaseUrl = databaseUrlOf(testDatabaseUrl(), database);
  const environment = {
    DEMO: '1',
    PORT: port,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    ...withAddress(settings, `http://localhost:${port}`),
  };
  let product: Product | null = startProduct(environment);
  const [url, notices] = await Promise.all([product.url, product.notices]);
  const { expectError, readLog, faults } = watchLog();
  /** Stops the process; `start` reuses its port and data. */
  const halt = async (): Promise<void> => {
    const ending = product;
    if (!ending) return;
    product = null;
    const { code } = await ending.end();
    if (code !== 0) faults.push(`it ended with ${code}`);
    readLog(ending);
  };
  return {
    url,
    /** The lines it printed at its first start. */
    notices,
    /** Another may open it between `halt` and `start`. */
    databaseUrl,
    signInOf: (firstName: string) => signInOf(notices, firstName),
    accessCodeOf: (worksite: string) => accessCodeOf(notices, worksite),
    expectError,
    /** Errors logged since the last call, and failed stops. */
    takeFaults: (): string[] => {
      if (product) readLog(product);
      return faults.splice(0);
    },
    halt,
    start: async (): Promise<void> => {
      product ??= startProduct(environment);
      await product.url;
    },
    /** Stops it and removes its data; throws if it logged errors or did not stop cleanly. */
    close: async (): Promise<void> => {
      await halt();
      await Promise.all([drop(database), rm(folder, { recursive: true, force: true })]);
      if (faults.length > 0) throw new Error(`the server failed:\n${faults.join('\n')}`);
    },
  };
}

/** Collects the unexpected errors that a server logs. */
function watchLog() {
  const faults: string[] = [];
  const expected: string[] = [];
  const read = new Map<Product, number>();
  return {
    faults,
    /** Allows errors that contain this text from now on. */
    expectError: (text: string) => void expected.push(text),
    readLog: (product: Product): void => {
      const lines = errorsIn(product.output());
      const news = lines.slice(read.get(product) ?? 0);
      faults.push(...news.filter((line) => !expected.some((text) => line.includes(text))));
      read.set(product, lines.length);
    },
  };
}

/** Log lines of level error and above. */
function errorsIn(output: string): string[] {
  // the last line may be incomplete
  const lines = output.split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 50);
}

/** A person's credentials. */
export type SignIn = ReturnType<typeof signInOf>;

/** The printed credentials of a demo account. @param firstName such as 'Giulia' */
function signInOf(notices: readonly string[], firstName: string) {
  const text = notices.join('\n');
  const email = new RegExp(`^ +(${firstName.toLowerCase()}(?:\\.\\S+)?@\\S+)`, 'm').exec(text)?.[1];
  const password = /password di tutti: (.+)\)/.exec(text)?.[1];
  if (!email || !password) throw new Error(`no sign-in of ${firstName} was printed:\n${text}`);
  return { email, password };
}

/** The printed access code of a demo worksite, by its name. */
function accessCodeOf(notices: readonly string[], worksite: string): string {
  const code = new RegExp(`${worksite} (\\S+?)(?:,|$)`, 'm').exec(notices.join('\n'))?.[1];
  if (!code) throw new Error(`no access code of ${worksite} was printed`);
  return code;
}
