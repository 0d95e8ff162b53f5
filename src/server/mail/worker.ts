import { announceMails } from './commands.settings.ts';
import { type MailContext, giveUpLapsedClaims, sendDueMails } from './delivery.ts';
import { mailChannel } from './queries.ts';
import { defaultTimeouts, type MailTimeouts } from './transport.ts';

/** Sends queued mails until it is stopped. */
export interface MailWorker {
  /** Looks for due mails now; resolves when none is left that can be sent now. Never rejects. */
  wake(): Promise<void>;
  /** Lets the mail in progress end for at most a second, then breaks off; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Not how mails are found (notifications and due times are), but a safety net for a clock that was set. */
const longestSleepMs = 15 * 60_000;
const shortestSleepMs = 1_000;
/** Pause after an error of our own side, such as a database that is away. */
const errorPauseMs = 10_000;
const stopGraceMs = 1_000;

/**
 * Starts sending what is queued in the outbox; any number of processes may do so on one database. A mail is marked as
 * being sent, and that is committed, before it leaves: however a process ends, no mail is sent twice. One that may or
 * may not have left when its process died is marked `unsure` and left to people.
 */
export async function startMailWorker(
  context: MailContext,
  timeouts: MailTimeouts = defaultTimeouts,
): Promise<MailWorker> {
  const { database, log, metrics } = context;
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const ending = { soon: stopping.signal, now: breakingOff.signal };
  let isWokenAgain = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const work = async (): Promise<void> => {
    clearTimeout(timer);
    let sleepMs = longestSleepMs;
    do {
      isWokenAgain = false;
      try {
        sleepMs = sleepUntil(await sendDueMails(context, timeouts, ending), context.clock.now());
        // whoever watches the outbox sees what has become of it
        await database.transaction((tx) => announceMails(tx, context.settings));
        metrics.jobSucceeded('mail', context.clock.now());
      } catch (error) {
        log.error({ err: error }, 'mail worker');
        metrics.jobFailed('mail');
        sleepMs = errorPauseMs;
      }
    } while (isWokenAgain && !stopping.signal.aborted);
    running = null;
    if (!stopping.signal.aborted) timer = setTimeout(onWake, sleepMs);
  };
  const wake = (): Promise<void> => {
    if (stopping.signal.aborted) return Promise.resolve();
    isWokenAgain = true;
    running ??= work();
    return running;
  };
  const onWake = (): void => void wake();

  const unlisten = await database.listen(mailChannel, onWake, onWake);
  // The embedded database belongs to one process: whoever claimed a mail before this one started is gone.
  if (database.engine === 'pglite') await giveUpLapsedClaims(context, null);
  onWake();
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearTimeout(timer);
    const grace = setTimeout(() => breakingOff.abort(), stopGraceMs);
    await running;
    clearTimeout(grace);
    await unlisten();
  };
  return { wake, stop };
}

function sleepUntil(moment: string | null, now: string): number {
  const ms = moment === null ? longestSleepMs : Date.parse(moment) - Date.parse(now);
  return Math.min(longestSleepMs, Math.max(shortestSleepMs, ms));
}
