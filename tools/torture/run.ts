import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { findFreePort } from '../freePort.ts';
import { act, readCalendar } from './actions.ts';
import { judgeCalendar, judgeDatabase } from './checks.ts';
import { embedded, remote, type Place } from './database.ts';
import { injectFaults, listFaults, type Strike, type Targets } from './faults.ts';
import { Ledger } from './ledger.ts';
import { MailServer, settleMails } from './mails.ts';
import { buildSites, type Person } from './people.ts';
import { Server } from './server.ts';

export interface RunOptions {
  /** How long faults are injected, each at least once. */
  minutes: number;
  /** In each of the two worksites. */
  people: number;
  /** Only faults whose name contains this; '' for all. */
  only: string;
  /** An external PostgreSQL; null: embedded. */
  databaseUrl: string | null;
}

export interface RunResult {
  options: RunOptions;
  place: Place;
  ledger: Ledger;
  strikes: readonly Strike[];
  swaps: readonly { kind: string }[];
  mails: readonly { status: string }[];
}

type Stage = Targets & { origin: string };

const mailFrom = 'Turnario <turni@example.it>';

/**
 * Starts everything, injects faults while people work, and compares what was acknowledged with what is stored. The folder with
 * all calls and the server's log is kept if there are problems.
 *
 * @param say prints progress
 */
export async function runTorture(options: RunOptions, say: (line: string) => void): Promise<RunResult> {
  const ends = new AsyncDisposableStack();
  try {
    const stage = await setStage(options, say, ends);
    const { place, server, ledger } = stage;
    const { sites, strikes } = await play(stage, options);
    await server.stop();
    const database = await openDatabase(place.opening);
    ends.defer(() => database.close());
    await settleMails(database, stage.mails.url, mailFrom);
    const found = await judgeDatabase(database, sites, ledger, stage.mails.handled);
    found.forEach(ledger.broken);
    const swaps = await database.many<{ kind: string }>(sql`select kind from completed_swaps`);
    const mails = await database.many<{ status: string }>(sql`select status from mail_outbox`);
    return { options, place, ledger, strikes, swaps, mails };
  } finally {
    await ends.disposeAsync();
  }
}

async function setStage(
  { databaseUrl }: RunOptions,
  say: (line: string) => void,
  ends: AsyncDisposableStack,
): Promise<Stage> {
  const ledger = new Ledger();
  ledger.on('broken', (what: string) => say(`BROKEN: ${what}`));
  const folder = await mkdtemp(join(tmpdir(), 'turnario-torture-'));
  ends.defer(async () => {
    await writeFile(join(folder, 'calls.json'), JSON.stringify(ledger.entries, null, 1));
    if (ledger.problems.length === 0) await rm(folder, { recursive: true, force: true });
  });
  const dataDir = join(folder, 'data');
  const place = await (databaseUrl === null ? embedded(dataDir) : remote(databaseUrl, dataDir));
  ends.defer(() => place.remove());
  const mails = new MailServer();
  ends.defer(await mails.start());
  const port = String(await findFreePort());
  // startProduct's defaults would hide overload
  const limits = { MAX_DELAY_MS: '500', DATABASE_WAIT_SECONDS: '10' };
  const settings = { ...place.settings, ...limits, PORT: port, SMTP_URL: mails.url, MAIL_FROM: mailFrom };
  const server = new Server(settings, join(folder, 'server.log'), ledger.broken);
  ends.defer(() => server.stop());
  await server.ready();
  say(`${place.name}; logs are in ${folder}`);
  return { place, mails, server, origin: `http://127.0.0.1:${port}`, ledger };
}

/** People work while faults are injected; then everybody's calendar is checked. */
async function play(stage: Stage, { people, minutes, only }: RunOptions) {
  const { mails, ledger } = stage;
  const sites = await buildSites(stage.origin, ledger, people);
  const everybody = sites.flatMap((site) => site.people);
  const stopping = new AbortController();
  const busy = everybody.map((person) => keepBusy(person, ledger, stopping.signal));
  const faults = Object.entries(listFaults(stage)).filter(([name]) => name.includes(only));
  const strikes = await injectFaults(faults, minutes, ledger).finally(() => stopping.abort());
  mails.behaviour = 'takes';
  await Promise.all(busy);
  for (const person of everybody) {
    if (!(await look(person, ledger))) ledger.broken(`${person.id} cannot read their calendar`);
  }
  return { sites, strikes };
}

/** How long everybody acts on the same days. */
const sameDaysMs = 3_000;

/** One person acts repeatedly until aborted. */
async function keepBusy(person: Person, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const groups = [...person.site.still, ...person.site.loose];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const calendar = await look(person, ledger);
    const days = groups[Math.floor(performance.now() / sameDaysMs) % groups.length] ?? [];
    if (calendar) await act(person, { calendar, days, mark: `${person.id} ${turn}` });
    await sleep(randomInt(40));
  }
}

/** Reads a person's calendar and compares it with what was acknowledged. */
async function look(person: Person, ledger: Ledger) {
  const calendar = await readCalendar(person);
  if (calendar) judgeCalendar(person, calendar, ledger).forEach(ledger.broken);
  return calendar;
}
