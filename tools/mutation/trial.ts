import { cp, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { TestFile } from './tester.ts';
import { WarmCompiler } from './warmCompiler.ts';
import { WarmTests } from './warmTests.ts';

export type Fate = 'killed' | 'survived' | 'refused by the compiler' | 'tested by nothing that passes';

interface Verdict {
  fate: Fate;
  /** What killed it. */
  by?: string;
}

export interface Checks {
  /** Vitest's projects that may be asked for. */
  projects: readonly string[];
  /** Those that could notice a fault in a file, in their order. */
  testsOf: (file: string) => readonly TestFile[];
  /** How long to wait beyond three times what the tests take, in milliseconds, before they count as never ending. */
  grace: number;
}

/** Before the unmutated tests have said how long they take, milliseconds. */
const longest = 1_200_000;
const nameOf = ({ project, path }: TestFile): string => `${project} ${path}`;

/** A copy of a project in which mutants are planted, one at a time: the project itself is never written to. */
export class Trials {
  readonly folder: string;
  private readonly home: string;
  private readonly checks: Checks;
  private readonly tests: WarmTests;
  private readonly compiler: WarmCompiler;
  /** What tests take that pass without a mutant, in milliseconds; null where they do not: they kill nothing. */
  private readonly times = new Map<string, number | null>();

  /** @param home an empty folder; it goes at the end */
  constructor(home: string, checks: Checks) {
    this.home = home;
    this.folder = join(home, 'of/project');
    this.checks = checks;
    this.tests = new WarmTests(this.folder, checks.projects);
    this.compiler = new WarmCompiler(this.folder);
  }

  /** Copies a project there. */
  async begin(root: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const left = new Set(['node_modules', '.git', 'dist', 'data']);
    for (const name of await readdir(root)) {
      if (!left.has(name)) await cp(join(root, name), join(this.folder, name), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    await this.compiler.start();
  }

  async try(mutant: Mutant): Promise<Verdict> {
    const chosen = this.checks.testsOf(mutant.file);
    const sound = await this.soundOf(chosen);
    if (sound.length === 0 && chosen.length > 0) return { fate: 'tested by nothing that passes' };
    for (let factor = 3; factor < 13; factor *= 2) {
      const limit = this.timeOf(sound) * factor + this.checks.grace;
      const result = await this.withMutant(mutant, () => this.tests.run(sound, limit));
      if (result === 'refused') return { fate: 'refused by the compiler' };
      if (result?.failed) {
        return { fate: 'killed', by: `${result.failed.path} > ${result.failed.what}` };
      }
      if (result) return { fate: 'survived' };
      await this.tests.end();
      // a machine that was busy is no fault: without it the same tests must be far from the limit
      const again = await this.tests.run(sound, limit);
      if (again?.failed === null && again.ms < limit / 2) return { fate: 'killed', by: 'the time limit' };
    }
    return { fate: 'tested by nothing that passes' };
  }

  /** Those of some tests that pass without a mutant; asked once. */
  private async soundOf(tests: readonly TestFile[]): Promise<TestFile[]> {
    for (;;) {
      const unknown = tests.filter((test) => !this.times.has(nameOf(test)));
      if (unknown.length === 0) break;
      const result = await this.tests.run(unknown, longest);
      if (result === null) throw new Error('Tests without a mutant do not end.');
      if (result.passed.length === 0 && !result.failed) throw new Error('Tests do not run.');
      for (const test of unknown) {
        const time = result.passed.find(({ path }) => path === test.path)?.ms;
        if (time !== undefined) this.times.set(nameOf(test), time);
        if (result.failed?.path === test.path) this.times.set(nameOf(test), null);
      }
      if (result.failed) console.log(`fails without a mutant: ${result.failed.path} > ${result.failed.what}`);
    }
    return tests.filter((test) => this.times.get(nameOf(test)) !== null);
  }

  private timeOf(tests: readonly TestFile[]): number {
    return tests.reduce((sum, test) => sum + (this.times.get(nameOf(test)) ?? 0), 0);
  }

  private async withMutant<Answer>(mutant: Mutant, run: () => Promise<Answer>): Promise<Answer | 'refused'> {
    const { file, start, end, replacement } = mutant;
    const before = await readFile(join(this.folder, file), 'utf8');
    const compiles = (text: string): Promise<boolean> => {
      this.tests.change(file);
      return this.compiler.compiles(file, text);
    };
    const isCompiled = await compiles(before.slice(0, start) + replacement + before.slice(end));
    const answer = isCompiled ? await run() : 'refused';
    if (!(await compiles(before))) throw new Error('The compiler refuses the copy without a mutant.');
    return answer;
  }

  /** Ends what runs and takes the copy away. */
  async end(): Promise<void> {
    await Promise.all([this.tests.end(), this.compiler.end()]);
    await rm(this.home, { recursive: true, force: true });
  }
}
