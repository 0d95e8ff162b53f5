import type { Fault, Targets } from './faults.ts';
import { nextAcknowledged } from './journal.ts';
import { behaviours } from './mailServer.ts';
import type { SeededRandom } from './random.ts';
import type { Exit } from './server.ts';
import type { Watcher } from './streams.ts';

/** A fault as it happened. */
export interface InjectedFault {
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
  /** How long a mail server keeps its behaviour. */
  behaviourMs: number;
}

/** A server that cannot write so long after the cause is gone does not recover. */
const timeoutMs = 120_000;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes faults, one after the other; the mail server changes its behaviour all the time. @returns what happened */
export async function injectFaults(
  faults: readonly Fault[],
  targets: Targets,
  schedule: Schedule,
  watchers: readonly Watcher[],
  random: SeededRandom,
): Promise<InjectedFault[]> {
  const strikes: InjectedFault[] = [];
  const end = performance.now() + schedule.lastMs;
  const done = new AbortController();
  const behaviourChanges = changeBehaviours(
    targets,
    schedule.behaviourMs,
    random.fork('behaviours'),
    done.signal,
  );
  let waiting: Fault[] = [];
  while (strikes.length < faults.length || performance.now() < end) {
    if (waiting.length === 0) waiting = random.shuffle(faults);
    const fault = waiting.pop();
    if (!fault) break;
    const [least, most] = schedule.gapMs;
    await wait(least + random.below(most - least + 1));
    const strike = await strikeWith(targets, fault, watchers, random);
    strikes.push(strike);
    if (strike.recovery === null) break;
  }
  done.abort();
  await behaviourChanges;
  return strikes;
}

async function strikeWith(
  { server, journal, broken }: Targets,
  fault: Fault,
  watchers: readonly Watcher[],
  random: SeededRandom,
): Promise<InjectedFault> {
  journal.note(`begins: ${fault.name}`);
  let busyAnswers = 0;
  const stopCounting = journal.listen(({ status }) => {
    if (status === 503) busyAnswers += 1;
  });
  const onOwnExit = (exit: Exit): void => {
    broken(`during '${fault.name}' ${describeExit(exit)}`);
  };
  server.onOwnExit = onOwnExit;
  const begun = performance.now();
  await fault.strike(random).catch((error: unknown) => {
    broken(`'${fault.name}' could not be made: ${(error as Error).message}`);
  });
  const gone = performance.now();
  journal.note(`gone: ${fault.name}`);
  const written = await nextAcknowledged(journal, timeoutMs);
  const recovery = written ? performance.now() - gone : null;
  if (recovery === null) broken(`no write succeeded within ${timeoutMs / 1000} s of '${fault.name}'`);
  const heard = await Promise.all(watchers.map((watcher) => watcher.hears(timeoutMs)));
  if (heard.includes(false)) broken(`an event stream stayed silent after '${fault.name}'`);
  server.onOwnExit = (exit) => broken(`without any fault ${describeExit(exit)}`);
  stopCounting();
  return { fault: fault.name, held: gone - begun, recovery, busyAnswers };
}

const describeExit = ({ code, signal, lastWords }: Exit): string =>
  `the server ended by itself with ${code ?? signal}: ${lastWords}`;

async function changeBehaviours(
  { mails }: Targets,
  behaviourMs: number,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const behaviour of random.shuffle(behaviours)) {
      if (signal.aborted) break;
      // mails are to get through, too
      mails.behaviour = random.below(2) === 0 ? 'takes' : behaviour;
      await wait(behaviourMs);
    }
  }
  mails.behaviour = 'takes';
}
