import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Entry {
  state: unknown;
  href: string;
}

/** As much of a browser's history as is used, with steps that take their time. */
class FakeHistory {
  readonly entries: Entry[] = [];
  at = -1;
  get state(): unknown {
    return this.entries[this.at]?.state ?? null;
  }
  pushState(state: unknown, _unused: string, href = this.entries[this.at]?.href ?? '/'): void {
    this.entries.splice((this.at += 1), Infinity, { state, href });
  }
  replaceState(state: unknown, _unused: string, href: string): void {
    this.entries[this.at] = { state, href };
  }
  go(steps: number): void {
    setTimeout(() => {
      this.at += steps;
      window.dispatchEvent(new Event('popstate'));
    });
  }
}

let past: FakeHistory;
let router: ReturnType<typeof vi.fn<() => void>>;
let coverPage: (close: () => void) => () => void;
let noteAddress: () => void;

const tick = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5);
const back = (): Promise<unknown> => {
  past.go(-1);
  return tick();
};
/** The router's own way to another page, or to another address in the place of this one. */
const visit = (href: string, key: string): void => past.pushState({ key, usr: null }, '', href);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  past = new FakeHistory();
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('history', past);
  vi.stubGlobal('location', {
    get href() {
      return past.entries[past.at]?.href;
    },
  });
  ({ coverPage, noteAddress } = await import('./coverHistory.ts'));
  (await import('./historySteps.ts')).listenForSteps();
  router = vi.fn<() => void>();
  page.addEventListener('popstate', router);
  visit('/', 'home');
  visit('/calendar', 'calendar');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a step back closes what covers the page, the topmost first, and the router hears nothing of it', async () => {
  const closed: string[] = [];
  const uncover = ['dialog', 'question'].map((name) => coverPage(() => closed.push(name)));
  await tick();
  expect(past.entries.map(({ href }) => href)).toEqual(['/', '/calendar', '/calendar', '/calendar']);
  await back();
  expect(closed).toEqual(['question']);
  uncover[1]!();
  await back();
  expect(closed).toEqual(['question', 'dialog']);
  uncover[0]!();
  await tick();
  expect([past.at, router.mock.calls.length]).toEqual([1, 0]);
  await back();
  expect([past.at, router.mock.calls.length]).toEqual([0, 1]);
});

test('what is closed otherwise leaves no step behind, and what follows at once takes the step over', async () => {
  const close = vi.fn<() => void>();
  const uncover = coverPage(close);
  await tick();
  uncover();
  const uncoverNext = coverPage(close);
  await tick();
  expect(past.at).toBe(2);
  uncoverNext();
  await tick();
  expect(past.at).toBe(1);
  expect(close).not.toHaveBeenCalled();
});

test('an address that was changed beneath it stays changed', async () => {
  const close = vi.fn<() => void>();
  coverPage(close);
  await tick();
  const { usr } = past.state as { usr: object };
  past.replaceState({ key: 'changed', usr }, '', '/calendar?month=2026-12');
  noteAddress();
  await back();
  expect(close).toHaveBeenCalledOnce();
  expect(past.entries[past.at]).toEqual({
    state: { key: 'changed', usr: null },
    href: '/calendar?month=2026-12',
  });
  expect(router).not.toHaveBeenCalled();
});

test('whoever was led to another page comes back by one step', async () => {
  const uncover = coverPage(() => undefined);
  await tick();
  visit('/exchanges', 'exchanges');
  uncover();
  await tick();
  expect(past.at).toBe(3);
  await back();
  expect([past.at, past.entries[past.at]?.href]).toEqual([1, '/calendar']);
  expect(router).toHaveBeenCalled();
});

test('a step to another page in between is the router’s, and closes what covered this one', async () => {
  const close = vi.fn<() => void>();
  coverPage(close);
  await tick();
  past.go(-2);
  await tick();
  expect(close).toHaveBeenCalledOnce();
  expect([past.at, past.entries[past.at]?.href]).toEqual([0, '/']);
  expect(router).toHaveBeenCalledOnce();
});
