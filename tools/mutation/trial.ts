import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Mutant } from './mutants.ts';

export type Fate = 'killed' | 'survived' | 'refused by the compiler' | 'tested by nothing that passes';
type Command = readonly [program: string, ...args: string[]];

export interface Checks {
  /** Run one after the other until one of them fails; each gets the mutant's file. */
  tests: readonly ((file: string) => Command)[];
  /** Asked about what survives the tests. */
  compiler: Command | null;
  timeoutMs: number;
}

/** A copy of the project in which mutants are planted, one at a time: the project itself is never written to. */
export class Copy {
  readonly folder: string;
  /** Commands that ended well at least once: what they kill is not their own fault. */
  private readonly sound = new Set<string>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async of(root: string): Promise<Copy> {
    const folder = await mkdtemp(join(tmpdir(), 'turnario-mutation-'));
    const left = new Set(['node_modules', '.git', 'dist', 'data']);
    await cp(root, folder, { recursive: true, filter: (path) => !left.has(relative(root, path)) });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    return new Copy(folder);
  }

  async try(mutant: Mutant, { tests, compiler, timeoutMs }: Checks): Promise<Fate> {
    const fails = async (commands: readonly Command[]): Promise<Command | null> => {
      for (const command of commands) if (!(await this.succeeds(command, timeoutMs))) return command;
      return null;
    };
    const isSound = async (command: Command): Promise<boolean> =>
      this.sound.has(command.join(' ')) || this.succeeds(command, timeoutMs);
    const commands = tests.map((test) => test(mutant.file));
    const killer = await this.withMutant(mutant, () => fails(commands));
    if (killer) return (await isSound(killer)) ? 'killed' : 'tested by nothing that passes';
    const refuser = await this.withMutant(mutant, () => fails(compiler ? [compiler] : []));
    return refuser && (await isSound(refuser)) ? 'refused by the compiler' : 'survived';
  }

  private async withMutant<Answer>(mutant: Mutant, run: () => Promise<Answer>): Promise<Answer> {
    const path = join(this.folder, mutant.file);
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.slice(0, mutant.start) + mutant.replacement + before.slice(mutant.end));
    try {
      return await run();
    } finally {
      await writeFile(path, before);
    }
  }

  /** Whether a command ends well and in time; what it started ends with it. */
  succeeds(command: Command, timeoutMs: number): Promise<boolean> {
    const [program, ...args] = command;
    const key = command.join(' ');
    const child = spawn(program, args, { cwd: this.folder, stdio: 'ignore', detached: true });
    const end = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, timeoutMs);
    process.once('exit', end);
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => {
        clearTimeout(timer);
        process.off('exit', end);
        if (code === 0) this.sound.add(key);
        resolve(code === 0);
      });
    });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
