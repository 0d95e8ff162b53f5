import { expect, test, vi } from 'vitest';
import { noteVisit, wasSignedIn } from './lastVisit.ts';

test('a device knows whether somebody was signed in when last seen, and nothing else', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(wasSignedIn()).toBe(false);
  noteVisit(true);
  expect([wasSignedIn(), [...stored.values()]]).toEqual([true, ['1']]);
  noteVisit(false);
  expect([wasSignedIn(), stored.size]).toEqual([false, 0]);
});

test('without storage nobody was', () => {
  const refuse = (): never => {
    throw new Error('private window');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  noteVisit(true);
  noteVisit(false);
  expect(wasSignedIn()).toBe(false);
});
