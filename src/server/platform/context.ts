import type { Board } from '../../domain/exchanges/board.ts';
import type { Reader } from '../../domain/exchanges/matter.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import type { ChildQueue } from './child/childQueue.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { EventHub } from './events/hub.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PasswordHasher } from './passwordHasher.ts';
import type { Settings } from './settings.ts';

/** The open requests of each worksite, cached until something in it changes. */
export interface Boards {
  /** The result of `read`, with a board at least as recent. */
  beside<Read extends { revision: number }>(
    worksiteId: string,
    read: (board: Board) => Promise<Read>,
  ): Promise<{ board: Board; read: Read }>;
  /** The open requests that may wait for somebody: those of their worksite and, for an admin, all that wait for approval. */
  listFor(reader: Reader): Promise<ExchangeFacts[]>;
}

/** Passed to every route and command; there are no globals. */
export interface AppContext {
  database: Database;
  clock: Clock;
  settings: Settings;
  log: Log;
  passwords: PasswordHasher;
  events: EventHub;
  metrics: Metrics;
  children: ChildQueue;
  boards: Boards;
}
