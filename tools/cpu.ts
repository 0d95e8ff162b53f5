import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { nextLook } from './process.ts';

/** CPU time a process has used since it began, in milliseconds, as the kernel counts it (in steps of 10). */
export interface CpuTime {
  /** Of its first thread: for a server of ours the one that runs JavaScript. */
  main: number;
  /** Of all others: the embedded database, hashing, files, the collection of garbage. */
  other: number;
}

const noTime: CpuTime = { main: 0, other: 0 };
/** Linux counts in hundredths of a second whatever its own clock does. */
const msPerTick = 10;

/** @returns nothing used for a process that has ended */
function cpuOf(pid: number): CpuTime {
  try {
    const main = ticksIn(`/proc/${pid}/task/${pid}/stat`) * msPerTick;
    // the whole process also counts threads that have ended
    return { main, other: Math.max(0, ticksIn(`/proc/${pid}/stat`) * msPerTick - main) };
  } catch {
    return noTime;
  }
}

function ticksIn(file: string): number {
  const text = readFileSync(file, 'latin1');
  // the second field is the program's name and may hold blanks; user and system time are the 14th and the 15th
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const totalOf = ({ main, other }: CpuTime): number => main + other;

/** Resolves once a process has done nothing for two steps of the kernel's count. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let before = -1, now = totalOf(cpuOf(pid)); now !== before; now = totalOf(cpuOf(pid))) {
    before = now;
    await nextLook(2 * msPerTick);
  }
}

/** The machine's load of the last minute: processes that run or want to. */
export const loadNow = (): string => (loadavg()[0] ?? 0).toFixed(2);
