import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.ts';
import { pieceAt, piecesOf, withProbes } from './probes.ts';
import type { TestFile } from './tester.ts';
import { WarmTests } from './warmTests.ts';

/** One test file: what it took in milliseconds, and what it ran of each file, by where the pieces start. */
interface Run {
  hash: string;
  ms: number;
  pieces: Record<string, number[]>;
}

/** By test files; the hashes are of the files as they were then. */
interface Collected {
  hashes: Record<string, string>;
  runs: Record<string, Run>;
}

/** What takes longer is asked about nothing, in milliseconds. */
const longest = 90_000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const textsOf = async (root: string, paths: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as [string, string]),
    ),
  );

/** Which tests run which statements, kept from run to run. */
export class Executed {
  private readonly root: string;
  private readonly cache: string;
  private collected: Collected = { hashes: {}, runs: {} };

  /** @param cache a file that may be there already */
  constructor(root: string, cache: string) {
    this.root = root;
    this.cache = cache;
  }

  /**
   * Runs those tests of which nothing is known, or something that has changed since.
   *
   * @param copy of the project; files in it get probes and are put back
   */
  async collect(
    copy: string,
    files: readonly string[],
    tests: readonly TestFile[],
    projects: readonly string[],
  ): Promise<void> {
    const known = await readFile(this.cache, 'utf8').catch(() => '');
    if (known !== '') this.collected = JSON.parse(known) as Collected;
    const texts = await textsOf(this.root, files);
    const hashes = Object.fromEntries([...texts].map(([path, text]) => [path, hashOf(text)]));
    const testTexts = await textsOf(
      this.root,
      tests.map(({ path }) => path),
    );
    const changed = files.filter((file) => hashes[file] !== this.collected.hashes[file]);
    const missing = tests.filter(({ path }) => {
      const run = this.collected.runs[path];
      return run?.hash !== hashOf(testTexts.get(path) ?? '') || changed.some((file) => run.pieces[file]);
    });
    this.collected.hashes = hashes;
    if (missing.length === 0) return;
    console.log(`${missing.length} of ${tests.length} test files run once to see what they execute`);
    const notes = join(copy, '../executed.jsonl');
    const runner = new WarmTests(copy, projects);
    const end = await this.plant(copy, texts, notes);
    for (const test of missing) {
      await writeFile(notes, '');
      const result = await runner.run([test], () => longest);
      this.collected.runs[test.path] = {
        hash: hashOf(testTexts.get(test.path) ?? ''),
        ms: result?.ms ?? longest,
        pieces: result ? piecesIn(await readFile(notes, 'utf8')) : {},
      };
    }
    await runner.end();
    await end();
    await mkdir(dirname(this.cache), { recursive: true });
    await writeFile(this.cache, JSON.stringify(this.collected));
  }

  /** Puts probes into a copy; what it answers takes them out. */
  private async plant(
    copy: string,
    texts: ReadonlyMap<string, string>,
    notes: string,
  ): Promise<() => Promise<void>> {
    for (const [path, text] of texts) await writeFile(join(copy, path), withProbes(path, text));
    const setup = 'tests/support/failOnConsole.ts';
    const before = await readFile(join(copy, setup), 'utf8');
    await appendFile(
      join(copy, setup),
      `import { appendFileSync as noteExecuted } from 'node:fs';
globalThis.executedPieces = new Set();
afterAll(() => noteExecuted(${JSON.stringify(notes)}, [...globalThis.executedPieces].join('\\n') + '\\n'));
`,
    );
    return async () => {
      await writeFile(join(copy, setup), before);
      for (const [path, text] of texts) await writeFile(join(copy, path), text);
    };
  }

  /** What each test file took, in milliseconds. */
  times(): Map<string, number> {
    return new Map(Object.entries(this.collected.runs).map(([path, { ms }]) => [path, ms]));
  }

  /** The test files that run what a mutant changes, the quickest first; null where nothing is known. */
  testsOf({ file, start }: Mutant, text: string): string[] | null {
    if (this.collected.hashes[file] !== hashOf(text)) return null;
    const piece = pieceAt(piecesOf(file, text), start);
    if (!piece) return null;
    return Object.entries(this.collected.runs)
      .filter(([, { pieces }]) => pieces[file]?.includes(piece.start))
      .toSorted(([, one], [, other]) => one.ms - other.ms)
      .map(([path]) => path);
  }
}

function piecesIn(notes: string): Run['pieces'] {
  const pieces: Run['pieces'] = {};
  for (const line of new Set(notes.split('\n'))) {
    const [file = '', start = ''] = line.split(':');
    if (file !== '') (pieces[file] ??= []).push(Number(start));
  }
  return pieces;
}
