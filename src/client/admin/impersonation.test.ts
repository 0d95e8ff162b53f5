import { beforeEach, expect, test, vi } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { sessionQuery } from '../auth/session.ts';
import { useCurrentToast } from '../ui/toast.ts';
import { useEndImpersonation, useImpersonation } from './impersonation.ts';

let calls: string[] = [];
let locked: string[] = [];
let answer: () => Response = () => Response.json({});

beforeEach(() => {
  [calls, locked] = [[], []];
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return Promise.resolve(answer());
  });
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, { mode }: LockOptions, work: () => Promise<unknown>) => {
        locked.push(String(mode));
        return work();
      },
    },
  });
});

const ceo = { user: { id: 'ceo' }, isImpersonating: false };
const anna = { user: { id: 'anna' }, isImpersonating: true };

/** A page that the CEO reads as somebody. */
async function open(session: object) {
  const hook = await renderHookAt(
    () => ({ enter: useImpersonation(), leave: useEndImpersonation(), toast: useCurrentToast() }),
    ['/ceo-admin?tab=audit'],
  );
  await hook.act(() => {
    hook.client.setQueryData(sessionQuery.queryKey, session as never);
    hook.client.setQueryData(['notifications'], ['what was read']);
  });
  const left = (): unknown[] => ['session', 'notifications'].map((key) => hook.client.getQueryData([key]));
  return { ...hook, left };
}

type Page = Awaited<ReturnType<typeof open>>;
test.each<[string, object, object, (page: Page) => void, string, string]>([
  [
    'who enters an account',
    ceo,
    anna,
    ({ now }) => now().enter.start('anna'),
    'POST /api/ceo/impersonate/anna',
    '/',
  ],
  [
    'who returns',
    anna,
    ceo,
    ({ now }) => now().leave.start(undefined),
    'POST /api/ceo/stop-impersonation',
    '/ceo-admin?tab=users',
  ],
])('%s finds nothing of what was read before', async (_who, before, after, change, called, address) => {
  answer = () => Response.json(after);
  const page = await open(before);
  await page.act(() => change(page));
  expect(calls).toEqual([called]);
  // the other tabs ask who is signed in once the new cookie is there
  expect(locked).toEqual(['exclusive']);
  expect([page.left(), page.address()]).toEqual([[after, undefined], address]);
});

test.each<[string, (page: Page) => void, string]>([
  [
    'entering an account',
    ({ now }) => now().enter.start('anna'),
    "Impossibile accedere all'account dell'utente",
  ],
  ['returning', ({ now }) => now().leave.start(undefined), 'Non riesco a tornare al tuo account'],
])('%s that is refused changes nothing and is told', async (_what, change, title) => {
  answer = () => Response.json({ message: 'Account disattivato', code: 'x' }, { status: 403 });
  const page = await open(ceo);
  await page.act(() => change(page));
  expect(page.now().toast).toMatchObject({ variant: 'error', title });
  expect([page.left(), page.address()]).toEqual([[ceo, ['what was read']], '/ceo-admin?tab=audit']);
});
