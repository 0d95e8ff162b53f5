import { Gauge } from 'prom-client';
import sql, { raw } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
import { within } from '../within.ts';

type StateContext = Pick<AppContext, 'database' | 'events' | 'clock' | 'metrics'>;

/** How long a scrape waits for the database. */
const timeoutMilliseconds = 1_000;

/**
 * Adds gauges read on each scrape: connections, event streams, outbox.
 * @returns a function that reads them within a second, and omits the outbox if the database does not respond by then
 */
export function addStateGauges({ database, events, clock, metrics }: StateContext): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [metrics.registry] });
  const connections = gauge(
    'turnario_database_connections',
    'Connections by state (the embedded database has one); waiting: calls that have none yet.',
    ['state'],
  );
  const up = gauge('turnario_database_up', '1 when the database answered this scrape within a second.');
  const streams = gauge('turnario_event_streams', 'Open event streams.');
  const mails = gauge('turnario_outbox_mails', 'Mails that have not been sent, by status; up to 10000.', [
    'status',
  ]);
  const oldest = gauge('turnario_outbox_oldest_queued_seconds', 'Age of the oldest queued mail; 0: none.');
  const read = askedOnce(() => readOutboxState(database), timeoutMilliseconds);
  return async () => {
    const { inUse, idle, waiting } = database.load();
    connections.set({ state: 'in_use' }, inUse);
    connections.set({ state: 'idle' }, idle);
    connections.set({ state: 'waiting' }, waiting);
    streams.set(events.listenerCount());
    const outbox = await read();
    up.set(outbox ? 1 : 0);
    if (!outbox) {
      // better nothing than stale values
      mails.reset();
      oldest.remove();
      return;
    }
    for (const status of ['queued', 'failed', 'unsure'] as const) mails.set({ status }, outbox[status]);
    oldest.set(ageOf(outbox, clock.now()));
  };
}

const ageOf = ({ oldestQueuedAt }: OutboxState, now: string): number =>
  oldestQueuedAt === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(oldestQueuedAt)) / 1000);

/**
 * Queries with a timeout, and not again while one is pending: scrapes must not pile up on an unresponsive database.
 * @returns the answer; null if it failed or timed out
 */
function askedOnce<Answer>(ask: () => Promise<Answer>, limitMs: number): () => Promise<Answer | null> {
  let asked: Promise<Answer | null> | null = null;
  return () => {
    asked ??= ask()
      .catch(() => null)
      .finally(() => {
        asked = null;
      });
    return within(limitMs, asked, null);
  };
}

interface OutboxState {
  queued: number;
  failed: number;
  /** Mails that may or may not have been sent. */
  unsure: number;
  /** When the oldest queued mail was written; null if none. */
  oldestQueuedAt: Instant | null;
}

/** Counting stops here: frequent scrapes must stay cheap. */
const mostCounted = 10_000;

/** One statement over the status index; skips sent mails. */
export function readOutboxState(db: Queryable): Promise<OutboxState> {
  const count = (status: string) => sql`
    (select count(*) from (select from mail_outbox where status = ${raw(`'${status}'`)} limit ${mostCounted}) counted)`;
  return db.one<OutboxState>(sql`
    select ${count('queued')} as queued, ${count('failed')} as failed, ${count('unsure')} as unsure,
           (select min(created_at) from mail_outbox where status = 'queued') as oldest_queued_at`);
}
