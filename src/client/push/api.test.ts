import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import { defaultPushPreferences } from '../../domain/notifications/push/schema.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { notePushOwner, pushOwner } from '../data/pushDevice.ts';
import { useCurrentToast } from '../ui/toast.ts';
import {
  pushQuery,
  renewDevice,
  showPresence,
  useChangePreferences,
  useRemoveDevice,
  useSwitchOn,
} from './api.ts';

let calls: string[] = [];
let answer: (call: string) => Response | Promise<Response>;
const state = { publicKey: 'AAAA', devices: [], preferences: defaultPushPreferences };
const ended = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
let shown: string[] = [];
const subscription = { endpoint: 'https://push.invalid/1', keys: { p256dh: 'p', auth: 'a' } };
const registration = {
  pushManager: {
    getSubscription: async () => ({ options: { applicationServerKey: null }, unsubscribe: ended }),
    subscribe: async () => ({ toJSON: () => subscription }),
  },
  getNotifications: async () =>
    shown.map((tag) => ({ tag, close: () => (shown = shown.filter((one) => one !== tag)) })),
};

/** Fakes a browser with this notification permission. */
const allow = (permission: string): void => {
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
};

beforeEach(() => {
  calls = [];
  answer = () => Response.json(state);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return answer(`${method} ${path}`);
  });
  const stored = new Map<string, string>();
  stubStorage(stored);
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  });
  vi.stubGlobal('PushManager', EventTarget);
  allow('granted');
  ended.mockClear();
  shown = [];
});

async function open() {
  const hook = await renderHook(
    () => ({
      switchOn: useSwitchOn(),
      remove: useRemoveDevice(),
      change: useChangePreferences(),
      toast: useCurrentToast(),
    }),
    (children) => createElement(SignedInContext, { value: { user: { id: 'anna' } } as Session }, children),
  );
  hook.client.setQueryData(pushQuery.queryKey, state);
  return {
    ...hook,
    isOld: () => hook.client.getQueryState(pushQuery.queryKey)?.isInvalidated,
    preferences: () => hook.client.getQueryData(pushQuery.queryKey)?.preferences,
  };
}

describe('this browser', () => {
  test('is switched on for its person where they let it, and tells so', async () => {
    const { now, act, isOld } = await open();
    await act(() => now().switchOn.start('AAAA'));
    expect([calls, pushOwner(), isOld()]).toEqual([['PUT /api/push/device'], 'anna', true]);
    expect(now().toast).toMatchObject({
      variant: 'success',
      title: 'Notifiche attive',
      text: 'Le ricevi anche con Turnario chiuso.',
    });
  });

  test('stays switched off where they do not', async () => {
    allow('denied');
    const { now, act } = await open();
    await act(() => now().switchOn.start('AAAA'));
    expect([calls, pushOwner()]).toEqual([[], null]);
    expect(now().toast).toMatchObject({ variant: 'info', title: 'Notifiche non attive' });
  });

  test('tells where it cannot, what else to try', async () => {
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined } });
    const { now, act } = await open();
    await act(() => now().switchOn.start('AAAA'));
    expect(now().toast).toMatchObject({
      variant: 'error',
      title: 'Notifiche non attivate',
      text: 'Questo browser non le riceve: riprova, o usa un altro dispositivo.',
    });
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('that is removed ends its subscription, another device does not (%s)', async (isCurrent, times) => {
    notePushOwner('anna');
    answer = () => new Response(null, { status: 204 });
    const { now, act, isOld } = await open();
    await act(() => now().remove.start({ id: 'd1', isCurrent }));
    expect([calls, isOld()]).toEqual([['DELETE /api/push/devices/d1'], true]);
    expect(ended).toHaveBeenCalledTimes(times);
    expect(now().toast).toMatchObject({ title: 'Dispositivo rimosso', text: 'Non riceve più notifiche.' });
  });
});

test('a preference is applied optimistically and refetched after a refusal', async () => {
  const refusal = Promise.withResolvers<Response>();
  answer = () => refusal.promise;
  const { now, act, isOld, preferences } = await open();
  const changed = { ...defaultPushPreferences, showsDetails: true };
  await act(() => now().change.start(changed));
  expect([preferences(), isOld()]).toEqual([changed, false]);
  await act(() => refusal.resolve(Response.json({ message: 'Orario errato', code: 'x' }, { status: 400 })));
  expect(now().toast).toMatchObject({ title: 'Scelta non salvata', text: 'Orario errato' });
  expect([calls, isOld()]).toEqual([['PUT /api/push/preferences'], true]);
});

test('a response pending during a change does not restore the old preference', async () => {
  const former = Promise.withResolvers<Response>();
  const saved = Promise.withResolvers<Response>();
  answer = (name) => (name.startsWith('GET') ? former.promise : saved.promise);
  const { now, act, client, preferences } = await open();
  const reading = client.query({ ...pushQuery, staleTime: 0 }).catch(() => null);
  const changed = { ...defaultPushPreferences, showsDetails: true };
  await act(() => now().change.start(changed));
  await act(() => former.resolve(Response.json(state)));
  expect(preferences()).toEqual(changed);
  await act(() => saved.resolve(Response.json(state)));
  await reading;
});

describe('a browser that was switched on in an earlier session', () => {
  const device = (isCurrent: boolean) => ({ isCurrent });
  const renew = async () => {
    const { client, isOld, unmount } = await open();
    await renewDevice(client, 'anna');
    const wasChanged = isOld();
    await unmount();
    return wasChanged;
  };

  test.each([[[]], [[device(false)]]])(
    'is switched on in this one where it is not, of %o',
    async (devices) => {
      answer = () => Response.json({ ...state, devices });
      expect(await renew()).toBe(true);
      expect([calls, pushOwner()]).toEqual([['GET /api/push', 'PUT /api/push/device'], 'anna']);
    },
  );

  test.each<[string, object, string[]]>([
    ['it is on already', { devices: [device(false), device(true)] }, ['GET /api/push']],
    ['the server sends none', { publicKey: null }, ['GET /api/push']],
  ])('is not changed if %s', async (_where, known, asked) => {
    answer = () => Response.json({ ...state, ...known });
    expect(await renew()).toBe(false);
    expect(calls).toEqual(asked);
  });

  test.each(['default', 'denied'])('is not asked about where the permission is %s', async (permission) => {
    allow(permission);
    expect(await renew()).toBe(false);
    expect(calls).toEqual([]);
  });

  test('is retried on the next visit if the server does not answer', async () => {
    answer = () => Response.json({ message: 'Ferma', code: 'unavailable' }, { status: 503 });
    await renew();
    expect([calls, pushOwner()]).toEqual([['GET /api/push'], null]);
  });
});

test('opening the page closes all notifications except answerable and test ones', async () => {
  shown = ['r1', 'roster_arrived', 'r2', 'r3', 'turnario', 'prova'];
  const about = (type: string, relatedRequestId: string | null, isOver = false) =>
    ({ type, relatedRequestId, isOver }) as Notification;
  await showPresence([
    about('exchange_match', 'r1'),
    about('roster_arrived', null),
    about('exchange_match', 'r2', true),
    about('exchange_completed', 'r3'),
  ]);
  expect(shown).toEqual(['r1', 'roster_arrived', 'prova']);
  vi.stubGlobal('navigator', {});
  await showPresence([]);
  expect(shown).toEqual(['r1', 'roster_arrived', 'prova']);
});
