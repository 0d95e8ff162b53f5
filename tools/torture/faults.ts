import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMain } from '../../src/server/platform/database/embeddedProcesses.ts';
import { nextLook } from '../process.ts';
import { childrenOf, parentOf } from '../processTree.ts';
import type { Passage, Proxy } from '../proxy.ts';
import type { Place, SmallDisk } from './database.ts';
import { type Entry, happens, type Ledger } from './ledger.ts';
import type { MailServer } from './mails.ts';
import type { Server } from './server.ts';

/** Each resolves when its cause is gone. */
type Faults = Record<string, () => Promise<void>>;

/** What faults work on. */
export interface Targets {
  server: Server;
  place: Place;
  mails: MailServer;
  ledger: Ledger;
}

/** How long a process is stopped. */
const stoppedMs = 10_000;
/** At most so long for the instant at which a fault is to strike. */
const longestWaitMs = 15_000;
/** How long something is missing. */
const whileMissing = (): Promise<void> => sleep(randomInt(1_000, 3_000));

/** All faults that this run can make, by name. */
export function listFaults(targets: Targets): Faults {
  const { proxy, disk } = targets.place;
  return {
    ...serverFaults(targets),
    ...(proxy ? lineFaults(proxy) : databaseFaults(targets)),
    ...(disk ? diskFaults(disk) : {}),
  };
}

const serverFaults = ({ server, ledger, mails }: Targets): Faults => ({
  'server killed': async () => {
    // just after it has promised something, or anywhere
    if (randomInt(2) === 0) await happens(ledger, 'acknowledged', longestWaitMs);
    else await sleep(randomInt(400));
    await server.kill();
  },
  'server killed while a mail is on its way': async () => {
    const kept = happens(mails, 'kept', longestWaitMs);
    mails.behaviour = 'hangs';
    await kept;
    await server.kill();
    mails.behaviour = null;
  },
  'server stopped for 10 s': () => server.freeze(stoppedMs),
});

function databaseFaults({ server, place, ledger }: Targets): Faults {
  const processes = (): number[] => {
    const main = findMain(place.opening.dataDir)?.pid;
    if (main === undefined) throw new Error('the embedded database does not run');
    return [main, ...childrenOf(main)];
  };
  return {
    'PostgreSQL killed': async () => {
      const pids = processes();
      await happens(ledger, 'acknowledged', longestWaitMs);
      signalTo(pids.slice(0, 1), 'SIGKILL');
      // what its other processes were in the middle of must not count as written after it
      while (pids.some((pid) => parentOf(pid) !== null)) await nextLook();
    },
    'server and PostgreSQL killed': async () => {
      const pids = processes();
      await happens(ledger, 'acknowledged', longestWaitMs);
      signalTo(pids, 'SIGKILL');
      await server.kill();
    },
    'PostgreSQL stopped for 10 s': async () => {
      const pids = processes();
      signalTo(pids, 'SIGSTOP');
      await sleep(stoppedMs);
      signalTo(pids, 'SIGCONT');
    },
  };
}

/** Some of them may have ended. */
function signalTo(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (parentOf(pid) !== null) process.kill(pid, signal);
}

function lineFaults(proxy: Proxy): Faults {
  const pass = async (passage: Passage): Promise<void> => {
    proxy.set(passage);
    await whileMissing();
    proxy.set('open');
    // what was said on a silent line must not arrive later
    proxy.breakAll();
  };
  return {
    'connections to PostgreSQL cut': () => pass('shut'),
    'connections to PostgreSQL silent, then cut': () => pass('deaf'),
  };
}

const diskFaults = (disk: SmallDisk): Faults => ({
  'disk full': async () => {
    await disk.fill();
    await whileMissing();
    disk.free();
  },
});

/** A fault as it happened. */
export interface Strike {
  fault: string;
  /** Milliseconds from when its cause was gone until the next acknowledged write; null: none came. */
  recovery: number | null;
  /** How many writes were answered 503 meanwhile. */
  busyAnswers: number;
}

/** A server that cannot write so long after the cause is gone does not recover. */
const recoveryMs = 120_000;

/** Makes faults in turn for so many minutes, and in any case each once. */
export async function injectFaults(
  faults: readonly [name: string, strike: () => Promise<void>][],
  minutes: number,
  ledger: Ledger,
): Promise<Strike[]> {
  const strikes: Strike[] = [];
  let busyAnswers = 0;
  ledger.on('ended', ({ status }: Entry) => void (busyAnswers += status === 503 ? 1 : 0));
  const end = performance.now() + minutes * 60_000;
  while (strikes.length < faults.length || performance.now() < end) {
    await sleep(randomInt(1_000, 4_000));
    const [fault, strike] = faults[strikes.length % faults.length] ?? [];
    if (!fault || !strike) throw new Error('there is no such fault');
    busyAnswers = 0;
    await strike();
    const gone = performance.now();
    const isBack = await happens(ledger, 'acknowledged', recoveryMs);
    const recovery = isBack ? performance.now() - gone : null;
    strikes.push({ fault, recovery, busyAnswers });
    if (!isBack) {
      ledger.broken(`no write succeeded within ${recoveryMs / 1000} s of '${fault}'`);
      break;
    }
  }
  return strikes;
}
