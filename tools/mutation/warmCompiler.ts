import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Running, startProcess } from '../process.ts';

/** Milliseconds for one look at the whole. */
const longest = 900_000;

const options = [
  '--watch',
  '--preserveWatchOutput',
  '--incremental',
  '--tsBuildInfoFile',
  '.tsbuildinfo',
  // what imports a file of another type than before is asked, not all that imports that
  '--assumeChangesOnlyAffectDirectDependencies',
  '--singleThreaded',
  // what a fault leaves unused is still a fault
  '--noUnusedLocals',
  'false',
  '--noUnusedParameters',
  'false',
];

/**
 * The compiler of a folder, which looks at it again whenever a file in it changes. It follows no changes in folders close
 * to the root of the file system.
 */
export class WarmCompiler {
  private readonly folder: string;
  private running: Running | null = null;
  private said = '';
  private heard: (() => void) | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws when the folder does not compile as it is: then nothing is to be learnt from a mutant */
  async start(): Promise<void> {
    const tsc = join(this.folder, 'node_modules/.bin/tsc');
    const running = startProcess({
      args: [tsc, ...options],
      cwd: this.folder,
      // memory for time
      env: { GOGC: '400' },
    });
    this.running = running;
    running.child.stdout?.on('data', (text: string) => {
      this.said += text;
      this.heard?.();
    });
    running.child.once('exit', () => this.heard?.());
    if (!(await this.found(/Found (\d+) errors?\./))) throw new Error('The compiler refuses the copy.');
  }

  /**
   * Whether all compiles with another text in a file. It is put there in one step: of a file that is emptied first, the
   * compiler would tell twice.
   */
  async compiles(file: string, text: string): Promise<boolean> {
    const draft = join(this.folder, '../draft');
    await writeFile(draft, text);
    this.said = '';
    await rename(draft, join(this.folder, file));
    return this.found(/File change detected[^]*Found (\d+) errors?\./);
  }

  private async found(errors: RegExp): Promise<boolean> {
    const timer = setTimeout(() => void this.running?.end('SIGKILL'), longest);
    try {
      for (;;) {
        const count = errors.exec(this.said)?.[1];
        if (count !== undefined) return count === '0';
        if (!this.running?.isRunning()) throw new Error('The compiler ended, or said nothing for too long.');
        await new Promise<void>((resolve) => {
          this.heard = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    await this.running?.end('SIGKILL');
  }
}
