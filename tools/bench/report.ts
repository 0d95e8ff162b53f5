import { cpus, loadavg } from 'node:os';
import { styleText } from 'node:util';
import { meanRatio, quantile } from '../statistics.ts';
import type { World } from './data.ts';

/** One measurement on each version, by rounds. */
export interface Row {
  name: string;
  unit: 'ms' | 'MB';
  /** What is compared: the median, or p99 for calls during other work. */
  share: 0.5 | 0.99;
  /** By the version's index. */
  rounds: number[][][];
}

/** A higher ratio is reported unless its spread can explain it. */
const mostRatio = 1.25;

/** All measurements, in order. */
export class Results {
  readonly rows: Row[] = [];

  /** Adds one round of a version. */
  add(version: number, name: string, figures: readonly number[], as: Partial<Row> = {}): void {
    let row = this.rows.find((one) => one.name === name);
    if (!row) this.rows.push((row = { name, unit: 'ms', share: 0.5, rounds: [], ...as }));
    (row.rounds[version] ??= []).push([...figures]);
  }
}

/** This version's time or memory relative to the other's. */
function ratioOf({ share, rounds: [own = [], other = []] }: Row): { ratio: number; spread: number } {
  return meanRatio(own.map((round, place) => quantile(round, share) / quantile(other[place] ?? [], share)));
}

/** Whether the ratio exceeds the limit and the spread of at least three rounds does not explain it. */
export function isSlower(row: Row): boolean {
  const { ratio, spread } = ratioOf(row);
  return (row.rounds[0] ?? []).length >= 3 && ratio / (1 + spread) > mostRatio;
}

/** A Markdown table, with slower rows in red on a terminal. @param other the name of the version compared with */
export function tableOf(rows: readonly Row[], other: string | null): string {
  const head = ['', 'median', 'p95', 'p99', ...(other === null ? [] : [`median of ${other}`, 'ratio'])];
  const lines = rows.map((row) => {
    const [own = [], others = []] = row.rounds.map((rounds) => rounds.flat());
    const at = (share: number): string => (own.length >= 20 ? short(quantile(own, share)) : '');
    const cells = [row.name, `${short(quantile(own, 0.5))} ${row.unit}`, at(0.95), at(0.99)];
    if (other !== null) cells.push(short(quantile(others, 0.5)), ratioText(row));
    const line = `| ${cells.join(' | ')} |`;
    return other !== null && isSlower(row) ? styleText('red', line) : line;
  });
  return [`| ${head.join(' | ')} |`, `|---|${'---:|'.repeat(head.length - 1)}`, ...lines].join('\n');
}

function ratioText(row: Row): string {
  const { ratio, spread } = ratioOf(row);
  const what = row.share === 0.5 ? '' : ' (p99)';
  const around = Number.isFinite(spread) ? ` ± ${(100 * spread).toFixed(0)} %` : '';
  return `${ratio.toFixed(2)}${around}${what}${isSlower(row) ? ' SLOWER' : ''}`;
}

/** Three significant digits. */
const short = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** When and where the measurement ran. */
export function heading({ people }: World, database: string): string {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)} before`;
  return `${at}, ${machine}, ${database}, ${people} people with 100 shifts each`;
}
