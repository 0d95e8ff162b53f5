import { hash } from '@node-rs/argon2';
import { dayInRome } from '../../src/domain/calendar/day.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { cpuOf, totalOf } from '../cpu.ts';
import type { Server } from '../measuredServer.ts';
import { password } from './calls.ts';
import type { Laboratory } from './costs.ts';
import type { ScaleDatabase } from './database.ts';
import { fillWorld } from './fill.ts';
import type { World } from './world.ts';

export const worldOf = (worksites: number, people: number): World => ({
  worksites,
  people,
  today: dayInRome(new Date().toISOString()),
});

/**
 * Migrates and fills an empty database.
 *
 * @param at a PostgreSQL database, or the folder of an embedded one
 */
export async function prepareWorld(
  world: World,
  at: { databaseUrl?: string; dataDir: string },
): Promise<void> {
  const database = await openDatabase(at);
  try {
    await migrate(database);
    // as the product hashes it, so that signing in costs what it costs there
    await fillWorld(
      database,
      world,
      await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    );
  } finally {
    await database.close();
  }
}

export function openLaboratory(
  world: World,
  server: Server,
  database: ScaleDatabase | null,
  signal: AbortSignal,
): Laboratory {
  return {
    world,
    origin: server.url,
    cpu: async () => {
      const used = cpuOf(server.pid);
      // the embedded database lives in a thread of the server's
      return database ? { main: totalOf(used), other: await database.cpu() } : used;
    },
    next: { record: 0, exchange: 0 },
    signal,
  };
}
