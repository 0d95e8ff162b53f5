import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { machineLoad, type Bench } from '../cases/bench.ts';
import { type Circumstances, describeRun, describeTargets } from './markdown.ts';

const root = join(import.meta.dirname, '../../..');
const begin = '<!-- measured: written by npm run bench -->';
const end = '<!-- /measured -->';

/** What stays the same from the beginning of a run to its report. */
export interface RunStart {
  at: number;
  load: string;
  postgres: string;
}

/** Prints what was found and, where asked to, writes its targets between the two marks of the document. */
export async function writeReport(bench: Bench, start: RunStart): Promise<void> {
  const circumstances = circumstancesOf(start);
  bench.say(`\n${describeRun(bench, circumstances)}\n`);
  const { out } = bench.options;
  if (out === null) return;
  const path = resolve(root, out);
  const old = await readFile(path, 'utf8').catch(() => `# Performance\n\n${begin}\n${end}\n`);
  const [before, after] = [old.indexOf(begin), old.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${out} lacks the marks ${begin} and ${end}`);
  const text = describeTargets(bench, circumstances);
  await writeFile(path, `${old.slice(0, before)}${begin}\n\n${text}\n\n${old.slice(after)}`);
  bench.say(`Written to ${out}.`);
}

function circumstancesOf({ at, load, postgres }: RunStart): Circumstances {
  const [processor] = cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
      ' ',
    ),
    machine: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
    loads: [load, machineLoad()],
    minutes: (performance.now() - at) / 60_000,
    postgres,
  };
}
