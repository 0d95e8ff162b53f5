import { setTimeout as sleep } from 'node:timers/promises';

/**
 * People who come by themselves, whatever the servers are doing: `begin` is called at the moments when somebody is due, not
 * when an earlier one has been answered.
 *
 * @param begin takes the moment at which its person was due, of `performance.now`
 */
export async function arrive(
  perSecond: number,
  seconds: number,
  begin: (due: number) => void,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const pause = (): number => (-Math.log(1 - Math.random()) / perSecond) * 1000;
  for (let due = performance.now() + pause(); due < end; due += pause()) {
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    begin(due);
  }
  await sleep(Math.max(0, end - performance.now()));
}
