import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, cleanUp, cleanUpOnSignals, isEnding } from '../cleanup.ts';

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
    if (!isEnding()) console.error(error);
  };
  process.once('uncaughtException', (error) => {
    fail(error);
    void cleanUp().finally(() => process.exit());
  });
  try {
    const folder = await mkdtemp(join(tmpdir(), 'turnario-bench-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    process.exitCode = (await work(folder)) ? 0 : 1;
  } catch (error) {
    fail(error);
  } finally {
    await cleanUp();
  }
  process.exit();
}
