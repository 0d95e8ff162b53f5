import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { readCalendar } from './actions.ts';
import { withoutRetry } from './calls.ts';
import { judgeDatabase, type Judgement } from './checks.ts';
import { judgeCalendar, keepBusy } from './crowd.ts';
import { listFaults } from './faults.ts';
import { injectFaults, type Schedule, type InjectedFault } from './injectFaults.ts';
import type { Entry } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { MailServer } from './mailServer.ts';
import { buildWorld } from './people.ts';
import type { PlaceOptions } from './place.ts';
import { createSeededRandom } from './random.ts';
import { settleMails } from './settle.ts';
import { mailFrom, setStage, type Stage } from './stage.ts';
import { watchStream } from './streams.ts';
import type { World } from './world.ts';

export interface RunOptions extends PlaceOptions {
  minutes: number;
  seed: number;
  /** In each of the two worksites. */
  people: number;
  /** Milliseconds that a person rests between two things, on average. */
  pauseMs: number;
  /** Only faults whose name holds this text; '' for all. */
  only: string;
}

export interface RunResult {
  options: RunOptions;
  database: string;
  /** What is broken, one line each. */
  problems: string[];
  strikes: InjectedFault[];
  notRun: string[];
  entries: readonly Entry[];
  judgement: Judgement;
  mails: MailServer;
  serverStarts: number;
  lateStops: number;
  streamConnections: number;
  /** Milliseconds during which people were busy. */
  busyMs: number;
  /** Where the journal and the logs are; removed when nothing is broken. */
  folder: string;
}

/** The shortest runs press everything together; longer ones leave the server some time in between. */
const shortMinutes = 3;

function scheduleOf({ minutes }: RunOptions): Schedule & { holdMs: number } {
  const isShort = minutes <= shortMinutes;
  return {
    lastMs: minutes * 60_000,
    gapMs: isShort ? [200, 1_500] : [2_000, 12_000],
    behaviourMs: isShort ? 700 : 4_000,
    holdMs: isShort ? 1_000 : 3_000,
  };
}

/**
 * Starts everything, lets people work while things fail, and compares at the end what was acknowledged with what is there.
 *
 * @param say takes lines for the terminal
 */
export async function runTorture(options: RunOptions, say: (line: string) => void): Promise<RunResult> {
  const stage = await setStage(options, say);
  try {
    const played = await play(stage, options);
    const { place, server, mails, journal, problems, broken, folder } = stage;
    stage.onStop(await server.stop());
    const judgement = await judge(stage, played.world);
    [...judgement.problems, ...forbiddenAnswers(journal.entries)].forEach(broken);
    const { strikes, busyMs, streamConnections } = played;
    return {
      options,
      problems,
      strikes,
      judgement,
      mails,
      folder,
      busyMs,
      streamConnections,
      database: place.describe,
      notRun: place.notRun,
      entries: journal.entries,
      serverStarts: server.starts,
      lateStops: stage.lateStops(),
    };
  } finally {
    await stage.clear();
  }
}

interface Played {
  world: World;
  strikes: InjectedFault[];
  busyMs: number;
  streamConnections: number;
}

async function play(stage: Stage, options: RunOptions): Promise<Played> {
  const { place, server, journal, ledger, broken } = stage;
  const random = createSeededRandom(options.seed);
  const world = await buildWorld(server.origin, journal, options.people);
  const watchers = world.sites.flatMap(({ people }) =>
    people.slice(0, 1).map((person) => watchStream(server.origin, person)),
  );
  const stopping = new AbortController();
  const begun = performance.now();
  const crowd = keepBusy(world, ledger, random.fork('crowd'), options.pauseMs, broken, stopping.signal);
  const schedule = scheduleOf(options);
  const targets = { ...stage, ...place, holdMs: schedule.holdMs };
  const faults = listFaults(targets).filter(({ name }) => name.includes(options.only));
  const strikes = await injectFaults(faults, targets, schedule, watchers, random.fork('faults'));
  stopping.abort();
  await crowd;
  const busyMs = performance.now() - begun;
  for (const watcher of watchers) watcher.stop();
  (await lookOnce(world, ledger)).forEach(broken);
  const streamConnections = watchers.reduce((sum, { connections }) => sum + connections, 0);
  return { world, strikes, busyMs, streamConnections };
}

/** When all faults are over everybody looks into their calendar once more, as people do. */
async function lookOnce({ sites }: World, ledger: Ledger): Promise<string[]> {
  const found = sites.flatMap(({ people }) =>
    people.map(async (person) => {
      const calendar = await readCalendar(person);
      return calendar ? judgeCalendar(person, calendar, ledger) : [`${person.id} cannot read their calendar`];
    }),
  );
  return (await Promise.all(found)).flat();
}

async function judge({ place, mails, clock, ledger, journal }: Stage, world: World): Promise<Judgement> {
  const database = await openDatabase(place.opening);
  try {
    await settleMails(database, mails, mailFrom, clock.now());
    return await judgeDatabase(database, { world, ledger, entries: journal.entries, mails: mails.handled });
  } finally {
    await database.close();
  }
}

/** Of the 500s only 503 is allowed, and only with the word when to come again. */
function forbiddenAnswers(entries: readonly Entry[]): string[] {
  const forbidden = entries.filter(({ status, code }) =>
    status === 503 ? code === withoutRetry : status >= 500 || code === 'TimeoutError',
  );
  return forbidden
    .slice(0, 20)
    .map(
      ({ number, operation, status, code }) =>
        `call ${number} (${operation.what}) was answered ${status} ${code}`,
    );
}
