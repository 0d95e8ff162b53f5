import { beforeEach, expect, test } from 'vitest';
import { createRecentChanges } from './recentChanges.ts';

let now = 0;
beforeEach(() => {
  now = 100_000;
});
const start = () => createRecentChanges(() => now);

test('tells what changed for a person since a moment, and when it did so last', () => {
  const recent = start();
  const agoOf = (user: string, milliseconds: number) => recent.within(user, milliseconds).ago;
  now += 1000;
  recent.add({ users: ['giulia', 'marco'], lists: ['shifts', 'completed'] });
  now += 1000;
  recent.add({ users: ['giulia'], lists: ['shifts', 'notifications'] });
  now += 10;
  expect(agoOf('giulia', 1500)).toEqual({ shifts: 10, notifications: 10, completed: 1010 });
  expect(agoOf('giulia', 500)).toEqual({ shifts: 10, notifications: 10 });
  expect(agoOf('marco', 1500)).toEqual({ shifts: 1010, completed: 1010 });
  expect(agoOf('marco', 500)).toEqual({});
});

test('does not know what was before it listened, or before it may have missed something', () => {
  const recent = start();
  now += 1000;
  recent.add({ users: ['giulia'], lists: ['shifts'] });
  expect(recent.within('giulia', 5000)).toEqual({ ago: { shifts: 0 }, knownFor: 1000 });
  recent.forget();
  now += 10;
  expect(recent.within('giulia', 5000)).toEqual({ ago: {}, knownFor: 10 });
});

test('remembers half a minute', () => {
  const recent = start();
  recent.add({ users: ['giulia'], lists: ['shifts'] });
  now += 30_001;
  expect(recent.within('giulia', 60_000)).toEqual({ ago: {}, knownFor: 30_000 });
});

test('forgets the oldest of very many, and says so', () => {
  const recent = start();
  for (let count = 0; count < 4000; count += 1) {
    now += 1;
    recent.add({ users: ['giulia'], lists: ['shifts'] });
  }
  expect(recent.within('giulia', 3000)).toEqual({ ago: { shifts: 0 }, knownFor: 1999 });
});
