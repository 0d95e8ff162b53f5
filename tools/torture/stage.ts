import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../freePort.ts';
import { type Clock, createClock } from './clock.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type MailServer, startMailServer } from './mailServer.ts';
import { type Place, type PlaceOptions, preparePlace } from './place.ts';
import { type Exit, type Server, superviseServer } from './server.ts';

/** Everything that a run starts, and what it writes down. */
export interface Stage {
  place: Place;
  server: Server;
  mails: MailServer;
  clock: Clock;
  journal: Journal;
  ledger: Ledger;
  /** What is broken, one line each. */
  problems: string[];
  broken: (what: string) => void;
  /** How the server ended after SIGTERM. */
  onStop: (exit: Exit) => void;
  /** Ends by SIGTERM that were cut short; nothing acknowledged may be missing after them either. */
  lateStops: () => number;
  /** Where the journal and the logs are. */
  folder: string;
  /** Ends whatever still runs; what was written down is kept if something is broken. */
  clear(): Promise<void>;
}

/** The sender of all mails. */
export const mailFrom = 'Turnario <turni@example.it>';

/** Starts the database, the mail server and the server, which is ready when this resolves. */
export async function setStage(options: PlaceOptions, say: (line: string) => void): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-torture-'));
  const place = await preparePlace(options, folder);
  const mails = await startMailServer();
  const clock = createClock(join(folder, 'clock'));
  const notes = takeNotes(folder, say);
  const settings = {
    ...place.settings,
    ...clock.settings,
    SMTP_URL: mails.url,
    MAIL_FROM: mailFrom,
    // as in service
    MAX_DELAY_MS: '500',
    DATABASE_WAIT_SECONDS: '10',
    NODE_OPTIONS: `--import=${clock.preload}`,
  };
  const server = superviseServer(settings, await findFreePort(), join(folder, 'server.log'));
  server.onOwnExit = ({ code, lastWords }) =>
    notes.broken(`the server did not start (${code}): ${lastWords}`);
  await server.ready();
  say(`${place.describe}; journal and log in ${folder}`);
  const clear = async (): Promise<void> => {
    await server.stop();
    notes.journal.close();
    await mails.stop();
    await place.remove();
    if (notes.problems.length === 0) await rm(folder, { recursive: true, force: true });
  };
  return { place, server, mails, clock, folder, clear, ...notes };
}

type Notes = Pick<Stage, 'journal' | 'ledger' | 'problems' | 'broken' | 'onStop' | 'lateStops'>;

function takeNotes(folder: string, say: (line: string) => void): Notes {
  const problems: string[] = [];
  const broken = (what: string): void => {
    problems.push(what);
    say(`BROKEN: ${what}`);
  };
  const ledger = openLedger();
  const journal = openJournal(join(folder, 'journal.jsonl'), (entry) => ledger.begin(entry));
  journal.listen((entry) => {
    const contradiction = ledger.follow(entry);
    if (contradiction !== null) broken(contradiction);
  });
  let lateStops = 0;
  const onStop = ({ code, signal, lastWords }: Exit): void => {
    // a machine that is too busy to close everything in time breaks no promise
    if (code === 1 && lastWords.includes('not everything closed in time')) lateStops += 1;
    else if (code !== 0) broken(`SIGTERM ended the server with ${code ?? signal}: ${lastWords}`);
  };
  return { journal, ledger, problems, broken, onStop, lateStops: () => lateStops };
}
