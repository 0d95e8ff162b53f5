import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import * as device from './pushDevice.ts';

const stored = new Map<string, string>();
let isInstalled = false;

/** Fakes a browser that supports pushes. */
const canPush = (permission: string): void => {
  vi.stubGlobal('navigator', { serviceWorker: {}, userAgent: 'Mozilla/5.0 (Linux; Android 16)' });
  vi.stubGlobal('PushManager', EventTarget);
  vi.stubGlobal('Notification', { permission });
};
const cannotPush = (userAgent: string, maxTouchPoints: number): void => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
};

beforeEach(() => {
  stored.clear();
  isInstalled = false;
  stubStorage(stored);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isInstalled && query === '(display-mode: standalone)',
  }));
});

const withoutStorage = (): void => {
  const refuse = (): never => {
    throw new Error('private window');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
};

describe('browser support', () => {
  test.each([
    ['granted', 'ready'],
    ['default', 'ready'],
    ['denied', 'denied'],
  ])('with the permission %s: %s', (permission, support) => {
    canPush(permission);
    expect(device.pushSupport()).toBe(support);
  });

  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, 'install'],
    ['Mozilla/5.0 (iPad; CPU OS 12_0)', 5, 'install'],
    [mac, 5, 'install'],
    // a mouse, or a touch bar
    [mac, 0, 'none'],
    [mac, 1, 'none'],
    ['Mozilla/5.0 (Windows NT 10.0)', 10, 'none'],
  ])('without pushes, %s with %d touches: %s', (userAgent, touches, support) => {
    cannotPush(userAgent, touches);
    expect(device.pushSupport()).toBe(support);
    isInstalled = true;
    expect(device.pushSupport()).toBe('none');
  });

  test.each(['PushManager', 'Notification', 'serviceWorker'])('without %s there are none', (missing) => {
    canPush('granted');
    expect(device.pushSupport()).toBe('ready');
    vi.stubGlobal(missing, undefined);
    Reflect.deleteProperty(globalThis, missing);
    Reflect.deleteProperty(navigator, missing);
    expect(device.pushSupport()).toBe('none');
  });
});

test('asks a person if neither they nor their browser have answered', () => {
  canPush('default');
  expect(device.mayAskForPushes('anna')).toBe(true);
  device.declinePushes('anna');
  expect([device.mayAskForPushes('anna'), device.mayAskForPushes('marco')]).toEqual([false, true]);
  canPush('granted');
  expect(device.mayAskForPushes('marco')).toBe(false);
  canPush('denied');
  expect(device.mayAskForPushes('marco')).toBe(false);
});

test('asks nobody and stores nothing without storage', () => {
  canPush('default');
  withoutStorage();
  device.declinePushes('anna');
  device.notePushOwner('anna');
  expect([device.mayAskForPushes('anna'), device.pushOwner()]).toEqual([false, null]);
});

test('stores the push owner until unsubscribed, and who declined', () => {
  canPush('default');
  device.declinePushes('marco');
  device.notePushOwner('anna');
  expect([device.pushOwner(), device.mayAskForPushes('marco')]).toEqual(['anna', false]);
  device.notePushOwner(null);
  expect([device.pushOwner(), device.mayAskForPushes('marco')]).toEqual([null, false]);
});

describe('a subscription', () => {
  let asked: PushSubscriptionOptionsInit[] = [];
  const unsubscribe = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  const close = vi.fn<() => void>();
  const badge = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no badges here')));
  /** The key of the browser's subscription; null while there is none. */
  let key: number[] | null = null;
  const manager = {
    getSubscription: async () =>
      key && { options: { applicationServerKey: Uint8Array.from(key).buffer }, unsubscribe },
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      asked.push(options);
      return { toJSON: () => ({ endpoint: 'https://push.invalid/1', keys: { p256dh: 'p', auth: 'a' } }) };
    },
  };
  const registration = { pushManager: manager, getNotifications: async () => [{ close }, { close }] };
  /** Fakes a browser with this permission, with or without a service worker. */
  const open = (answer: string, found: object | undefined = registration): void => {
    asked = [];
    for (const mock of [unsubscribe, close, badge]) mock.mockClear();
    vi.stubGlobal('Notification', { requestPermission: async () => answer });
    vi.stubGlobal('navigator', {
      clearAppBadge: badge,
      serviceWorker: { getRegistration: async () => found, ready: Promise.resolve(registration) },
    });
  };
  // base64url, including '-' and '_'
  const [publicKey, bytes] = ['-_8', [251, 255]];

  test.each<[string, number[] | null, number]>([
    ['is made', null, 0],
    ['with another key is replaced', [1, 2], 1],
    ['with this key stays', bytes, 0],
  ])('%s', async (_what, before, ended) => {
    open('granted');
    key = before;
    expect(await device.subscribeHere(publicKey)).toEqual({
      endpoint: 'https://push.invalid/1',
      p256dh: 'p',
      auth: 'a',
    });
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: Uint8Array.from(bytes) }]);
    expect(unsubscribe).toHaveBeenCalledTimes(ended);
  });

  test('is not created without permission or a service worker', async () => {
    open('denied');
    expect(await device.subscribeHere(publicKey)).toBeNull();
    open('granted', {});
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined } });
    await expect(device.subscribeHere(publicKey)).rejects.toThrow('no background worker');
    expect(asked).toEqual([]);
  });

  test('when ended, clears its notifications, the app badge and the owner', async () => {
    open('granted');
    key = bytes;
    await device.unsubscribeHere();
    expect([badge, unsubscribe, close].map((mock) => mock.mock.calls.length)).toEqual([0, 0, 0]);
    device.notePushOwner('anna');
    await device.unsubscribeHere();
    expect([badge, unsubscribe, close].map((mock) => mock.mock.calls.length)).toEqual([1, 1, 2]);
    expect(device.pushOwner()).toBeNull();
  });

  test('without an owner there is nothing to end', async () => {
    open('granted');
    key = null;
    device.notePushOwner('anna');
    await device.unsubscribeHere();
    expect([device.pushOwner(), unsubscribe.mock.calls.length]).toEqual([null, 0]);
    device.notePushOwner('anna');
    vi.stubGlobal('navigator', {});
    await device.unsubscribeHere();
    expect(device.pushOwner()).toBe('anna');
  });
});
