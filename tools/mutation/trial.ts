import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Result, TestFile } from './tester.ts';
import { WarmCompiler } from './warmCompiler.ts';
import { testEnvironment, WarmTests } from './warmTests.ts';

export type Fate = 'killed' | 'survived' | 'refused by the compiler' | 'tested by nothing that passes';

interface Verdict {
  fate: Fate;
  /** What killed it. */
  by?: string;
}

export interface Checks {
  /** Vitest's projects that may be asked for. */
  projects: readonly string[];
  /** Those that could notice it, in their order. */
  testsOf: (mutant: Mutant) => readonly TestFile[];
  /** How long to wait beyond three times what a file of tests takes, in milliseconds, before they count as never ending. */
  grace: number;
}

/** For one test file without a mutant, milliseconds. */
const longest = 600_000;
const nameOf = ({ project, path }: TestFile): string => `${project} ${path}`;

/** A file with a fault in it, and without. */
interface Planted {
  file: string;
  text: string;
  before: string;
}

const withFault = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);

/** A copy of a project in which mutants are planted, one at a time: the project itself is never written to. */
export class Trials {
  readonly folder: string;
  private readonly home: string;
  private readonly checks: Checks;
  private readonly tests: WarmTests;
  private readonly compiler: WarmCompiler;
  /** Of tests, whether they pass without a mutant, as far as it is known; where they do not they kill nothing. */
  private readonly isSound = new Map<string, boolean>();
  /** What tests took that passed, in milliseconds, by their paths. */
  private readonly times = new Map<string, number>();

  /** @param home an empty folder; it goes at the end */
  constructor(home: string, checks: Checks) {
    this.home = home;
    this.folder = join(home, 'of/project');
    this.checks = checks;
    this.tests = new WarmTests(this.folder, checks.projects);
    this.compiler = new WarmCompiler(this.folder);
  }

  /** Copies a project there. */
  async copy(root: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const left = new Set(['node_modules', '.git', 'data']);
    for (const name of await readdir(root)) {
      if (!left.has(name)) await cp(join(root, name), join(this.folder, name), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** @param times what tests took before, in milliseconds, by their paths */
  async begin(times: ReadonlyMap<string, number> = new Map()): Promise<void> {
    for (const [path, ms] of times) this.times.set(path, ms);
    await this.compiler.start();
  }

  async try(mutant: Mutant, tests = this.checks.testsOf(mutant)): Promise<Verdict> {
    const { file } = mutant;
    const before = await readFile(join(this.folder, file), 'utf8');
    const text = withFault(before, mutant);
    const verdict: Verdict = (await this.compiles(file, text))
      ? await this.ask(tests, { file, text, before })
      : { fate: 'refused by the compiler' };
    if (!(await this.compiles(file, before))) {
      throw new Error('The compiler refuses the copy without a mutant.');
    }
    return verdict;
  }

  /**
   * The files of tests of which something fails while all these faults are planted at once: any test could notice a fault,
   * but to ask all of them about each takes hours.
   */
  async noticing(mutants: readonly Mutant[], tests: readonly TestFile[]): Promise<TestFile[]> {
    const befores = new Map<string, string>();
    const planted = new Map<string, number>();
    // from the end of a file on, so that what stands before keeps its place; of two in one place the first
    for (const mutant of mutants.toSorted((one, other) => other.start - one.start)) {
      const { file, start, end } = mutant;
      if (end > (planted.get(file) ?? Infinity)) continue;
      planted.set(file, start);
      const path = join(this.folder, file);
      const text = await readFile(path, 'utf8');
      if (!befores.has(file)) befores.set(file, text);
      await writeFile(path, withFault(text, mutant));
    }
    const failing: TestFile[] = [];
    for (const project of this.checks.projects) {
      const paths = tests.filter((test) => test.project === project).map(({ path }) => path);
      const failed = paths.length > 0 ? await this.failingOf(project, paths) : [];
      failing.push(...failed.map((path) => ({ project, path })));
    }
    for (const [file, before] of befores) await writeFile(join(this.folder, file), before);
    return failing;
  }

  private async failingOf(project: string, paths: readonly string[]): Promise<string[]> {
    const report = join(this.home, `${project}.json`);
    const program = join(this.folder, 'node_modules/vitest/vitest.mjs');
    const vitest = spawn(
      process.execPath,
      [program, 'run', '--project', project, '--reporter', 'json', '--outputFile', report, ...paths],
      { cwd: this.folder, env: testEnvironment(), stdio: 'ignore' },
    );
    await once(vitest, 'exit');
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
      testResults: { name: string; status: string }[];
    };
    return testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(this.folder, name));
  }

  /**
   * What tests say of a planted fault, in their order, up to the first that notices it. Only who fails is asked again
   * without the fault: a test that passes with it passes without it, as far as anybody can tell.
   */
  private async ask(chosen: readonly TestFile[], planted: Planted): Promise<Verdict> {
    let left = chosen.filter((test) => this.isSound.get(nameOf(test)) !== false);
    let hasPassed = chosen.length === 0;
    while (left.length > 0) {
      const asked = left;
      const result = await this.inTime(asked, planted);
      if (result === 'never ends') return { fate: 'killed', by: 'the time limit' };
      if (result === 'too slow') break;
      const { passed, failed } = result;
      hasPassed ||= passed.length > 0;
      let done = asked.length;
      if (failed !== null) {
        const index = asked.findIndex(({ path }) => path === failed.path);
        const test = asked[index];
        if (!test) throw new Error(`Tests do not run: ${failed.what}`);
        if (await this.passesWithout(test, planted)) {
          return { fate: 'killed', by: `${failed.path} > ${failed.what}` };
        }
        done = index + 1;
      }
      left = left.slice(done);
    }
    return { fate: hasPassed ? 'survived' : 'tested by nothing that passes' };
  }

  /** Runs tests with a fault; where one does not end, the same without it must be far from the limit. */
  private async inTime(
    tests: readonly TestFile[],
    planted: Planted,
  ): Promise<Result | 'never ends' | 'too slow'> {
    for (let factor = 3; factor < 13; factor *= 2) {
      const limit = (path: string): number => this.timeOf(path) * factor + this.checks.grace;
      const result = await this.run(tests, limit);
      if (result) return result;
      const again = await this.without(planted, () => this.run(tests, (path) => limit(path) / 2));
      // a machine that was busy is no fault
      if (again?.failed === null) return 'never ends';
    }
    return 'too slow';
  }

  private async passesWithout(test: TestFile, planted: Planted): Promise<boolean> {
    const known = this.isSound.get(nameOf(test));
    if (known !== undefined) return known;
    const result = await this.without(planted, () => this.run([test], () => longest));
    if (result === null) throw new Error('Tests without a mutant do not end.');
    const { passed, failed } = result;
    if (passed.length === 0 && !failed) throw new Error('Tests do not run.');
    if (failed) console.log(`fails without a mutant: ${failed.path} > ${failed.what}`);
    this.isSound.set(nameOf(test), failed === null);
    return failed === null;
  }

  private async run(tests: readonly TestFile[], limit: (path: string) => number): Promise<Result | null> {
    const result = await this.tests.run(tests, limit);
    for (const { path, ms } of result?.passed ?? []) {
      this.times.set(path, ms);
      for (const test of tests) if (test.path === path) this.isSound.set(nameOf(test), true);
    }
    return result;
  }

  /** Milliseconds; of what has not run yet a guess. */
  private timeOf(path: string): number {
    return this.times.get(path) ?? this.checks.grace / 3;
  }

  /** Does something while the fault is out. */
  private async without<Answer>(
    { file, text, before }: Planted,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    await this.compiles(file, before);
    const answer = await act();
    await this.compiles(file, text);
    return answer;
  }

  private compiles(file: string, text: string): Promise<boolean> {
    this.tests.change(file);
    return this.compiler.compiles(file, text);
  }

  /** Ends what runs and takes the copy away. */
  async end(): Promise<void> {
    await Promise.all([this.tests.end(), this.compiler.end()]);
    await rm(this.home, { recursive: true, force: true });
  }
}
