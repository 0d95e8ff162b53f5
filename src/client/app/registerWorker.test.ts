import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';

/** A fake service worker and registration, as seen by the page. */
class FakeWorker extends EventTarget {
  state: string;
  told: unknown[] = [];
  constructor(state: string) {
    super();
    this.state = state;
  }
  postMessage(message: unknown): void {
    this.told.push(message);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  asked = 0;
  // not a spy: a spy would handle the rejection itself
  update(): Promise<void> {
    this.asked += 1;
    return Promise.reject(new Error('no network'));
  }
  /** Installs a new version, which then waits. */
  bring(): FakeWorker {
    const worker = new FakeWorker('installing');
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.become('installed');
    return worker;
  }
}

let registration: FakeRegistration;
let page: EventTarget & { visibilityState: string; version: string | null };
const workers = Object.assign(new EventTarget(), {
  controller: null as FakeWorker | null,
  register: vi.fn<(path: string, options: object) => Promise<FakeRegistration>>(),
});
const reload = vi.fn<() => void>();
const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  registration = new FakeRegistration();
  workers.controller = null;
  workers.register.mockReset().mockImplementation(() => Promise.resolve(registration));
  reload.mockReset();
  stored.clear();
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    version: '7',
    querySelector: (selector: string) =>
      page.version !== null && selector === 'meta[name="version"]' ? { content: page.version } : null,
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => stored.set(key, text) });
  vi.stubGlobal('navigator', { serviceWorker: workers });
});

/** Opens a page and returns what it offers. */
async function openPage() {
  vi.resetModules();
  const { registerWorker } = await import('./registerWorker.ts');
  const { useUpdate } = await import('./appUpdate.ts');
  await registerWorker();
  const hook = await renderHook(useUpdate);
  return { ...hook, isOffered: () => hook.now() !== null };
}

test('registers the worker for the whole origin, bypassing caches, and stores the version', async () => {
  const { isOffered } = await openPage();
  expect(workers.register.mock.calls).toEqual([['/sw.js', { scope: '/', updateViaCache: 'none' }]]);
  expect([...stored.values()]).toEqual(['7']);
  expect(isOffered()).toBe(false);
});

test.each([
  ['the page is served for development', () => (page.version = null)],
  ['the browser has no workers', () => vi.stubGlobal('navigator', {})],
])('nothing is registered where %s', async (_where, without) => {
  without();
  await openPage();
  expect(workers.register).not.toHaveBeenCalled();
  expect([...stored.values()]).toEqual(page.version === null ? [] : ['7']);
});

test('a browser without workers or storage still shows the page', async () => {
  const refuse = (): never => {
    throw new Error('private window');
  };
  vi.stubGlobal('localStorage', { setItem: refuse });
  workers.register.mockRejectedValueOnce(new Error('private window'));
  const { isOffered } = await openPage();
  expect(isOffered()).toBe(false);
});

test('the first version is installed without a prompt', async () => {
  const { act, isOffered } = await openPage();
  await act(() => registration.bring());
  expect(isOffered()).toBe(false);
});

test('a waiting version is offered, and activated on confirmation', async () => {
  registration.active = new FakeWorker('activated');
  const { now, act, isOffered } = await openPage();
  const worker: { now?: FakeWorker } = {};
  await act(() => (worker.now = registration.bring()));
  expect(isOffered()).toBe(true);
  expect(worker.now?.told).toEqual([]);
  now()?.();
  expect(worker.now?.told).toEqual(['activate']);
  await act(() => worker.now?.become('activating'));
  expect(reload).not.toHaveBeenCalled();
  await act(() => worker.now?.become('activated'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a version already waiting is offered at once; if it is active by now, the page reloads', async () => {
  registration.active = new FakeWorker('activated');
  registration.waiting = new FakeWorker('installed');
  const { now, isOffered } = await openPage();
  expect(isOffered()).toBe(true);
  registration.waiting.state = 'activated';
  now()?.();
  expect(reload).toHaveBeenCalledOnce();
  expect(registration.waiting.told).toEqual([]);
});

test.each([
  ['old version is told when another tab changed', true],
  ['first version is not', false],
])('a page of the %s', async (_which, wasControlled) => {
  workers.controller = wasControlled ? new FakeWorker('activated') : null;
  const { now, act, isOffered } = await openPage();
  await act(() => workers.dispatchEvent(new Event('controllerchange')));
  expect(isOffered()).toBe(wasControlled);
  now()?.();
  expect(reload).toHaveBeenCalledTimes(wasControlled ? 1 : 0);
});

test('an open page checks for updates when it becomes visible, at most every half hour', async () => {
  await openPage();
  const look = (state: string): void => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const halfAnHour = 30 * 60_000;
  vi.advanceTimersByTime(halfAnHour - 1);
  look('visible');
  expect(registration.asked).toBe(0);
  vi.advanceTimersByTime(1);
  look('hidden');
  expect(registration.asked).toBe(0);
  look('visible');
  look('visible');
  expect(registration.asked).toBe(1);
  vi.advanceTimersByTime(halfAnHour);
  look('visible');
  expect(registration.asked).toBe(2);
});
