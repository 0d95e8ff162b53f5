import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;
const listeners = new Map<string, Listener>();
/** What each cache holds, by its name. */
let stored = new Map<string, Map<string, Response>>();
let network: (path: string) => Promise<Response>;
const fetched: string[] = [];
const skipWaiting = vi.fn<() => Promise<void>>();

const pathOf = (asked: Request | string): string =>
  new URL(asked instanceof Request ? asked.url : asked, origin).pathname;
const origin = 'https://turni.example.it';

const cacheOf = (name: string) => {
  const held = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, held);
  return {
    match: async (path: string) => held.get(path)?.clone(),
    addAll: async (requests: Request[]) => {
      for (const request of requests) {
        added.push([pathOf(request), request.cache, request.headers.get('accept')]);
        held.set(pathOf(request), await network(pathOf(request)));
      }
    },
  };
};
const added: unknown[] = [];

beforeEach(async () => {
  stored = new Map();
  listeners.clear();
  fetched.length = 0;
  added.length = 0;
  skipWaiting.mockReset();
  network = (path) => Promise.resolve(new Response(`network ${path}`));
  vi.stubGlobal('precachedUrls', ['/', '/assets/a.js', '/icon.png']);
  vi.stubGlobal('buildVersion', '7');
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('skipWaiting', skipWaiting);
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string) => {
      for (const held of stored.values()) if (held.has(path)) return held.get(path)?.clone();
      return undefined;
    },
  });
  vi.stubGlobal('fetch', (asked: Request | string) => {
    fetched.push(pathOf(asked));
    return network(pathOf(asked));
  });
  // a request for a path, as in a worker, where it belongs to the origin
  const RealRequest = Request;
  vi.stubGlobal(
    'Request',
    class extends RealRequest {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, origin), init);
      }
    },
  );
  vi.resetModules();
  await import('./worker.ts');
});

/** An event that the worker makes wait for what it does. */
async function happen(type: string): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

/** What the worker answers; null where it leaves the call to the browser. */
async function ask(path: string, { method = 'GET', mode = 'cors' } = {}): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  const request = { method, mode, url: new URL(path, origin).href };
  listeners.get('fetch')?.({
    request: asRequest(request),
    respondWith: (given: Promise<Response>) => answers.push(given),
  });
  const [answer] = answers;
  return answer ? (await answer).text() : null;
}
/** `navigate` is a mode that no program may give a request of its own. */
const asRequest = ({ url, method, mode }: { url: string; method: string; mode: string }): Request =>
  new Proxy(new Request(url, { method }), {
    get: (real, key) => (key === 'mode' ? mode : Reflect.get(real, key, real)),
  });

const navigate = { mode: 'navigate' };

test('the whole page is stored at once; only files whose names change with them may come from the browser’s cache', async () => {
  await happen('install');
  expect([...(stored.get('turnario-7')?.keys() ?? [])]).toEqual(['/', '/assets/a.js', '/icon.png']);
  expect(added).toEqual([
    ['/', 'reload', 'text/html'],
    ['/assets/a.js', 'default', '*/*'],
    ['/icon.png', 'reload', '*/*'],
  ]);
});

test('screens and files load offline without requests', async () => {
  await happen('install');
  network = () => Promise.reject(new TypeError('no network'));
  expect(await ask('/', navigate)).toBe('network /');
  expect(await ask('/exchanges?tab=mie', navigate)).toBe('network /');
  expect(await ask('/assets/a.js')).toBe('network /assets/a.js');
  expect(fetched).toEqual([]);
});

test('the worker ignores personal data, other origins and mutations', async () => {
  await happen('install');
  for (const path of [
    '/api/auth/user',
    '/api/shifts',
    'https://elsewhere.example/assets/a.js',
    '/assets/b.js',
  ]) {
    expect([path, await ask(path)]).toEqual([path, null]);
  }
  expect(await ask('/assets/a.js', { method: 'POST' })).toBeNull();
  expect(await ask('/api/users/own-data', navigate)).toBeNull();
});

test('an address that is no screen is the server’s, and without network the page says so', async () => {
  await happen('install');
  expect(await ask('/nessuno', navigate)).toBe('network /nessuno');
  network = () => Promise.reject(new TypeError('no network'));
  expect(await ask('/nessuno', navigate)).toBe('network /');
});

test('fetches evicted files, including those of the previous version', async () => {
  expect(await ask('/', navigate)).toBe('network /');
  stored.set('turnario-6', new Map([['/assets/a.js', new Response('former')]]));
  expect(await ask('/assets/a.js')).toBe('former');
  expect(await ask('/icon.png')).toBe('network /icon.png');
  expect(fetched).toEqual(['/', '/icon.png']);
});

test('the former version’s files stay for pages that are still open, those before go, others’ never', async () => {
  for (const name of ['turnario-5', 'other', 'turnario-6', 'turnario-7']) stored.set(name, new Map());
  await happen('activate');
  expect([...stored.keys()]).toEqual(['other', 'turnario-6', 'turnario-7']);
});

test('a new version activates only on the page’s message', () => {
  listeners.get('message')?.({ data: 'hello' });
  expect(skipWaiting).not.toHaveBeenCalled();
  listeners.get('message')?.({ data: 'activate' });
  expect(skipWaiting).toHaveBeenCalledOnce();
});
