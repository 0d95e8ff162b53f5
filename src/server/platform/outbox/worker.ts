import type { Instant } from '../../../domain/calendar/day.ts';
import type { Outcome } from '../../../domain/outbox/rules.ts';
import { secondsAfter } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Transaction, Unsubscribe } from '../database/database.ts';
import { type Claim, findNextInstants, giveUpClaims, type Outbox, recordOutcome } from './queries.ts';

/** Claims to send one after the other. */
export interface Claimed {
  /** Limits concurrency per origin. */
  origin: string;
  /** `send` sends one, and never rejects. */
  claims: readonly (Claim & { send: () => Promise<Outcome> })[];
  /** Records further consequences of an outcome. */
  note?: (tx: Transaction, outcome: Outcome, again: Instant | null) => Promise<void>;
}

type ClaimNext = (busy: readonly string[]) => Promise<Claimed | null>;

/** Everything that differs between mails and pushes. */
export interface Sender extends Outbox {
  /** The channel notified when something is queued. */
  channel: string;
  /** A channel notified of rows due this many milliseconds later. */
  later?: { channel: string; ms: number };
  mostAtOnce: number;
  mostOfOrigin: number;
  /**
   * Begins a round. @returns a function that claims the next due rows in its own transaction, except for busy origins;
   * null: nothing can be sent at all
   * @param ending aborted: interrupts what is being sent, and records what is known
   */
  begin(ending: AbortSignal): Promise<ClaimNext | null>;
  end?(): Promise<void>;
  /** When something is due that is not in the outbox yet. */
  findOtherDue?(): Promise<Instant | null>;
}

export type SenderContext = Pick<AppContext, 'database' | 'clock' | 'settings' | 'log' | 'metrics'>;

/** Not the way work is found (notifications and due times are), but a safety net for clock changes. */
const longestSleepMs = 15 * 60_000;
const shortestSleepMs = 1_000;
/** Pause after an internal error, such as an unavailable database. */
const errorPauseMs = 10_000;
const stopGraceMs = 1_000;

/**
 * Sends the queued rows of a table; any number of processes may share a database. Rows are marked as being sent, and
 * that is committed, before they are sent: however a process ends, nothing is sent twice. Rows a dead process may have
 * sent become `unsure`.
 */
export class OutboxWorker {
  private readonly context: SenderContext;
  private readonly sender: Sender;
  private readonly stopping = new AbortController();
  private readonly breakingOff = new AbortController();
  private woken = Promise.withResolvers<void>();
  private isWokenAgain = false;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, in milliseconds of the process. */
  private wakesAt = Infinity;
  private unlisten: Unsubscribe[] = [];

  constructor(context: SenderContext, sender: Sender) {
    this.context = context;
    this.sender = sender;
  }

  async start(): Promise<this> {
    const { database } = this.context;
    const { channel, later } = this.sender;
    const onWake = (): void => void this.wake();
    this.unlisten = [await database.listen(channel, onWake, onWake)];
    if (later) this.unlisten.push(await database.listen(later.channel, () => this.wakeIn(later.ms)));
    onWake();
    return this;
  }

  /** Sends what is due now; resolves when nothing is left that can be sent. Never rejects. */
  wake(): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.resolve();
    this.isWokenAgain = true;
    this.woken.resolve();
    this.running ??= this.work();
    return this.running;
  }

  /** Lets current sends finish for at most a second, then aborts them; resolves when nothing runs any more. */
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
    // a running round may have looked already: the next one finds when this is due
    if (this.running) void this.wake();
    else if (!this.stopping.signal.aborted && performance.now() + ms < this.wakesAt) this.sleep(ms);
  }

  /** Wakes after this time, not before; never for infinity. */
  private sleep(ms: number): void {
    clearTimeout(this.timer);
    this.wakesAt = performance.now() + ms;
    if (ms < Infinity) this.timer = setTimeout(() => void this.wake(), ms);
  }

  private async work(): Promise<void> {
    const { log, metrics, clock } = this.context;
    const { name } = this.sender;
    let sleepMs = Infinity;
    this.sleep(sleepMs);
    do {
      this.isWokenAgain = false;
      try {
        const next = await this.sendDue();
        metrics.jobSucceeded(name, clock.now());
        const ms = next === null ? longestSleepMs : Date.parse(next) - Date.parse(clock.now());
        sleepMs = Math.min(longestSleepMs, Math.max(shortestSleepMs, ms));
      } catch (error) {
        log.error({ err: error }, `${name} worker`);
        metrics.jobFailed(name);
        sleepMs = errorPauseMs;
      }
    } while (this.isWokenAgain && !this.stopping.signal.aborted);
    this.running = null;
    if (!this.stopping.signal.aborted) this.sleep(sleepMs);
  }

  /** Runs one round. @returns when there may be more to do; null if nothing waits */
  async sendDue(): Promise<Instant | null> {
    const { sender } = this;
    const { database, clock, log } = this.context;
    const lost = await giveUpClaims(database, sender, secondsAfter(clock.now(), -sender.leaseSeconds));
    if (lost > 0)
      log.warn({ lost }, `${sender.name}: interrupted while sending, not known whether it arrived`);
    const claimNext = await sender.begin(this.breakingOff.signal);
    if (claimNext) await this.drain(claimNext);
    const { dueAt, claimedAt } = await findNextInstants(database, sender);
    const lapsesAt = claimedAt && secondsAfter(claimedAt, sender.leaseSeconds);
    const moments = claimNext ? [dueAt, await sender.findOtherDue?.(), lapsesAt] : [lapsesAt];
    return moments.filter((moment) => typeof moment === 'string').toSorted()[0] ?? null;
  }

  /** Sends several concurrently. */
  private async drain(claimNext: ClaimNext): Promise<void> {
    const { mostAtOnce, mostOfOrigin } = this.sender;
    const underWay = new Map<Promise<void>, string>();
    const failures: unknown[] = [];
    const begin = (claimed: Claimed): void => {
      const work: Promise<void> = this.send(claimed)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(work));
      underWay.set(work, claimed.origin);
    };
    try {
      while (!this.stopping.signal.aborted && failures.length === 0) {
        this.woken = Promise.withResolvers();
        const origins = Map.groupBy(underWay.values(), (origin) => origin);
        const busy = [...origins]
          .filter(([, { length }]) => length >= mostOfOrigin)
          .map(([origin]) => origin);
        const claimed = underWay.size < mostAtOnce ? await claimNext(busy) : null;
        if (claimed) begin(claimed);
        else if (underWay.size === 0) break;
        else await Promise.race([...underWay.keys(), this.woken.promise]);
      }
    } finally {
      await Promise.all(underWay.keys());
      await this.sender.end?.();
    }
    if (failures.length > 0) throw failures[0];
  }

  private async send({ claims, note }: Claimed): Promise<void> {
    const { database, clock, log } = this.context;
    for (const claim of claims) {
      const outcome = await claim.send();
      const { kind, code } = outcome;
      log.info({ id: claim.ids[0], attempt: claim.attempts, outcome: kind, code }, this.sender.name);
      await database.transaction(async (tx) => {
        const again = await recordOutcome(tx, this.sender, claim, outcome, clock.now());
        await note?.(tx, outcome, again);
      });
    }
  }
}
