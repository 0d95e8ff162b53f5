import type { Engine, EngineEvents } from './engine.ts';

const tickMs = 60_000;
const vacuumEveryMs = 24 * 60 * 60 * 1000;

// The embedded database has no background processes: nobody else writes checkpoints (without them the log grows
// for ever and a restart after a crash reads all of it), removes dead rows or refreshes the planner's statistics.

/** Looks after the embedded database every minute, a short statement at a time. @returns the function that stops it */
export function startMaintenance(
  engine: Pick<Engine, 'execute'>,
  { onWarning }: Pick<EngineEvents, 'onWarning'>,
): () => void {
  let vacuumDueAt = 0;
  const tick = async (): Promise<void> => {
    await checkpointIfDue(engine);
    if (Date.now() >= vacuumDueAt) {
      vacuumDueAt = Date.now() + vacuumEveryMs;
      await vacuumTables(engine);
    }
  };
  const timer = setInterval(() => {
    tick().catch((error: unknown) => onWarning('database maintenance failed', error));
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Writes a checkpoint once the log since the last one is 4 MB long. */
export async function checkpointIfDue(engine: Pick<Engine, 'execute'>): Promise<void> {
  const { rows } = await engine.execute({
    text: `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 4 * 1024 * 1024 as due
           from pg_control_checkpoint()`,
    values: [],
  });
  if (rows[0]?.['due'] === true) {
    await engine.execute({ text: 'checkpoint', values: [] });
  }
}

/** Table by table, so that nobody waits long for a turn. */
export async function vacuumTables(engine: Pick<Engine, 'execute'>): Promise<void> {
  const { rows } = await engine.execute({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema')`,
    values: [],
  });
  for (const { name } of rows) {
    await engine.execute({ text: `vacuum (analyze) ${String(name)}`, values: [] });
  }
}
