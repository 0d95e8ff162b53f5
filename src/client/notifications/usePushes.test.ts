import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { notePushOwner, pushOwner } from '../data/pushDevice.ts';
// preloaded, so that its effects are not late
import '../push/api.ts';
import { usePushes } from './usePushes.ts';

/** Idle work begins 1.5 s after a screen opens. */
const untilIdle = 1500;
const match = { id: 'n1', type: 'exchange_match', relatedRequestId: 'r1', isOver: false } as Notification;

/** The service worker's shown notifications and subscription. */
const worker = {
  shown: [] as string[],
  unsubscribe: vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)),
};
const workers = Object.assign(new EventTarget(), {
  startMessages: vi.fn<() => void>(),
  getRegistration: async () => ({
    pushManager: { getSubscription: async () => ({ unsubscribe: worker.unsubscribe }) },
    getNotifications: async () =>
      worker.shown.map((tag) => ({
        tag,
        close: () => (worker.shown = worker.shown.filter((other) => other !== tag)),
      })),
  }),
});
let calls: string[] = [];
let notifications: Notification[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  stubStorage(stored);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('PushManager', EventTarget);
  vi.stubGlobal('Notification', { permission: 'granted' });
  [calls, notifications] = [[], [match]];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return path === '/api/push'
      ? Response.json({ publicKey: 'a key', devices: [{ isCurrent: true }] })
      : Response.json({ notifications, unreadCount: 0, nextCursor: null });
  });
  worker.shown = ['r1', 'over'];
  worker.unsubscribe.mockClear();
  workers.startMessages.mockClear();
});

/** Opens a page as Anna, or as the CEO impersonating her. */
async function open(isImpersonating = false) {
  const session = { user: { id: 'anna' }, isImpersonating } as Session;
  const hook = await renderHookAt(usePushes, ['/exchanges'], (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  return { ...hook, pass: (ms: number) => hook.act(() => vi.advanceTimersByTimeAsync(ms)) };
}

/** Lets lazy modules and their calls complete. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(10);
}

describe('a tapped notification', () => {
  /** Sends a service worker message and collects the replies. */
  const tell = (data: unknown): unknown[] => {
    const answers: unknown[] = [];
    const port = { postMessage: (answer: unknown) => answers.push(answer) };
    const message = Object.assign(new Event('message'), { data, ports: [port] });
    workers.dispatchEvent(message);
    return answers;
  };

  test('navigates to its target, so that the worker opens no new page', async () => {
    const { act, address } = await open();
    // messages are queued until started
    expect(workers.startMessages).toHaveBeenCalledOnce();
    let answers: unknown[] = [];
    await act(() => (answers = tell({ open: '/exchanges?tab=mie' })));
    expect([answers, address()]).toEqual([['taken'], '/exchanges?tab=mie']);
  });

  test.each([[null], [{ renew: true }], [{ open: 7 }], [{ open: 'https://example.it/' }]])(
    'ignores the message %o',
    async (data) => {
      const { act, address } = await open();
      let answers: unknown[] = [];
      await act(() => (answers = tell(data)));
      expect([answers, address()]).toEqual([[], '/exchanges']);
    },
  );

  test('is left to the worker once nobody is signed in', async () => {
    const { unmount } = await open();
    await unmount();
    expect(tell({ open: '/' })).toEqual([]);
  });
});

describe('a new session', () => {
  test('renews the person’s subscription once the page is idle', async () => {
    notePushOwner('anna');
    const { pass } = await open();
    await pass(untilIdle - 1);
    expect(calls).toEqual(['GET /api/notifications/page']);
    await pass(1);
    await vi.waitFor(() => expect(calls).toContain('GET /api/push'));
    expect([pushOwner(), worker.unsubscribe.mock.calls.length]).toEqual(['anna', 0]);
  });

  test('ends somebody else’s subscription', async () => {
    notePushOwner('marco');
    const { act, pass } = await open();
    await pass(untilIdle);
    await vi.waitFor(() => expect(worker.unsubscribe).toHaveBeenCalledOnce());
    await act(settle);
    expect([pushOwner(), worker.shown, calls.includes('GET /api/push')]).toEqual([null, [], false]);
  });

  test.each<[string, string | null, boolean]>([
    ['nothing was switched on', null, false],
    ['the CEO reads it as its person', 'anna', true],
    ['the CEO reads it in a browser of somebody else', 'marco', true],
  ])('changes nothing if %s', async (_where, owner, isImpersonating) => {
    notePushOwner(owner);
    const { act, pass } = await open(isImpersonating);
    await pass(untilIdle);
    await act(settle);
    expect([pushOwner(), worker.shown]).toEqual([owner, ['r1', 'over']]);
    expect([worker.unsubscribe.mock.calls.length, calls.includes('GET /api/push')]).toEqual([0, false]);
  });
});

describe('finished notifications', () => {
  const look = (visibilityState: string): void => {
    vi.stubGlobal('document', Object.assign(document, { visibilityState }));
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('are closed when the person opens the page; pending ones stay', async () => {
    notePushOwner('anna');
    const { act, pass, unmount } = await open();
    await act(settle);
    expect(worker.shown).toEqual(['r1', 'over']);
    await pass(untilIdle);
    await vi.waitFor(() => expect(worker.shown).toEqual(['r1']));
    worker.shown = ['r1', 'over'];
    await act(() => look('hidden'));
    await act(settle);
    expect(worker.shown).toEqual(['r1', 'over']);
    await act(() => look('visible'));
    await vi.waitFor(() => expect(worker.shown).toEqual(['r1']));
    await unmount();
    worker.shown = ['over'];
    look('visible');
    await act(settle);
    expect(worker.shown).toEqual(['over']);
  });

  test('stay if the page is opened in the background', async () => {
    notePushOwner('anna');
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
    const { act, pass } = await open();
    await pass(untilIdle);
    await act(settle);
    expect(worker.shown).toEqual(['r1', 'over']);
  });
});
