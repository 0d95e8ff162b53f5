import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { loadNow } from '../../cpu.ts';
import { table } from '../../table.ts';
import type { Bench } from '../cases/bench.ts';

const root = join(import.meta.dirname, '../../..');
const begin = '<!-- measured: written by npm run bench -->';
const end = '<!-- /measured -->';

/** What stays the same from the beginning of a run to its report. */
export interface RunStart {
  at: number;
  load: string;
  postgres: string;
}

/** Prints the targets and, where asked to, writes them between the two marks of the document. */
export async function writeReport(bench: Bench, start: RunStart): Promise<void> {
  const text = describeTargets(bench, headingOf(start));
  bench.say(`\n${text}\n`);
  const { out } = bench.options;
  if (out === null) return;
  const path = resolve(root, out);
  const old = await readFile(path, 'utf8').catch(() => `# Performance\n\n${begin}\n${end}\n`);
  const [before, after] = [old.indexOf(begin), old.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${out} lacks the marks ${begin} and ${end}`);
  await writeFile(path, `${old.slice(0, before)}${begin}\n\n${text}\n\n${old.slice(after)}`);
  bench.say(`Written to ${out}.`);
}

/** Where and how the run was made. */
function headingOf({ at, load, postgres }: RunStart): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const args = process.argv.slice(2);
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const minutes = ((performance.now() - at) / 60_000).toFixed(1);
  const warning =
    Number(load) > 1
      ? '\n\n**The machine had other work when the run began: ratios come from rounds by turns and can be used, absolute times cannot.**'
      : '';
  return (
    `Measured on ${date} by \`${command}\` in ${minutes} minutes. ${machine}; load average ${load} before and ` +
    `${loadNow()} after (the run itself makes about 2). PostgreSQL: ${postgres}.${warning}`
  );
}

/** How many targets are met, and those that are not: the part of the run that docs/performance.md keeps. */
function describeTargets({ verdicts }: Bench, heading: string): string {
  const missed = verdicts.filter(({ isMet }) => !isMet);
  const count = `${verdicts.length - missed.length} of ${verdicts.length} are met.`;
  const sections = [heading, '### Targets', missed.length > 0 ? `${count} Missed:` : count];
  const rows = missed.map(({ target, measured }) => [target, measured]);
  if (missed.length > 0) sections.push(table(['target', 'measured'], rows));
  return sections.join('\n\n');
}
