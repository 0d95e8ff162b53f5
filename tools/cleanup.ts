import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What must be undone at the end of the run, however it ends: the last first. */
const undo: (() => Promise<void>)[] = [];
let undoing: Promise<void> | null = null;

/** Has `act` done at the end of the run, also after an error or Ctrl-C. */
export function atEnd(act: () => Promise<void>): void {
  undo.push(act);
}

async function undoAll(): Promise<void> {
  for (;;) {
    const act = undo.pop();
    if (!act) return;
    await act().catch((error: unknown) => console.error('While clearing up:', error));
  }
}

/** Ends everything that was started; a second call waits for the first. */
function cleanUp(): Promise<void> {
  undoing ??= undoAll();
  return undoing;
}

/** From here on Ctrl-C and the like clear up before they end the process. */
function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      console.error(`\n${signal}: ending what was started …`);
      void cleanUp().finally(() => process.exit(code));
    });
  }
}

/**
 * Runs a tool to its end in a folder of its own; whatever it started ends with it.
 *
 * @param work answers whether all is as it should be
 */
export async function runTool(work: (folder: string) => Promise<boolean>): Promise<void> {
  cleanUpOnSignals();
  const fail = (error: unknown): void => {
    process.exitCode = 1;
    // what fails because everything ends is no news
    if (undoing === null) console.error(error);
  };
  const endAfter = async (error: unknown): Promise<void> => {
    fail(error);
    await cleanUp();
    process.exit();
  };
  process.once('uncaughtException', (error) => void endAfter(error));
  try {
    const folder = await mkdtemp(join(tmpdir(), 'turnario-tool-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    process.exitCode = (await work(folder)) ? 0 : 1;
  } catch (error) {
    fail(error);
  } finally {
    await cleanUp();
  }
  process.exit();
}
