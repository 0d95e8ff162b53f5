import { beforeEach, expect, test, vi } from 'vitest';
import { avoidControls } from './avoidControls.ts';

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Fake extends Rectangle {
  isHidden?: boolean;
  givesWay?: boolean;
}
const control = ({ isHidden = false, givesWay = false, ...box }: Fake) => ({
  checkVisibility: () => !isHidden,
  getBoundingClientRect: () => box,
  closest: (selector: string) => (givesWay && selector === '[role="grid"], [data-gives-way]' ? {} : null),
});
const across = (top: number, bottom: number): Rectangle => ({ left: 0, top, right: 390, bottom });

/** What the page holds, and the note's own place: below the header of a phone, 64 pixels high. */
let controls: ReturnType<typeof control>[] = [];
let dialogs: { querySelectorAll: () => ReturnType<typeof control>[] }[] = [];
let header: { offsetHeight: number } | null = null;
let note = across(72, 136);
let style: Map<string, string>;
const watches: { again: () => void; watched: unknown[]; options: unknown[]; isOver: boolean }[] = [];

class FakeObserver {
  private readonly watch;
  constructor(again: () => void) {
    this.watch = { again, watched: [] as unknown[], options: [] as unknown[], isOver: false };
    watches.push(this.watch);
  }
  observe(element: unknown, options?: object): void {
    this.watch.watched.push(element);
    this.watch.options.push(options);
  }
  disconnect(): void {
    this.watch.isOver = true;
  }
}
const ownButton = control(across(80, 120));
const body = { querySelectorAll: () => controls };
const card = () => {
  const styleOf = {
    removeProperty: (name: string) => style.delete(name),
    set top(value: string) {
      style.set('top', value);
    },
    set bottom(value: string) {
      style.set('bottom', value);
    },
  };
  const parentElement = {
    style: styleOf,
    contains: (element: unknown) => element === ownButton,
    // it is measured where it stands by itself, not where it was put before
    getBoundingClientRect: () => (style.size === 0 ? note : across(500, 564)),
  };
  return { parentElement } as unknown as HTMLElement;
};

beforeEach(() => {
  [controls, dialogs, header, note, style] = [[], [], { offsetHeight: 64 }, across(72, 136), new Map()];
  watches.length = 0;
  vi.stubGlobal('ResizeObserver', FakeObserver);
  vi.stubGlobal('MutationObserver', FakeObserver);
  vi.stubGlobal('window', { innerHeight: 844 });
  vi.stubGlobal('document', {
    body,
    querySelector: (selector: string) => (selector === 'header' ? header : null),
    querySelectorAll: () => dialogs,
  });
});

/** Where a note comes to stand, as its upper edge. */
function place(): number {
  avoidControls(card());
  watches[0]?.again();
  expect(style.get('bottom')).toBe('auto');
  return Number.parseFloat(style.get('top') ?? '');
}

test.each<[string, () => void, number]>([
  ['stands 8 pixels below the header where nothing is there', () => undefined, 72],
  ['and 8 below the upper edge without one', () => (header = null), 8],
  ['and not below where it would begin by itself', () => (header = { offsetHeight: 200 }), 80],
  [
    'and 8 below the upper edge where a dialog hides the header',
    () => (dialogs = [{ querySelectorAll: () => [] }]),
    8,
  ],
  ['leaves a button in sight', () => (controls = [control(across(80, 116))]), 120],
  ['minds no button of its own', () => (controls = [ownButton]), 72],
  [
    'nor one that is not to be seen',
    () => (controls = [control({ ...across(80, 116), isHidden: true })]),
    72,
  ],
  ['nor one that only screen readers know', () => (controls = [control({ ...across(80, 81) })]), 72],
  ['nor one without width', () => (controls = [control({ ...across(80, 116), right: 1 })]), 72],
  [
    'covers days of a calendar, or rows of a list, rather than a title',
    () => (controls = [control(across(72, 400)), control({ ...across(404, 1000), givesWay: true })]),
    408,
  ],
  [
    'minds what an open dialog holds, not what stands behind it, and nothing of a dialog below',
    () => {
      controls = [control(across(0, 844))];
      dialogs = [{ querySelectorAll: () => controls }, { querySelectorAll: () => [control(across(0, 60))] }];
    },
    64,
  ],
])('a note %s', (_what, arrange, top) => {
  arrange();
  expect(place()).toBeGreaterThanOrEqual(top);
  expect(place()).toBeLessThan(top + 8);
});

test('a note of the lower edge leaves 8 pixels below it, and moves up where a button stands', () => {
  note = across(764, 828);
  expect(place()).toBe(772);
  controls = [control(across(760, 840))];
  expect(place()).toBeLessThanOrEqual(760 - 4 - 64);
  expect(place()).toBeGreaterThan(760 - 4 - 64 - 8);
});

test('it moves when the page or itself grows and when a dialog closes, until it goes', () => {
  expect(avoidControls(null)).toBeUndefined();
  const shown = card();
  const stop = avoidControls(shown);
  expect(watches.map(({ watched }) => watched)).toEqual([[shown, body], [body]]);
  expect(watches[1]?.options).toEqual([{ childList: true }]);
  for (const { again } of watches) {
    style.clear();
    again();
    expect(style.get('top')).toBe('72px');
  }
  stop?.();
  expect(watches.map(({ isOver }) => isOver)).toEqual([true, true]);
  // a card that was taken out of the page meanwhile has no place
  style.clear();
  avoidControls({ parentElement: null } as unknown as HTMLElement);
  watches[2]?.again();
  expect(style.size).toBe(0);
});
