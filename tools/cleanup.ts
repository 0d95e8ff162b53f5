import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const started = new AsyncDisposableStack();
let ending: Promise<void> | undefined;
/** Runs the cleanups, last registered first; a second call waits for the first. */
const endAll = (): Promise<void> => (ending ??= started.disposeAsync());

/** Registers a cleanup that runs at the end, also after an error or Ctrl-C. */
export const atEnd = (act: () => Promise<void>): void => started.defer(act);

/**
 * Runs a tool in a temporary folder and cleans up what it registered.
 *
 * @param work returns whether the tool succeeded
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
    // errors caused by the cleanup itself are not interesting
    if (ending === undefined) console.error(error);
  }
  await endAll();
  process.exit();
}
