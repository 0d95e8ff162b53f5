import { findMain } from '../../src/server/platform/database/embeddedProcesses.ts';
import { nextLook } from '../process.ts';
import { childrenOf, parentOf } from '../processTree.ts';
import type { Proxy } from '../proxy.ts';
import type { Clock } from './clock.ts';
import type { SmallDisk } from './disk.ts';
import { type Journal, nextAcknowledged } from './journal.ts';
import type { MailServer } from './mailServer.ts';
import type { SeededRandom } from './random.ts';
import type { Exit, Server } from './server.ts';

/** Everything that can go wrong. */
export interface Fault {
  name: string;
  /** Resolves when the cause is gone. */
  strike(random: SeededRandom): Promise<void>;
}

/** What faults work on; `proxy` is null with the embedded database, `disk` where none could be mounted. */
export interface Targets {
  server: Server;
  journal: Journal;
  clock: Clock;
  mails: MailServer;
  opening: { dataDir: string };
  proxy: Proxy | null;
  disk: SmallDisk | null;
  /** How long a fault that lasts is held, in milliseconds. */
  holdMs: number;
  broken: (what: string) => void;
  /** How the server ended after SIGTERM. */
  onStop: (exit: Exit) => void;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How long a process is stopped. */
const stoppedMs = 10_000;
/** At most so long for the instant at which a fault is to strike. */
const longestWaitMs = 5_000;
/** Faults that are held for so long leave room for those that take long to get over. */
const longHoldMs = 3_000;

/** All faults that this run can make. */
export function listFaults(targets: Targets): Fault[] {
  return [
    ...serverFaults(targets),
    ...(targets.proxy ? connectionFaults(targets, targets.proxy) : databaseFaults(targets)),
    ...(targets.disk ? [fullDisk(targets, targets.disk)] : []),
  ];
}

function serverFaults({ server, journal, clock, mails, onStop }: Targets): Fault[] {
  return [
    {
      name: 'server killed (SIGKILL)',
      strike: async (random) => {
        // just after it has promised something, or anywhere
        if (random.below(2) === 0) await nextAcknowledged(journal, longestWaitMs);
        else await wait(random.below(400));
        await server.kill();
      },
    },
    {
      name: 'server killed while a mail is on its way',
      strike: async () => {
        const { promise: kept, resolve } = Promise.withResolvers<void>();
        const given = setTimeout(resolve, longestWaitMs);
        mails.behaviour = 'takes';
        mails.onKept = resolve;
        await kept;
        mails.onKept = null;
        clearTimeout(given);
        await server.kill();
      },
    },
    {
      name: 'server ended (SIGTERM) and its clock set forwards',
      strike: async (random) => {
        const minutes = random.pick([3, 45, 360, 1440]) ?? 3;
        onStop(await server.terminate(() => clock.advance(minutes)));
      },
    },
    {
      name: 'server stopped for 10 s (SIGSTOP)',
      strike: () => server.freeze(stoppedMs),
    },
  ];
}

function connectionFaults({ holdMs }: Targets, proxy: Proxy): Fault[] {
  const passing = (name: string, passage: 'slow' | 'shut' | 'deaf'): Fault => ({
    name,
    strike: async (random) => {
      proxy.set(passage);
      await wait(holdMs + random.below(holdMs));
      proxy.set('open');
      // what was said into deaf ears must not arrive later
      if (passage === 'deaf') proxy.breakAll();
    },
  });
  const halfOpen: Fault = {
    name: 'connection to PostgreSQL half open',
    strike: async () => {
      // the connections that are open now stay so, and nobody will ever answer on them; new ones work
      proxy.set('deaf');
      await wait(holdMs);
      proxy.set('open');
    },
  };
  return [
    // takes the server as long as it waits for an answer
    ...(holdMs >= longHoldMs ? [halfOpen] : []),
    passing('connection to PostgreSQL cut', 'shut'),
    passing('connection to PostgreSQL slow', 'slow'),
    passing('connection to PostgreSQL deaf', 'deaf'),
  ];
}

/** Of the embedded one, which the server starts again. */
function databaseFaults({ server, journal, opening: { dataDir } }: Targets): Fault[] {
  const processes = (): number[] => {
    const main = findMain(dataDir)?.pid;
    if (main === undefined) throw new Error('the embedded database does not run');
    return [main, ...childrenOf(main)];
  };
  /** What it was in the middle of must not count as written after it. */
  const end = async (signal: NodeJS.Signals, pids: readonly number[]): Promise<void> => {
    signalTo(pids[0] ?? 0, signal);
    while (pids.some((pid) => parentOf(pid) !== null)) await nextLook();
  };
  return [
    {
      name: 'PostgreSQL killed (SIGKILL to its main process)',
      strike: async () => {
        await nextAcknowledged(journal, longestWaitMs);
        await end('SIGKILL', processes());
      },
    },
    {
      name: 'PostgreSQL ended (SIGINT)',
      strike: () => end('SIGINT', processes()),
    },
    {
      name: 'server and PostgreSQL killed (SIGKILL to all)',
      strike: async () => {
        await nextAcknowledged(journal, longestWaitMs);
        const pids = processes();
        const killed = server.kill();
        for (const pid of pids) signalTo(pid, 'SIGKILL');
        await killed;
      },
    },
    {
      name: 'PostgreSQL stopped for 10 s (SIGSTOP)',
      strike: async () => {
        const pids = processes();
        for (const pid of pids) signalTo(pid, 'SIGSTOP');
        await wait(stoppedMs);
        // the server may have given up some of them
        for (const pid of pids) signalTo(pid, 'SIGCONT');
      },
    },
  ];
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  if (parentOf(pid) !== null) process.kill(pid, signal);
}

const fullDisk = ({ holdMs }: Targets, disk: SmallDisk): Fault => ({
  name: 'disk full',
  strike: async (random) => {
    disk.fill();
    await wait(holdMs + random.below(holdMs));
    disk.free();
  },
});
