import sql from 'sql-template-tag';
import type { AppContext } from '../../src/server/platform/context.ts';
import { startUpkeep } from '../../src/server/upkeep/upkeep.ts';

/** Starts maintenance whose monotonic clock follows the test clock, so that moving the clock does not look like a jump. */
export async function startSteadyUpkeep(context: AppContext, backUp = async (): Promise<void> => undefined) {
  await settleClock(context);
  return startUpkeep(context, {
    backUp,
    removeAgedBackups: async () => undefined,
    steadySeconds: () => Date.parse(context.clock.now()) / 1000,
  });
}

/** Marks the clock as trustworthy. */
export async function settleClock({ database, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await database.run(sql`
    insert into upkeep_state (clock, seen_at, steady_seconds) values ('steady', ${now}, 0)
    on conflict (is_only_row) do update set clock = 'steady', seen_at = ${now}`);
}
