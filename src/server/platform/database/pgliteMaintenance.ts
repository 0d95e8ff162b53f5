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
      await vacuumTables(engine);
      vacuumDueAt = Date.now() + vacuumEveryMs;
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

/**
 * Table by table, so that nobody waits long for a turn. A table of which nothing has changed costs next to nothing;
 * statistics, which read a part of the table whatever has changed, are taken anew once a tenth of it has.
 */
export async function vacuumTables(engine: Pick<Engine, 'execute'>): Promise<void> {
  const { rows } = await engine.execute({
    text: `select format('%I.%I', s.schemaname, s.relname) as name,
             s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10
               or not exists (select from pg_statistic k where k.starelid = s.relid) as is_unknown
           from pg_stat_user_tables s join pg_class c on c.oid = s.relid order by 1`,
    values: [],
  });
  for (const { name, isUnknown } of rows) {
    await engine.execute({
      text: `vacuum ${isUnknown === true ? '(analyze) ' : ''}${String(name)}`,
      values: [],
    });
  }
}
