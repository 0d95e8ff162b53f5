import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../../tests/support/fakes.ts';
import { heartbeatSeconds } from '../../domain/events/stream.ts';
import { openEventStream, type Signal } from './eventStream.ts';

const instant = Date.UTC(2026, 10, 22, 12);
let signals: Signal[] = [];
let close = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: instant });
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('window', new EventTarget());
  FakeEventSource.opened = [];
  signals = [];
});
afterEach(() => {
  close();
});

const open = (since: number | null): void => {
  close = openEventStream(since, (signal) => signals.push(signal));
};
const line = (): FakeEventSource => FakeEventSource.opened.at(-1)!;
const age = (): string | null => line().age;

test('says how old the page is, with room for its way, and what changed since it began to read', () => {
  open(instant - 1200);
  expect(age()).toBe('11200');
  vi.advanceTimersByTime(300);
  // of those two only one after the page began
  line().tell('hello', { knownFor: 11_200, ago: { shifts: 1500, completed: 1501 } });
  expect(signals).toEqual([{ kind: 'opened', lists: ['shifts'] }]);
});

test('a line that took longer than was counted in may have missed something', () => {
  open(instant - 1200);
  vi.advanceTimersByTime(10_001);
  line().tell('hello', { knownFor: 11_200, ago: {} });
  line().tell('changed', { lists: ['shifts'] });
  expect(signals).toEqual([{ kind: 'resumed' }, { kind: 'changed', lists: ['shifts'] }]);
});

test('so may one of a server that does not know so far back, or does not say how far', () => {
  for (const hello of [{ knownFor: 1199, ago: {} }, {}]) {
    open(instant - 1200);
    line().tell('hello', hello);
    close();
  }
  expect(signals).toEqual([{ kind: 'resumed' }, { kind: 'resumed' }]);
});

test('one that is lost before it told anything is as old as the page when it comes again', () => {
  open(instant - 1200);
  line().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  // the pause is between half a second and a whole one
  expect(Number(age())).toBeGreaterThanOrEqual(11_700);
  line().tell('hello', { knownFor: Number(age()), ago: {} });
  expect(signals).toEqual([{ kind: 'opened', lists: [] }]);
});

test('a line that failed is closed: a browser would open it again by itself', () => {
  open(instant);
  const [failed] = FakeEventSource.opened;
  failed?.dispatchEvent(new Event('error'));
  expect(failed?.readyState).toBe(FakeEventSource.CLOSED);
});

test('a server that refuses the line is asked without the age, and all is read again', () => {
  open(instant - 1200);
  line().close();
  line().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(1000);
  expect(age()).toBeNull();
  line().tell('hello');
  expect(signals).toEqual([{ kind: 'refused' }, { kind: 'resumed' }]);
});

test('a page that reads all again does not say how old it is', () => {
  open(null);
  expect(age()).toBeNull();
  line().tell('hello');
  expect(signals).toEqual([{ kind: 'resumed' }]);
});

test('the age is a number that the server takes, whatever the clock says', () => {
  open(0);
  expect(age()).toBe('3600000');
  close();
  open(instant + 3_600_000);
  expect(age()).toBe('10000');
});

test.each([
  [0, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]],
  [1, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
])(
  'a line that fails is opened anew after growing pauses, shorter by chance: at %d %o ms',
  (chance, pauses) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    open(instant);
    for (const pause of pauses) {
      const count = FakeEventSource.opened.length;
      line().dispatchEvent(new Event('error'));
      vi.advanceTimersByTime(pause - 1);
      expect(FakeEventSource.opened).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(FakeEventSource.opened).toHaveLength(count + 1);
    }
    // once it is up the pauses begin anew
    line().tell('hello', { knownFor: 3_600_000, ago: {} });
    const count = FakeEventSource.opened.length;
    line().dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(pauses[0]!);
    expect(FakeEventSource.opened).toHaveLength(count + 1);
  },
);

test('a line on which two heartbeats failed to come is opened anew, one that speaks is not', () => {
  open(instant);
  line().tell('hello', { knownFor: 3_600_000, ago: {} });
  for (let second = 0; second < 120; second += heartbeatSeconds) {
    vi.advanceTimersByTime(heartbeatSeconds * 1000);
    line().tell('heartbeat');
  }
  // one that failed to come is no sign yet
  vi.advanceTimersByTime(2 * heartbeatSeconds * 1000);
  expect(FakeEventSource.opened).toHaveLength(1);
  const [dead] = FakeEventSource.opened;
  vi.advanceTimersByTime(10_001);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(dead?.readyState).toBe(FakeEventSource.CLOSED);
  line().tell('hello');
  expect(signals).toEqual([{ kind: 'opened', lists: [] }, { kind: 'resumed' }]);
});

test('a line is not given up while it is being opened, and one that waits to be opened is not opened twice', () => {
  open(instant);
  vi.advanceTimersByTime(40_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  line().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  vi.advanceTimersByTime(40_000);
  expect(FakeEventSource.opened).toHaveLength(2);
});

test('a computer that comes back to the network opens a new line at once and reads all again', () => {
  open(instant - 1200);
  line().tell('hello', { knownFor: 60_000, ago: {} });
  const former = line();
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  expect([former.readyState, line().readyState]).toEqual([FakeEventSource.CLOSED, 0]);
  line().tell('hello', { knownFor: 60_000, ago: {} });
  expect(signals).toEqual([{ kind: 'opened', lists: [] }, { kind: 'resumed' }]);
});

test('once it is ended no line is left, and none is opened any more', () => {
  open(instant);
  line().dispatchEvent(new Event('error'));
  close();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(300_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  open(instant);
  close();
  expect(line().readyState).toBe(FakeEventSource.CLOSED);
  expect(vi.getTimerCount()).toBe(0);
});

test('what a server has missed itself is read again', () => {
  open(instant);
  line().tell('hello', { knownFor: 3_600_000, ago: {} });
  line().tell('missed');
  expect(signals).toEqual([{ kind: 'opened', lists: [] }, { kind: 'resumed' }]);
});

test.each([
  [
    { lists: ['shifts', 'completed'], changeId: 'p-1' },
    { lists: ['shifts', 'completed'], changeId: 'p-1' },
  ],
  [{ lists: ['shifts'] }, { lists: ['shifts'] }],
  [{ lists: ['shifts'], changeId: 7 }, { lists: ['shifts'] }],
  // of a server of another version
  [{}, { lists: [] }],
])('a change of %o is heard as %o', (told, heard) => {
  open(instant);
  line().tell('changed', told);
  expect(signals).toStrictEqual([{ kind: 'changed', ...heard }]);
});
