import { readdirSync, readFileSync } from 'node:fs';

// The process tree from /proc; empty on systems other than Linux.

/** All descendants of a process. */
export function childrenOf(pid: number): number[] {
  const ids = readableNumbers();
  const parents = new Map(ids.map((id) => [id, parentOf(id)]));
  const found = [pid];
  for (const parent of found) found.push(...ids.filter((id) => parents.get(id) === parent));
  return found.slice(1);
}

const readableNumbers = (): number[] => readdirSync('/proc').map(Number).filter(Boolean);

/** Null if the process no longer exists. */
export function parentOf(id: number): number | null {
  const stat = read(`/proc/${id}/stat`);
  // the name in parentheses may contain spaces; state and parent follow
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parent === undefined || state === 'Z' ? null : Number(parent);
}

/** Memory in MB, counting shared pages proportionally; 0 for a process that has ended. */
export const memoryOf = (id: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) / 1024;

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
