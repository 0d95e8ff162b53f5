import type { OwnPostgres } from '../postgres.ts';
import type { Proxy } from '../proxy.ts';
import type { Clock } from './clock.ts';
import type { SmallDisk } from './disk.ts';
import { forgetUnsynced } from './forgetful.ts';
import { type Journal, nextAcknowledged } from './journal.ts';
import type { MailServer } from './mailServer.ts';
import type { SeededRandom } from './random.ts';
import type { Exit, Server } from './server.ts';

/** Everything that can go wrong. */
export interface Fault {
  name: string;
  /** The server may end by itself while it holds. */
  mayEndServer: boolean;
  /** Resolves when the cause is gone. */
  strike(random: SeededRandom): Promise<void>;
}

/** What faults work on; `postgres` is null with the embedded database, `disk` where none could be mounted. */
export interface Targets {
  server: Server;
  journal: Journal;
  clock: Clock;
  mails: MailServer;
  /** Where the preload of the embedded database notes what is not safe yet. */
  unsafeNotes: string | null;
  postgres: { cluster: OwnPostgres | null; proxy: Proxy } | null;
  disk: SmallDisk | null;
  /** How long a fault that lasts is held, in milliseconds. */
  holdMs: number;
  broken: (what: string) => void;
  /** How the server ended after SIGTERM. */
  onStop: (exit: Exit) => void;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** At most so long for the instant at which a fault is to strike. */
const longestWaitMs = 5_000;
/** Faults that are held for so long leave room for those that take long to get over. */
const longHoldMs = 3_000;

/** All faults that this run can make. */
export function listFaults(targets: Targets): Fault[] {
  return [
    ...serverFaults(targets),
    ...(targets.unsafeNotes === null ? [] : [powerCut(targets, targets.unsafeNotes)]),
    ...(targets.postgres ? connectionFaults(targets, targets.postgres.proxy) : []),
    ...(targets.postgres?.cluster ? clusterFaults(targets, targets.postgres.cluster) : []),
    ...(targets.disk ? [fullDisk(targets, targets.disk)] : []),
  ];
}

function serverFaults({ server, journal, clock, mails, onStop }: Targets): Fault[] {
  return [
    {
      name: 'server killed (SIGKILL)',
      mayEndServer: false,
      strike: async (random) => {
        // just after it has promised something, or anywhere
        if (random.below(2) === 0) await nextAcknowledged(journal, longestWaitMs);
        else await wait(random.below(400));
        await server.kill();
      },
    },
    {
      name: 'server killed while a mail is on its way',
      mayEndServer: false,
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
      name: 'server stopped (SIGTERM) and its clock set forwards',
      mayEndServer: false,
      strike: async (random) => {
        const minutes = random.pick([3, 45, 360, 1440]) ?? 3;
        onStop(await server.terminate(() => clock.advance(minutes)));
      },
    },
  ];
}

const powerCut = ({ server, journal }: Targets, notes: string): Fault => ({
  name: 'power cut: killed, and what was not followed by fsync is gone',
  mayEndServer: false,
  strike: async () => {
    await nextAcknowledged(journal, longestWaitMs);
    await server.kill(() => {
      journal.note(`${forgetUnsynced(notes)} writes were not safe yet and are gone`);
    });
  },
});

function connectionFaults({ holdMs }: Targets, proxy: Proxy): Fault[] {
  const passing = (name: string, passage: 'slow' | 'shut' | 'deaf'): Fault => ({
    name,
    mayEndServer: false,
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
    mayEndServer: false,
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

function clusterFaults({ journal }: Targets, cluster: OwnPostgres): Fault[] {
  const restart = (mode: 'fast' | 'immediate'): Fault => ({
    name: `PostgreSQL restarted (${mode})`,
    mayEndServer: false,
    strike: () => cluster.restart(mode),
  });
  return [
    restart('fast'),
    restart('immediate'),
    {
      name: 'PostgreSQL killed (SIGKILL to all its processes)',
      mayEndServer: false,
      strike: async () => {
        await nextAcknowledged(journal, longestWaitMs);
        await cluster.kill();
        await cluster.start();
      },
    },
  ];
}

const fullDisk = ({ postgres, holdMs }: Targets, disk: SmallDisk): Fault => ({
  name: 'disk full',
  // the embedded database cannot go on when its log cannot be written, and says so by ending the process
  mayEndServer: postgres === null,
  strike: async (random) => {
    disk.fill();
    await wait(holdMs + random.below(holdMs));
    disk.free();
    // PostgreSQL, too, gives up when it cannot recover on a full disk
    const cluster = postgres?.cluster;
    if (cluster && !cluster.isRunning()) await cluster.start();
  },
});
