import { expect, test } from 'vitest';
import type { RefusalError } from '../errors/refusalError.ts';
import { FairQueue, type ReleaseSlot } from './fairQueue.ts';

const bounds = {
  mostAtOnce: 2,
  mostOfGroup: 2,
  mostOfMember: 1,
  mostWaiting: 6,
  mostWaitingOfMember: 4,
};

/** Lets callers, written `group/member`, enter, and records the order in which they began. */
function watch(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, ReleaseSlot[]>();
  const refused: string[] = [];
  return {
    begun,
    refused,
    enter: (name: string, leaving?: AbortSignal): void => {
      const [group = '', member = ''] = name.split(/[/ ]/);
      queue.enter({ group, member }, leaving).then(
        (end) => {
          begun.push(name);
          ends.set(name, [...(ends.get(name) ?? []), end]);
        },
        (error: RefusalError) => refused.push(`${name} ${error.code}`),
      );
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.shift()?.();
      await settled();
    },
  };
}
/** Resolves when everything started has settled. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['one member runs so much at once', {}, 'a/1 a/1 a/1 b/1', 'b/1', 'a/1 b/1'],
  ['and then more', {}, 'a/1 a/1 a/1 b/1', 'b/1 a/1', 'a/1 b/1 a/1'],
  ['a group runs so much at once', { mostAtOnce: 3 }, 'a/1 a/2 a/3 b/1', '', 'a/1 a/2 b/1'],
  [
    'groups take turns, and the members of each',
    { mostAtOnce: 1 },
    'a/1 a/1 a/1 a/2 b/1 c/1',
    'a/1 a/1 b/1 c/1 a/2',
    'a/1 a/1 b/1 c/1 a/2 a/1',
  ],
])('%s (%j)', async (_what, change, entering, ending, order) => {
  const { enter, end, begun } = watch(new FairQueue({ ...bounds, ...change }));
  for (const name of entering.split(' ')) enter(name);
  await settled();
  for (const name of ending.split(' ')) await end(name);
  expect(begun.join(' ')).toBe(order);
});

test('a fair queue refuses a member with enough waiting calls, and nobody else', async () => {
  const { enter, refused, end, begun } = watch(new FairQueue({ ...bounds, mostAtOnce: 1, mostWaiting: 10 }));
  for (let call = 0; call < 7; call += 1) enter('a/1');
  enter('b/1');
  await settled();
  expect(refused).toEqual(['a/1 too_many_attempts', 'a/1 too_many_attempts']);
  for (let turn = 0; turn < 5; turn += 1) await end('a/1');
  expect(begun).toContain('b/1');
});

test('a fair queue keeps half of its places for other groups, and is full when all are taken', async () => {
  const { enter, refused } = watch(new FairQueue({ ...bounds, mostAtOnce: 1 }));
  for (const name of ['z/1', 'a/1', 'a/2', 'a/3', 'a/4', 'b/1', 'b/2', 'c/1', 'd/1']) enter(name);
  await settled();
  expect(refused).toEqual(['a/4 overloaded', 'd/1 overloaded']);
});

test.each(['left', 'begun'])('a fair queue frees a place for each caller who has %s', async (what) => {
  const { enter, end, refused } = watch(new FairQueue({ ...bounds, mostAtOnce: 1, mostWaiting: 2 }));
  const leaving = new AbortController();
  enter('z/1');
  enter('a/1', leaving.signal);
  enter('b/1');
  await settled();
  if (what === 'left') leaving.abort();
  else await end('z/1');
  await settled();
  const before = refused.length;
  for (const name of ['c/1', 'd/1']) enter(name);
  await settled();
  expect(refused.slice(before)).toEqual(['d/1 overloaded']);
});

test('a fair queue skips callers who have left, and counts a release once', async () => {
  const queue = new FairQueue({ ...bounds, mostAtOnce: 1 });
  const { enter, refused, begun } = watch(queue);
  const leaving = new AbortController();
  const endFirst = await queue.enter({ group: 'z', member: '1' });
  enter('a/1', leaving.signal);
  enter('b/1');
  enter('b/1');
  await settled();
  leaving.abort();
  endFirst();
  endFirst();
  await settled();
  expect(refused).toEqual(['a/1 overloaded']);
  expect(begun).toEqual(['b/1']);
});
