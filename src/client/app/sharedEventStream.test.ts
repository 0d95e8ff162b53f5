import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource, linesOpen } from '../../../tests/support/fakes.ts';
import type { Signal } from './eventStream.ts';
import type { Leadership } from './leaderElection.ts';

/** Several tabs of one browser, whose channel, locks and lines to the server stand here in its place. */

class FakeChannel extends EventTarget {
  static all = new Set<FakeChannel>();
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  close(): void {
    FakeChannel.all.delete(this);
  }
}

interface Waiting {
  grant: () => void;
  options: LockOptions;
}
/** Exclusive locks, as the browser gives them. */
class FakeLocks {
  private readonly locks = new Map<string, OneLock>();
  request(name: string, ...rest: Parameters<OneLock['request']>): Promise<void> {
    const lock = this.locks.get(name) ?? new OneLock();
    this.locks.set(name, lock);
    return lock.request(...rest);
  }
}

class OneLock {
  private holder: { lose: () => void } | null = null;
  private queue: Waiting[] = [];

  request(options: LockOptions, granted: (lock: object | null) => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const grant = (): void => {
        const mine = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
        this.holder = mine;
        granted({})
          .then(resolve, reject)
          .finally(() => {
            if (this.holder !== mine) return;
            this.holder = null;
            this.queue.shift()?.grant();
          });
      };
      if (options.steal) {
        this.holder?.lose();
        grant();
      } else if (!this.holder) grant();
      else if (options.ifAvailable) granted(null).then(resolve, reject);
      else {
        const waiting: Waiting = { grant, options };
        this.queue.push(waiting);
        options.signal?.addEventListener('abort', () => {
          this.queue = this.queue.filter((other) => other !== waiting);
          reject(new DOMException('aborted', 'AbortError'));
        });
      }
    });
  }
}

interface Tab {
  signals: Signal[];
  close: () => void;
}
const start = Date.UTC(2026, 10, 22, 12);
const page = { visibilityState: 'visible' };
let tabs: Tab[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { BroadcastChannel: FakeChannel }));
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  FakeEventSource.opened = [];
  FakeChannel.all.clear();
  tabs = [];
});
afterEach(() => {
  for (const { close } of tabs) close();
});

/** Each tab has modules of its own. */
async function openTab(since = Date.now(), name = 'anna'): Promise<Tab> {
  vi.resetModules();
  const { shareEventStream } = await import('./sharedEventStream.ts');
  const signals: Signal[] = [];
  // for whom it was meant is no part of what was heard
  const hear = ({ to: _to, ...signal }: Signal & { to?: string }) => signals.push(signal);
  const tab = { signals, close: shareEventStream(name, since, hear) };
  tabs.push(tab);
  await vi.advanceTimersByTimeAsync(0);
  return tab;
}
const changed = (list: string): Signal => ({ kind: 'changed', lists: [list] }) as Signal;
const tellChange = (list: string): void => linesOpen()[0]?.tell('changed', { lists: [list] });
const hello = (): void => linesOpen()[0]?.tell('hello', { knownFor: 60_000, ago: {} });

test('one line serves all tabs of a person: each hears what it tells', async () => {
  const first = await openTab();
  const second = await openTab();
  const other = await openTab(start, 'marco');
  expect(linesOpen()).toHaveLength(2);
  hello();
  tellChange('shifts');
  expect(first.signals).toContainEqual(changed('shifts'));
  expect(second.signals).toContainEqual(changed('shifts'));
  expect(other.signals).toEqual([]);
});

test('a tab that comes later hears what was told while it was reading, and nobody hears it again', async () => {
  const first = await openTab();
  hello();
  await vi.advanceTimersByTimeAsync(1000);
  tellChange('shifts');
  await vi.advanceTimersByTimeAsync(1000);
  tellChange('completed');
  const heard = first.signals.length;
  const second = await openTab(start + 1500);
  expect(second.signals).toEqual([changed('completed')]);
  const third = await openTab(start + 2000);
  expect(third.signals).toEqual([changed('completed')]);
  expect(first.signals).toHaveLength(heard);
  expect(second.signals).toHaveLength(1);
});

test('the first tab says since when it reads, and a later one that began meanwhile hears what it was told', async () => {
  const first = await openTab(start - 5000);
  expect(linesOpen().map(({ path }) => path)).toEqual([expect.stringMatching(/&age=15000$/)]);
  hello();
  expect(first.signals).toEqual([{ kind: 'opened', lists: [] }]);
  tellChange('shifts');
  const second = await openTab(start - 5000);
  expect(second.signals).toEqual([{ kind: 'opened', lists: [] }, changed('shifts')]);
  const older = await openTab(start - 5001);
  expect(older.signals).toEqual([{ kind: 'resumed' }]);
});

test('a tab that takes over the line does not say since when: what was told meanwhile is read again', async () => {
  const first = await openTab(start - 5000);
  const second = await openTab(start - 5000);
  hello();
  first.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(linesOpen().map(({ path }) => path)).toEqual([expect.not.stringMatching(/[?&]age=/)]);
  const late = await openTab(start - 1);
  expect(late.signals).toEqual([{ kind: 'resumed' }]);
  expect(second.signals).toEqual([{ kind: 'opened', lists: [] }]);
});

test('what a tab began to read longer ago than is remembered, it reads again', async () => {
  await openTab();
  hello();
  tellChange('shifts');
  await vi.advanceTimersByTimeAsync(30_001);
  tellChange('completed');
  const late = await openTab(start);
  expect(late.signals).toEqual([{ kind: 'resumed' }]);
  const fresh = await openTab(start + 1);
  expect(fresh.signals).toEqual([changed('completed')]);
});

test('when the tab with the line goes the next one has it, and takes what was told meanwhile for lost', async () => {
  const first = await openTab();
  const second = await openTab();
  hello();
  first.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(linesOpen()).toHaveLength(1);
  hello();
  expect(second.signals).toContainEqual({ kind: 'resumed' });
  tellChange('shifts');
  expect(second.signals).toContainEqual(changed('shifts'));
  second.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(linesOpen()).toHaveLength(0);
  expect(FakeChannel.all.size).toBe(0);
});

const lineOf = (): string[] => linesOpen().map(({ path }) => path.replace(/&age.*/, ''));
/** The server says every few seconds that it is there. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1000) {
    for (const line of linesOpen()) line.tell('heartbeat');
    await vi.advanceTimersByTimeAsync(1000);
  }
}

/** The browser puts the tab with the line to sleep: nobody hears from it. */
const sleep = () => {
  const [channel] = FakeChannel.all;
  return vi.spyOn(channel!, 'postMessage').mockReturnValue();
};

test('a tab in sight takes the line from one that says nothing for 15 s', async () => {
  await openTab();
  const second = await openTab();
  const line = lineOf();
  await pass(60_000);
  expect(lineOf()).toEqual(line);
  sleep();
  await pass(10_000);
  expect(lineOf()).toEqual(line);
  await pass(10_000);
  expect(linesOpen()).toHaveLength(1);
  expect(lineOf()).not.toEqual(line);
  hello();
  expect(second.signals).toContainEqual({ kind: 'resumed' });
});

test('a tab that had the line once tells a later one nothing of what it heard then', async () => {
  await openTab();
  await openTab();
  hello();
  tellChange('shifts');
  const asleep = sleep();
  await pass(20_000);
  hello();
  asleep.mockRestore();
  const late = await openTab(start);
  expect(late.signals).toEqual([{ kind: 'resumed' }]);
});

test('a tab that nobody sees leaves it there', async () => {
  await openTab();
  await openTab();
  const line = lineOf();
  sleep();
  page.visibilityState = 'hidden';
  await pass(60_000);
  expect(lineOf()).toEqual(line);
});

test.each(['locks', 'channels'])('each tab has its own where the browser has no %s', async (missing) => {
  if (missing === 'locks') vi.stubGlobal('navigator', {});
  else vi.stubGlobal('window', new EventTarget());
  const first = await openTab();
  await openTab();
  expect(linesOpen()).toHaveLength(2);
  hello();
  tellChange('shifts');
  expect(first.signals).toContainEqual(changed('shifts'));
  first.close();
  expect(linesOpen()).toHaveLength(1);
});

test('where locks are refused a tab leads by itself', async () => {
  vi.stubGlobal('navigator', {
    locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) },
  });
  const { electLeader } = await import('./leaderElection.ts');
  const begun: boolean[] = [];
  const leadership: Leadership = electLeader('x', (isFirst) => {
    begun.push(isFirst);
    return () => begun.push(false);
  });
  expect(leadership.isLeader()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([leadership.isLeader(), begun]).toEqual([true, [true]]);
  leadership.resign();
  expect([leadership.isLeader(), begun]).toEqual([false, [true, false]]);
});
