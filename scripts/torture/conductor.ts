import type { Fault, Targets } from './faults.ts';
import { nextAcknowledged } from './journal.ts';
import { moods } from './mailServer.ts';
import type { Dice } from './random.ts';
import type { Exit } from './server.ts';
import type { Watcher } from './streams.ts';

/** A fault as it happened. */
export interface Strike {
  fault: string;
  /** Milliseconds from its beginning until its cause was gone. */
  held: number;
  /** From then until the next acknowledged write; null: none came. */
  recovery: number | null;
  /** How many calls were answered 503 meanwhile. */
  busyAnswers: number;
}

export interface Schedule {
  /** Faults go on for so long, and in any case until each has struck once. */
  lastMs: number;
  /** Milliseconds between the recovery from one fault and the next, at least and at most. */
  gapMs: readonly [number, number];
  /** How long a mail server keeps its mood. */
  moodMs: number;
}

/** A server that cannot write so long after the cause is gone does not recover. */
const patienceMs = 120_000;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes faults, one after the other; the mail server changes its mood all the time. @returns what happened */
export async function conduct(
  faults: readonly Fault[],
  targets: Targets,
  schedule: Schedule,
  watchers: readonly Watcher[],
  dice: Dice,
): Promise<Strike[]> {
  const strikes: Strike[] = [];
  const end = performance.now() + schedule.lastMs;
  const done = new AbortController();
  const moodSwings = swingMoods(targets, schedule.moodMs, dice.fork('moods'), done.signal);
  let waiting: Fault[] = [];
  while (strikes.length < faults.length || performance.now() < end) {
    if (waiting.length === 0) waiting = dice.shuffle(faults);
    const fault = waiting.pop();
    if (!fault) break;
    const [least, most] = schedule.gapMs;
    await wait(least + dice.below(most - least + 1));
    const strike = await strikeWith(targets, fault, watchers, dice);
    strikes.push(strike);
    if (strike.recovery === null) break;
  }
  done.abort();
  await moodSwings;
  return strikes;
}

async function strikeWith(
  { server, journal, broken }: Targets,
  fault: Fault,
  watchers: readonly Watcher[],
  dice: Dice,
): Promise<Strike> {
  journal.note(`begins: ${fault.name}`);
  let busyAnswers = 0;
  const stopCounting = journal.listen(({ status }) => {
    if (status === 503) busyAnswers += 1;
  });
  const onOwnExit = (exit: Exit): void => {
    if (!fault.mayEndServer) broken(`during '${fault.name}' ${describeExit(exit)}`);
  };
  server.onOwnExit = onOwnExit;
  const begun = performance.now();
  await fault.strike(dice).catch((error: unknown) => {
    broken(`'${fault.name}' could not be made: ${(error as Error).message}`);
  });
  const gone = performance.now();
  journal.note(`gone: ${fault.name}`);
  const written = await nextAcknowledged(journal, patienceMs);
  const recovery = written ? performance.now() - gone : null;
  if (recovery === null) broken(`no write succeeded within ${patienceMs / 1000} s of '${fault.name}'`);
  const heard = await Promise.all(watchers.map((watcher) => watcher.hears(patienceMs)));
  if (heard.includes(false)) broken(`an event stream stayed silent after '${fault.name}'`);
  server.onOwnExit = (exit) => broken(`without any fault ${describeExit(exit)}`);
  stopCounting();
  return { fault: fault.name, held: gone - begun, recovery, busyAnswers };
}

const describeExit = ({ code, signal, lastWords }: Exit): string =>
  `the server ended by itself with ${code ?? signal}: ${lastWords}`;

async function swingMoods(
  { mails }: Targets,
  moodMs: number,
  dice: Dice,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const mood of dice.shuffle(moods)) {
      if (signal.aborted) break;
      // mails are to get through, too
      mails.mood = dice.below(2) === 0 ? 'takes' : mood;
      await wait(moodMs);
    }
  }
  mails.mood = 'takes';
}
