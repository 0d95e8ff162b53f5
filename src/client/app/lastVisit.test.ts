import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { noteVisit, wasSignedIn } from './lastVisit.ts';

test('a device stores only whether somebody was signed in at the last visit', () => {
  const stored = new Map<string, string>();
  stubStorage(stored);
  expect(wasSignedIn()).toBe(false);
  noteVisit(true);
  expect([wasSignedIn(), [...stored.values()]]).toEqual([true, ['1']]);
  noteVisit(false);
  expect([wasSignedIn(), stored.size]).toEqual([false, 0]);
});

test('without storage the answer is no', () => {
  const refuse = (): never => {
    throw new Error('private window');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  noteVisit(true);
  noteVisit(false);
  expect(wasSignedIn()).toBe(false);
});
