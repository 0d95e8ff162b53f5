import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPushed, type PushScope, renewSubscription, showPush } from './push.ts';

interface Shown {
  title: string;
  options: NotificationOptions;
  tag: string;
  close: () => void;
}
let shown: Shown[] = [];
const badges: number[] = [];
const opened: string[] = [];
let windows: Awaited<ReturnType<PushScope['clients']['matchAll']>> = [];
const focus = vi.fn<() => Promise<unknown>>();
const navigate = vi.fn<(url: string) => Promise<unknown>>();
const subscribe = vi.fn<() => Promise<unknown>>();

const scope: PushScope = {
  registration: {
    showNotification: async (title, options = {}) => {
      const tag = options.tag ?? '';
      const close = (): void => {
        shown = shown.filter((one) => one.tag !== tag);
      };
      // as browsers do: one of the same tag takes the other's place
      shown = [...shown.filter((one) => one.tag !== tag), { title, options, tag, close }];
    },
    getNotifications: async () => shown as unknown as Notification[],
    pushManager: {
      getSubscription: async () => null,
      subscribe,
    } as unknown as PushManager,
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (url) => void opened.push(url),
  },
  navigator: { setAppBadge: async (count) => void badges.push(count) },
};

beforeEach(() => {
  shown = [];
  badges.length = 0;
  opened.length = 0;
  windows = [];
  focus.mockReset().mockResolvedValue(null);
  navigate.mockReset().mockResolvedValue(null);
  vi.stubGlobal('location', { origin: 'https://turni.example.it' });
});

const message = (tag: string, more: object = {}): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: `Titolo ${tag}`,
      body: 'Testo',
      tag,
      navigate: `https://turni.example.it/exchanges?highlight=${tag}`,
    },
    ...more,
  });

test('a message is shown with what a tap opens, and its number on the icon', async () => {
  await showPush(scope, message('r1', { app_badge: 2, settled: [] }));
  expect(shown).toMatchObject([
    {
      title: 'Titolo r1',
      options: {
        body: 'Testo',
        tag: 'r1',
        lang: 'it',
        icon: '/icon-192.png',
        renotify: true,
        data: { path: '/exchanges?highlight=r1' },
      },
    },
  ]);
  expect(badges).toEqual([2]);
});

test('a later message with the same tag replaces the earlier one and closes finished ones', async () => {
  await showPush(scope, message('r1'));
  await showPush(scope, message('r2'));
  await showPush(scope, message('r2'));
  await showPush(scope, message('r3', { settled: ['r1'] }));
  expect(shown.map(({ tag }) => tag)).toEqual(['r2', 'r3']);
});

test.each([undefined, '', 'null', '{', '{"notification":null}'])(
  'shows a notification even for %j',
  async (text) => {
    await showPush(scope, text);
    expect(shown).toMatchObject([{ title: 'Novità in Turnario', options: { data: { path: '/' } } }]);
  },
);

const tapped = (data: unknown) => ({ data, close: vi.fn<() => void>() }) as unknown as Notification;

test('a tap opens a window where there is none, within the product whatever the message says', async () => {
  const elsewhere = message('r1').replace('https://turni.example.it', 'https://elsewhere.example');
  await showPush(scope, elsewhere);
  await openPushed(scope, tapped(shown[0]?.options.data));
  await openPushed(scope, tapped(null));
  expect(opened).toEqual(['/exchanges?highlight=r1', '/']);
});

test('a tap navigates an open page without a reload', async () => {
  const asked: unknown[] = [];
  const postMessage = (given: unknown, [port]: Transferable[]): void => {
    asked.push(given);
    (port as MessagePort).postMessage('taken');
  };
  windows = [{ focus, navigate, postMessage }];
  await openPushed(scope, tapped({ path: '/exchanges?highlight=r1' }));
  expect([asked, opened, focus.mock.calls.length]).toEqual([[{ open: '/exchanges?highlight=r1' }], [], 1]);
  expect(navigate).not.toHaveBeenCalled();
});

test('a page that does not answer, such as the login, is navigated by URL', async () => {
  windows = [{ focus, navigate, postMessage: () => undefined }];
  await openPushed(scope, tapped({ path: '/exchanges?highlight=r1' }));
  expect([navigate.mock.calls, opened]).toEqual([[['/exchanges?highlight=r1']], []]);
  navigate.mockRejectedValue(new TypeError('not controlled'));
  focus.mockRejectedValue(new TypeError('not allowed'));
  await openPushed(scope, tapped({ path: '/profile' }));
  expect(opened).toEqual(['/profile']);
});

describe('a subscription that the browser has changed', () => {
  const keys = { p256dh: 'sua', auth: 'sua' };
  const calls: unknown[] = [];
  const letServerAnswer = (state: object | null): void => {
    calls.length = 0;
    vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
      if (state === null) throw new TypeError('no network');
      calls.push([method, path, ...(typeof body === 'string' ? [JSON.parse(body)] : [])]);
      return method === 'GET' ? Response.json(state) : new Response(null, { status: 204 });
    });
  };
  beforeEach(() => {
    subscribe.mockReset().mockResolvedValue({ toJSON: () => ({ endpoint: 'https://push.invalid/2', keys }) });
  });

  test('is told to the server where this session had switched pushes on', async () => {
    letServerAnswer({ publicKey: 'AAAA', devices: [{ isCurrent: false }, { isCurrent: true }] });
    await renewSubscription(scope);
    expect(calls).toEqual([
      ['GET', '/api/push'],
      ['PUT', '/api/push/device', { endpoint: 'https://push.invalid/2', ...keys }],
    ]);
  });

  test.each([
    ['nobody of this session has switched them on', { publicKey: 'AAAA', devices: [{ isCurrent: false }] }],
    ['the server sends none', { publicKey: null, devices: [{ isCurrent: true }] }],
    ['there is no network', null],
  ])('is not made anew where %s', async (_, state) => {
    letServerAnswer(state);
    await renewSubscription(scope);
    expect(subscribe).not.toHaveBeenCalled();
    expect(calls.length).toBeLessThan(2);
  });

  test('is left where the person no longer allows it', async () => {
    letServerAnswer({ publicKey: 'AAAA', devices: [{ isCurrent: true }] });
    subscribe.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await renewSubscription(scope);
    expect(calls).toEqual([['GET', '/api/push']]);
  });
});
