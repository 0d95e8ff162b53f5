import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../process.ts';

/** A file system of its own that can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Nothing more can be written, except over what is there. */
  fill(): void;
  free(): void;
  remove(): void;
}

const megabytes = 512;

/** Mounts one at `folder`; a text says why this machine allows none. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root can mount a small file system';
  await mkdir(folder, { recursive: true });
  try {
    await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  } catch (error) {
    return `mounting a small file system was refused: ${(error as Error).message.trim().split('\n').at(-1)}`;
  }
  // lazily: a process that is just ending may still have a file open
  const unmount = (): void => void spawnSync('umount', ['-l', folder]);
  process.once('exit', unmount);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => fillUp(folder, ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function fillUp(folder: string, ballast: string): void {
  const handle = openSync(ballast, 'a');
  const piece = Buffer.alloc(2 ** 20);
  try {
    while (statfsSync(folder).bavail > 0) writeSync(handle, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}
