import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const started = new AsyncDisposableStack();
let ending: Promise<void> | undefined;
/** Ends everything that was started, the last first; a second call waits for the first. */
const endAll = (): Promise<void> => (ending ??= started.disposeAsync());

/** Has `act` done at the end of the run, also after an error or Ctrl-C. */
export const atEnd = (act: () => Promise<void>): void => started.defer(act);

/**
 * Runs a tool to its end in a folder of its own; whatever it started ends with it.
 *
 * @param work answers whether all is as it should be
 */
export async function runTool(work: (folder: string) => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void endAll().finally(() => process.exit(1)));
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'turnario-tool-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    process.exitCode = (await work(folder)) ? 0 : 1;
  } catch (error) {
    process.exitCode = 1;
    // what fails because everything ends is no news
    if (ending === undefined) console.error(error);
  }
  await endAll();
  process.exit();
}
