import type { Board } from '../../domain/exchanges/board.ts';
import type { ChildQueue } from './child/childQueue.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { EventHub } from './events/hub.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PasswordHasher } from './passwordHasher.ts';
import type { Settings } from './settings.ts';

/** What every route and command is given; there are no globals. */
export interface AppContext {
  database: Database;
  clock: Clock;
  settings: Settings;
  log: Log;
  passwords: PasswordHasher;
  events: EventHub;
  metrics: Metrics;
  children: ChildQueue;
  /** Of the worksites that were asked for last, by id; `exchanges/board.ts` renews them. */
  boards: Map<string, Promise<Board>>;
}
