import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Day, dayInRome } from '../../src/domain/calendar/day.ts';
import { startProduct } from '../../tools/product.ts';

// The demo as a first start fills it, once a run: a database from which each server gets a clone.

/** Of every server of the browser tests; the template holds nothing that another one wrote. */
export const appSecret = 'x'.repeat(32);

interface FilledDemo {
  /** Of the PostgreSQL that `npm test` started. */
  serverUrl: string;
  template: string;
  /** The day on which it was filled: another day's demo is another one. */
  day: Day;
}

const variable = 'E2E_DEMO';
const today = (): Day => dayInRome(new Date().toISOString());

/** Runs statements on the PostgreSQL server, outside of any database of the product. */
async function runOn(serverUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const newName = (): string => `turnario_e2e_${randomBytes(6).toString('hex')}`;

/** Playwright's global setup; what it returns runs at the end. */
export default async function fillDemo(): Promise<() => Promise<void>> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) throw new Error('run by `npm test`, which starts a PostgreSQL, or set TEST_DATABASE_URL');
  const template = newName();
  const folder = await mkdtemp(join(tmpdir(), 'turnario-demo-'));
  const day = today();
  await runOn(serverUrl, `create database ${template}`);
  const DATABASE_URL = databaseUrlOf(serverUrl, template);
  const product = startProduct({ DEMO: '1', DATA_DIR: folder, DATABASE_URL, APP_SECRET: appSecret });
  await product.url;
  const { code } = await product.end();
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`filling the demo ended with ${code}: ${product.output()}`);
  // the workers inherit it
  process.env[variable] = JSON.stringify({ serverUrl, template, day } satisfies FilledDemo);
  return () => runOn(serverUrl, `drop database if exists ${template} with (force)`);
}

interface Clone {
  url: string;
  drop(): Promise<void>;
}

/**
 * A database of one server's own.
 *
 * @param hasDemo whether the filled demo is in it, as long as that is today's
 */
export async function cloneDemo(hasDemo: boolean): Promise<Clone> {
  const { serverUrl, template, day } = JSON.parse(process.env[variable] ?? '') as FilledDemo;
  const name = newName();
  const source = hasDemo && day === today() ? ` template ${template}` : '';
  await runOn(serverUrl, `create database ${name}${source}`);
  return {
    url: databaseUrlOf(serverUrl, name),
    drop: () => runOn(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
