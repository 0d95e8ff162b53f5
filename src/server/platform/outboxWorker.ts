import type { Instant } from '../../domain/calendar/day.ts';
import type { AppContext } from './context.ts';
import type { Unsubscribe } from './database/database.ts';

/** How the work is ended from outside, or told that there is more. */
export interface Round {
  /** Nothing else is begun. */
  soon: AbortSignal;
  /** What is under way is broken off, and recorded as what is known of it. */
  now: AbortSignal;
  /** Resolves when there may be more to send, from the call on. */
  nextWake: () => Promise<void>;
}

interface Outbox {
  name: 'mail' | 'push';
  /** On which the database tells that something was queued. */
  channel: string;
  /** Another one, on which it tells of what is due so many milliseconds later. */
  later?: { channel: string; ms: number };
  /** Sends what is due. @returns when there may be something to do again; null if nothing waits */
  send: (round: Round) => Promise<Instant | null>;
}

/** Not how work is found (notifications and due times are), but a safety net for a clock that was set. */
const longestSleepMs = 15 * 60_000;
const shortestSleepMs = 1_000;
/** Pause after an error of our own side, such as a database that is away. */
const errorPauseMs = 10_000;
const stopGraceMs = 1_000;

type WorkerContext = Pick<AppContext, 'database' | 'log' | 'metrics' | 'clock'>;

/** Starts to send what is queued in a table; any number of processes may do so on one database. */
export async function startOutboxWorker(context: WorkerContext, outbox: Outbox): Promise<OutboxWorker> {
  const worker = new OutboxWorker(context, outbox);
  await worker.start();
  return worker;
}

export class OutboxWorker {
  private readonly context: WorkerContext;
  private readonly outbox: Outbox;
  private readonly stopping = new AbortController();
  private readonly breakingOff = new AbortController();
  private woken = Promise.withResolvers<void>();
  private isWokenAgain = false;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in milliseconds of the process. */
  private wakesAt = Infinity;
  private unlisten: Unsubscribe[] = [];

  constructor(context: WorkerContext, outbox: Outbox) {
    this.context = context;
    this.outbox = outbox;
  }

  async start(): Promise<void> {
    const { database } = this.context;
    const onWake = (): void => void this.wake();
    const { channel, later } = this.outbox;
    this.unlisten = [await database.listen(channel, onWake, onWake)];
    if (later) this.unlisten.push(await database.listen(later.channel, () => this.wakeIn(later.ms)));
    onWake();
  }

  /** Looks for what is due now; resolves when nothing is left that can be sent now. Never rejects. */
  wake(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    this.isWokenAgain = true;
    this.woken.resolve();
    this.running ??= this.work();
    return this.running;
  }

  /** Lets what is under way end for at most a second, then breaks off; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.woken.resolve();
    this.sleep(Infinity);
    const grace = setTimeout(() => this.breakingOff.abort(), stopGraceMs);
    await this.running;
    clearTimeout(grace);
    await Promise.all(this.unlisten.map((end) => end()));
  }

  private wakeIn(ms: number): void {
    // a round that runs may have looked already: the next one finds when this is due
    if (this.running) void this.wake();
    else if (!this.stopping.signal.aborted && performance.now() + ms < this.wakesAt) this.sleep(ms);
  }

  private async work(): Promise<void> {
    this.sleep(Infinity);
    let sleepMs: number;
    do {
      this.isWokenAgain = false;
      sleepMs = await this.runRound();
    } while (this.isWokenAgain && !this.stopping.signal.aborted);
    this.running = null;
    if (!this.stopping.signal.aborted) this.sleep(sleepMs);
  }

  /** @returns milliseconds until there may be something to do again */
  private async runRound(): Promise<number> {
    const { log, metrics, clock } = this.context;
    const { name, send } = this.outbox;
    const nextWake = (): Promise<void> => {
      this.woken = Promise.withResolvers();
      return this.woken.promise;
    };
    try {
      const next = await send({ soon: this.stopping.signal, now: this.breakingOff.signal, nextWake });
      metrics.jobSucceeded(name, clock.now());
      const ms = next === null ? longestSleepMs : Date.parse(next) - Date.parse(clock.now());
      return Math.min(longestSleepMs, Math.max(shortestSleepMs, ms));
    } catch (error) {
      log.error({ err: error }, `${name} worker`);
      metrics.jobFailed(name);
      return errorPauseMs;
    }
  }

  /** Wakes after so long, and not before; never for infinity. */
  private sleep(ms: number): void {
    clearTimeout(this.timer);
    this.wakesAt = performance.now() + ms;
    if (ms < Infinity) this.timer = setTimeout(() => void this.wake(), ms);
  }
}
