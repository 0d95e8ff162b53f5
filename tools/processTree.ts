import { readdirSync, readFileSync } from 'node:fs';

// Processes as Linux lists them; elsewhere none is found.

/** All that a process has started, and what those have, without itself. */
export function childrenOf(pid: number): number[] {
  const ids = readableNumbers();
  const parents = new Map(ids.map((id) => [id, parentOf(id)]));
  const found = [pid];
  for (const parent of found) found.push(...ids.filter((id) => parents.get(id) === parent));
  return found.slice(1);
}

const readableNumbers = (): number[] => readdirSync('/proc').map(Number).filter(Boolean);

/** Null when there is no such process any more. */
export function parentOf(id: number): number | null {
  const stat = read(`/proc/${id}/stat`);
  // after the name, which may hold blanks: state, parent
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined || state === 'Z' ? null : Number(parent);
}

/** Memory in MB, of what several processes share only its part; 0 for one that has ended. */
export const memoryOf = (id: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) / 1024;

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
