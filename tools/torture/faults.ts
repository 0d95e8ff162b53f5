import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMain } from '../../src/server/platform/database/embeddedProcesses.ts';
import { pause } from '../process.ts';
import { childrenOf, parentOf } from '../processTree.ts';
import type { Passage, Proxy } from '../proxy.ts';
import type { Place, SmallDisk } from './database.ts';
import { type Entry, happens, type Ledger } from './ledger.ts';
import type { MailServer } from './mails.ts';
import type { Server } from './server.ts';

/** Each resolves when the cause is removed. */
type Faults = Record<string, () => Promise<void>>;

export interface Targets {
  server: Server;
  place: Place;
  mails: MailServer;
  ledger: Ledger;
}

/** How long a process is stopped. */
const stoppedMs = 10_000;
/** Maximum wait for the moment of a fault. */
const longestWaitMs = 15_000;
/** How long something is unavailable. */
const whileMissing = (): Promise<void> => sleep(randomInt(1_000, 3_000));

/** The faults that are possible in this run, by name. */
export function listFaults(targets: Targets): Faults {
  const { proxy, disk } = targets.place;
  return {
    ...serverFaults(targets),
    ...(proxy ? connectionFaults(proxy) : databaseFaults(targets)),
    ...(disk ? diskFaults(disk) : {}),
  };
}

const serverFaults = ({ server, ledger, mails }: Targets): Faults => ({
  'server killed': async () => {
    // right after an acknowledged write, or at a random time
    if (randomInt(2) === 0) await happens(ledger, 'acknowledged', longestWaitMs);
    else await sleep(randomInt(400));
    await server.kill();
  },
  'server killed while sending a mail': async () => {
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
      // wait for the other processes: they must not count as acknowledged after the kill
      while (pids.some((pid) => parentOf(pid) !== null)) await pause();
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

/** Skips processes that have ended. */
function signalTo(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (parentOf(pid) !== null) process.kill(pid, signal);
}

function connectionFaults(proxy: Proxy): Faults {
  const pass = async (passage: Passage): Promise<void> => {
    proxy.set(passage);
    await whileMissing();
    proxy.set('open');
    // data buffered during the silence must not arrive later
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

/** A fault that was injected. */
export interface Strike {
  fault: string;
  /** Milliseconds from the removal of the cause to the next acknowledged write; null: none. */
  recovery: number | null;
  /** Writes answered 503 meanwhile. */
  busyAnswers: number;
}

/** A server that cannot write within this time does not recover. */
const recoveryMs = 120_000;

/** Injects faults in turn for some minutes, each at least once. */
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
