import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replacingCookie, trustingCookie } from './sessionCookie.ts';

let giveUp = new AbortController();
let began: string[] = [];

beforeEach(() => {
  giveUp = new AbortController();
  began = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => giveUp.signal);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A call whose response the test releases. */
function pending(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const call = (): Promise<string> => {
    began.push(name);
    return promise;
  };
  return { call, answer: () => resolve(name), fail: () => reject(new Error(name)) };
}
const begins = (...names: string[]) => vi.waitFor(() => expect(began).toEqual(names));

test('session fetches and cookie changes exclude each other', async () => {
  const [entry, question, another, end] = ['entry', 'question', 'another', 'end'].map(pending);
  const entered = replacingCookie(entry!.call);
  const asked = [trustingCookie(question!.call), trustingCookie(another!.call)];
  const ended = replacingCookie(end!.call);
  await begins('entry');
  entry?.answer();
  // fetches run concurrently
  await begins('entry', 'question', 'another');
  question?.answer();
  expect([await entered, await asked[0]]).toEqual(['entry', 'question']);
  expect(began).not.toContain('end');
  another?.answer();
  await begins('entry', 'question', 'another', 'end');
  end?.answer();
  expect(await ended).toBe('end');
});

test('a missing response blocks for at most 5 s', async () => {
  const [lost, question] = ['lost', 'question'].map(pending);
  const entered = replacingCookie(lost!.call);
  const asked = trustingCookie(question!.call);
  await begins('lost');
  expect(vi.mocked(AbortSignal.timeout).mock.calls).toEqual([[5000], [5000]]);
  giveUp.abort();
  await begins('lost', 'question');
  question?.answer();
  lost?.answer();
  expect([await asked, await entered]).toEqual(['question', 'lost']);
});

test('a failed call is not retried', async () => {
  const [refused, next] = ['refused', 'next'].map(pending);
  const entered = replacingCookie(refused!.call);
  await begins('refused');
  refused?.fail();
  await expect(entered).rejects.toThrow('refused');
  next?.answer();
  expect(await replacingCookie(next!.call)).toBe('next');
  expect(began).toEqual(['refused', 'next']);
});

test('without locks, calls are made at once', async () => {
  vi.stubGlobal('navigator', {});
  const [entry, question] = ['entry', 'question'].map(pending);
  const both = [replacingCookie(entry!.call), trustingCookie(question!.call)];
  expect(began).toEqual(['entry', 'question']);
  entry?.answer();
  question?.answer();
  expect(await Promise.all(both)).toEqual(['entry', 'question']);
});
