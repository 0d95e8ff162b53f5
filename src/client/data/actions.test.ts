import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import {
  useAcceptTerms,
  useLogin,
  useRegister,
  useRequestPasswordLink,
  useSetPassword,
} from '../auth/api.ts';
import { sessionQuery } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { emailConfigQuery, useMailTest, useRetryAll, useRetryMail, useSaveSettings } from '../mail/api.ts';
import { useMarkAllRead, useMarkRead } from '../notifications/api.ts';
import {
  useChangePassword,
  useDeleteAccount,
  useEndSessions,
  useSaveProfile,
  useSaveTaxiInfo,
} from '../profile/api.ts';
import { currentToast, useCurrentToast } from '../ui/toast.ts';
import { undoBy } from './undo.ts';
import { type Action, useAction } from './useAction.ts';

let calls: { name: string; body: unknown }[] = [];
let answer: () => Promise<Response> = () => Promise.resolve(Response.json({}));
const stored = new Map<string, string>();

beforeEach(() => {
  calls = [];
  stored.clear();
  answer = () => Promise.resolve(Response.json({ user: { id: 'u1' }, retried: 1 }));
  stubStorage(stored);
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    calls.push({
      name: `${method} ${path}`,
      body: body === undefined ? undefined : JSON.parse(body as string),
    });
    return answer();
  });
});

const refused = (status: number, message?: string): Response =>
  Response.json({ message, code: 'invalid_data' }, { status });

interface Startable<Input> {
  start: (input: Input) => void;
  isPending: boolean;
}

/** An action on a screen, with the toast that is shown. */
async function onScreen<Input, Hook extends Startable<Input>>(use: () => Hook & Startable<Input>) {
  const hook = await renderHook(() => ({ action: use(), toast: useCurrentToast() }));
  const invalidate = vi.spyOn(hook.client, 'invalidateQueries').mockResolvedValue();
  const start = (input: Input): Promise<void> => hook.act(() => hook.now().action.start(input));
  return { ...hook, invalidate, start };
}

async function run<Input>(use: () => Startable<Input>, input: Input) {
  const screen = await onScreen<Input, Startable<Input>>(use);
  await screen.start(input);
  return screen;
}

const signIn = { email: 'anna@example.it', password: 'x' };
const nothing = undefined as never;
test.each<[string, () => ReturnType<typeof run<never>>, body?: unknown]>([
  ['POST /api/auth/login', () => run(useLogin, signIn as never), signIn],
  ['POST /api/auth/register', () => run(useRegister, signIn as never), signIn],
  [
    'POST /api/auth/set-password',
    () => run(useSetPassword, { token: 't', password: 'p' }),
    { token: 't', password: 'p' },
  ],
  [
    'POST /api/auth/request-password-link',
    () => run(useRequestPasswordLink, { email: 'a@b.it' }),
    { email: 'a@b.it' },
  ],
  ['POST /api/auth/accept-terms', () => run(useAcceptTerms, nothing), { version: termsVersion }],
  ['PUT /api/email-config', () => run(useSaveSettings, { host: 'h' } as never), { host: 'h' }],
  ['POST /api/test-exchange-email', () => run(useMailTest, nothing)],
  ['POST /api/ceo/mails/retry', () => run(useRetryAll, nothing)],
  [
    'POST /api/ceo/mails/m1/retry',
    () => run(() => useRetryMail(), { id: 'm1', mayArriveTwice: true }),
    { mayArriveTwice: true },
  ],
  ['PATCH /api/notifications/mark-all-read', () => run(useMarkAllRead, 'all')],
  ['PATCH /api/notifications/n1/read', () => run(useMarkRead, 'n1')],
  [
    'PATCH /api/users/u1',
    () => run(() => useSaveProfile('u1'), { firstName: 'A' } as never),
    { firstName: 'A' },
  ],
  [
    'PUT /api/auth/taxi-info',
    () => run(useSaveTaxiInfo, { taxiLicense: '1' } as never),
    { taxiLicense: '1' },
  ],
  ['DELETE /api/users/u1', () => run(() => useDeleteAccount('u1'), 'secret'), { password: 'secret' }],
  ['DELETE /api/auth/sessions', () => run(useEndSessions, null)],
  ['DELETE /api/auth/sessions/s1', () => run(useEndSessions, 's1')],
  [
    'POST /api/auth/change-password',
    () => run(useChangePassword, { currentPassword: 'a', newPassword: 'b' } as never),
    { currentPassword: 'a', newPassword: 'b' },
  ],
])('%s is called once with what was given', async (name, start, body) => {
  await start();
  expect(calls).toEqual([{ name, body }]);
});

test.each([
  [{ ...signIn, rememberMe: true }, null],
  [signIn, null],
  [{ ...signIn, rememberMe: false }, 'no'],
])(
  'who signs in by %o is on the page at once, and this device may keep their calendar or not',
  async (input, kept) => {
    stored.set('turnario.calendar', 'former');
    const { client } = await run(useLogin, input);
    expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: { id: 'u1' } });
    expect(stored.get('turnario.calendar') ?? null).toBe(kept);
  },
);

test('who registers has nothing kept on the device; who accepts the terms has a new session', async () => {
  const registered = await run(useRegister, signIn as never);
  expect(stored.get('turnario.calendar')).toBe('no');
  expect(registered.client.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  await registered.unmount();
  for (const hook of [useAcceptTerms, useSaveTaxiInfo, () => useSaveProfile('u1')]) {
    const { client, unmount } = await run<never>(hook, nothing);
    expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: { id: 'u1' } });
    await unmount();
  }
});

test('a session that is over is told by the page of the profile itself, which keeps what was typed', async () => {
  answer = () => Promise.resolve(refused(401, 'Accedi per continuare.'));
  const { client } = await run(() => useSaveProfile('u1'), { firstName: 'A' } as never);
  expect(client.getMutationCache().getAll()[0]?.meta).toEqual({ tellsSignOut: true });
});

test('saved settings of the mail are shown as the server has them', async () => {
  answer = () => Promise.resolve(Response.json({ isReady: true }));
  const { client } = await run(useSaveSettings, { host: 'h' } as never);
  expect(client.getQueryData(emailConfigQuery.queryKey)).toEqual({ isReady: true });
});

test.each([
  [1, 'Un’email torna in coda'],
  [0, '0 email tornano in coda'],
  [2, '2 email tornano in coda'],
])('%d mails that go back into the queue: %s', async (retried, title) => {
  answer = () => Promise.resolve(Response.json({ retried }));
  const { now, invalidate } = await run(useRetryAll, undefined);
  expect(now().toast).toMatchObject({ variant: 'success', title });
  expect(invalidate).toHaveBeenCalled();
});

test('one mail that goes back, or does not, is told', async () => {
  const onDone = vi.fn<() => void>();
  const { now, start } = await onScreen(() => useRetryMail(onDone));
  await start({ id: 'm1', mayArriveTwice: false });
  expect(now().toast).toMatchObject({ variant: 'success', title: 'L’email torna in coda' });
  answer = () => Promise.resolve(refused(409, 'È già partita'));
  await start({ id: 'm1', mayArriveTwice: false });
  expect(now().toast).toMatchObject({ variant: 'error', title: 'Non rispedita', text: 'È già partita' });
  expect(onDone).toHaveBeenCalledOnce();
});

describe('reading notifications', () => {
  const one = (id: string, isRead: boolean) => ({ id, isRead });
  const pages = [
    { notifications: [one('a', false), one('b', true)], unreadCount: 3 },
    { notifications: [one('c', false), one('d', false)], unreadCount: 3 },
  ];
  const shown = { pages, pageParams: ['', 'next'] };

  test.each([
    ['a', 2, ['b', 'a']],
    ['b', 3, ['b']],
    ['all', 0, ['a', 'b', 'c', 'd']],
  ])('%s is read on the screen before the server answers', async (id, unreadCount, read) => {
    let arrive = (): void => undefined;
    answer = () => new Promise((resolve) => (arrive = () => resolve(Response.json({}))));
    const { client, start, act } = await onScreen<string, ReturnType<typeof useMarkRead>>(
      id === 'all' ? (useMarkAllRead as unknown as typeof useMarkRead) : useMarkRead,
    );
    client.setQueryData(['notifications'], shown);
    await start(id);
    const data = client.getQueryData<typeof shown>(['notifications']);
    expect(data?.pages.map((page) => page.unreadCount)).toEqual([unreadCount, unreadCount]);
    const now = data?.pages.flatMap((page) => page.notifications) ?? [];
    expect(now.map((each) => each.id)).toEqual(['a', 'b', 'c', 'd']);
    expect(now.filter((each) => each.isRead).map((each) => each.id)).toEqual(read.toSorted());
    expect(data?.pageParams).toEqual(['', 'next']);
    await act(arrive);
  });

  test('what the server did not take is unread again on the screen; of all of them it is told', async () => {
    answer = () => Promise.reject(new TypeError('offline'));
    const all = await onScreen(useMarkAllRead);
    all.client.setQueryData(['notifications'], shown);
    await all.start('all');
    expect(all.client.getQueryData(['notifications'])).toEqual(shown);
    expect(all.now().toast).toMatchObject({ variant: 'error', title: 'Notifiche non segnate come lette' });
    const single = await onScreen(useMarkRead);
    const { toast } = single.now();
    single.client.setQueryData(['notifications'], shown);
    await single.start('a');
    expect(single.client.getQueryData(['notifications'])).toEqual(shown);
    expect(single.now().toast).toBe(toast);
  });

  test('a count that is behind never falls below nothing; where none are shown nothing is', async () => {
    const { client, start } = await onScreen(useMarkRead);
    await start('a');
    expect(client.getQueryData(['notifications'])).toBeUndefined();
    client.setQueryData(['notifications'], { pages: [{ ...pages[0]!, unreadCount: 0 }], pageParams: [''] });
    await start('a');
    expect(client.getQueryData<typeof shown>(['notifications'])?.pages[0]?.unreadCount).toBe(0);
  });
});

describe('an action', () => {
  const withAction = (given: Partial<Action<string, string>>) =>
    onScreen(() => useAction<string, string>({ run: (input) => Promise.resolve(`${input}!`), ...given }));

  test('tells its end, and calls what follows in order, with what was given and answered', async () => {
    const order: unknown[] = [];
    const { now, start } = await withAction({
      optimistic: async (_client, input) => {
        order.push(`first ${input}`);
        return () => order.push('taken back');
      },
      done: (text) => ({ title: `Fatto ${text}` }),
      onDone: (text, input) => void order.push(`${text} for ${input}`),
      onRefetched: (text) => order.push(`refetched ${text}`),
    });
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'success', title: 'Fatto x!' });
    expect(order).toEqual(['first x', 'x! for x', 'refetched x!']);
  });

  test.each([
    [399, 0],
    [400, 1],
    [499, 1],
    [500, 0],
    [0, 0],
  ])('a failure with status %d refuses it %d times', async (status, times) => {
    const onRefused = vi.fn<() => void>();
    const error = new HttpError(status, 'No', null);
    const { now, start } = await withAction({
      run: () => Promise.reject(error),
      failed: 'Non fatto',
      onRefused,
    });
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'error', title: 'Non fatto', text: 'No' });
    expect(onRefused).toHaveBeenCalledTimes(times);
  });

  test('a failure of which the server said nothing has the screen’s words, or the usual ones', async () => {
    const fails = () => Promise.reject(new Error('x'));
    for (const [fallback, text] of [
      ['Aspetta.', 'Aspetta.'],
      [undefined, 'Riprova tra poco.'],
    ]) {
      const { now, start, unmount } = await withAction({ run: fails, failed: 'Non fatto', fallback });
      await start('x');
      expect(now().toast).toMatchObject({ title: 'Non fatto', text });
      await unmount();
    }
  });

  test('a failure is no longer told once it is tried again', async () => {
    let isFine = false;
    const { now, start } = await withAction({
      run: () => (isFine ? Promise.resolve('') : Promise.reject(new Error('x'))),
      failed: 'Non fatto',
    });
    await start('x');
    expect(now().toast?.title).toBe('Non fatto');
    isFine = true;
    await start('x');
    expect(now().toast).toBeNull();
  });

  test('a failure that the screen tells shows no toast', async () => {
    const { now, start } = await withAction({ run: () => Promise.reject(new Error('x')) });
    const before = now().toast;
    await start('x');
    expect(now().toast).toBe(before);
  });

  test('a second tap does nothing until the first has ended, well or not', async () => {
    const ends: { well: () => void; badly: () => void }[] = [];
    const under = () =>
      new Promise<string>((resolve, reject) =>
        ends.push({ well: () => resolve(''), badly: () => reject(new Error('x')) }),
      );
    const { start, act } = await withAction({ run: under });
    await start('x');
    await start('x');
    expect(ends).toHaveLength(1);
    await act(() => ends[0]?.well());
    await start('x');
    expect(ends).toHaveLength(2);
    await act(() => ends[1]?.badly());
    await start('x');
    expect(ends).toHaveLength(3);
    await act(() => ends[2]?.well());
  });

  test.each([true, false])(
    'stays pending until what it changes is up to date: ends well %s',
    async (isFine) => {
      let fetched = (): void => undefined;
      const onRefetched = vi.fn<() => void>();
      const { now, start, act, invalidate } = await withAction({
        run: () => (isFine ? Promise.resolve('') : Promise.reject(new Error('x'))),
        changes: ['shifts'],
        onRefetched,
      });
      invalidate.mockImplementation(() => new Promise<void>((resolve) => (fetched = resolve)));
      await start('x');
      expect(now().action.isPending).toBe(true);
      expect(onRefetched).not.toHaveBeenCalled();
      await act(() => fetched());
      expect(now().action.isPending).toBe(false);
      expect(onRefetched).toHaveBeenCalledTimes(isFine ? 1 : 0);
    },
  );
});

describe('what was done can be taken back by its toast', () => {
  const inverse = vi.fn<(text: string) => Promise<number>>();
  const withUndo = () =>
    onScreen(() =>
      useAction<string, string>({
        run: (input) => Promise.resolve(`${input}!`),
        changes: ['shifts'],
        done: () => ({ title: 'Fatto' }),
        undo: undoBy((text) => ({ run: () => inverse(text), done: told })),
      }),
    );
  const told = (count: number) => ({ variant: 'info', title: `${count} tolti` }) as const;
  beforeEach(() => void inverse.mockReset());

  test('which calls its inverse with what was answered, and refetches, although the screen is gone', async () => {
    inverse.mockResolvedValue(2);
    const { start, now, act, client, invalidate, unmount } = await withUndo();
    await start('x');
    const { toast } = now();
    expect(toast).toMatchObject({ variant: 'success', title: 'Fatto' });
    expect(inverse).not.toHaveBeenCalled();
    expect(invalidate).toHaveBeenCalledOnce();
    await unmount();
    await act(() => toast?.undo?.());
    expect(inverse.mock.calls).toEqual([['x!']]);
    expect(invalidate).toHaveBeenCalledTimes(2);
    expect(currentToast()).toMatchObject(told(2));
    expect(client.isMutating()).toBe(0);
  });

  test('or says why that failed', async () => {
    inverse.mockRejectedValue(new HttpError(409, 'Nel frattempo è cambiato.', {}));
    const { start, now, act } = await withUndo();
    await start('x');
    await act(() => now().toast?.undo?.());
    expect(now().toast).toMatchObject({
      variant: 'error',
      title: 'Non è stato possibile annullare',
      text: 'Nel frattempo è cambiato.',
    });
  });

  test('but not before the server has answered, nor after a failure', async () => {
    const { start, now } = await onScreen(() =>
      useAction<string, string>({
        run: () => Promise.reject(new HttpError(0, 'Nessuna risposta', undefined)),
        done: () => ({ title: 'Fatto' }),
        failed: 'Non fatto',
        undo: undoBy(() => ({ run: () => inverse(''), done: 'x' })),
      }),
    );
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'error', title: 'Non fatto', text: 'Nessuna risposta' });
    expect(now().toast?.undo).toBeUndefined();
  });
});
