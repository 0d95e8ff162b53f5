import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { sessionQuery } from '../auth/session.ts';
import * as api from './api.ts';

let calls: { name: string; body: unknown }[] = [];
beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    calls.push({ name: `${method} ${path}`, body: typeof body === 'string' ? JSON.parse(body) : null });
    return Response.json({ user: { id: 'anna' } });
  });
  vi.stubGlobal('navigator', {});
});

const lists = { sessions: api.ownSessionsQuery.queryKey, feed: api.calendarFeedQuery.queryKey };

/** The page of a profile, on which sessions and the address of the calendar are read. */
async function open() {
  const hook = await renderHook(() => ({
    save: api.useSaveProfile('anna'),
    saveTaxi: api.useSaveTaxiInfo(),
    changePassword: api.useChangePassword(),
    endSessions: api.useEndSessions(),
    makeFeed: api.useMakeFeed(),
    endFeed: api.useEndFeed(),
    remove: api.useDeleteAccount('anna'),
  }));
  for (const key of Object.values(lists)) hook.client.setQueryData(key, [] as never);
  const isOld = (list: keyof typeof lists) => hook.client.getQueryState(lists[list])?.isInvalidated;
  return {
    ...hook,
    old: () => (['sessions', 'feed'] as const).filter(isOld),
    session: () => hook.client.getQueryData(sessionQuery.queryKey),
  };
}
type Page = ReturnType<Awaited<ReturnType<typeof open>>['now']>;

const profile = { firstName: 'Anna' };
const taxi = { field: 'taxiLicense', value: '12' } as const;
const passwords = { currentPassword: 'prima', newPassword: 'dopo' };
test.each<[string, (page: Page) => void, unknown, old: string[], storesSession: boolean]>([
  ['PATCH /api/users/anna', ({ save }) => save.start(profile as never), profile, [], true],
  ['PUT /api/auth/taxi-info', ({ saveTaxi }) => saveTaxi.start(taxi), taxi, [], true],
  [
    'POST /api/auth/change-password',
    ({ changePassword }) => changePassword.start(passwords as never),
    passwords,
    ['sessions'],
    false,
  ],
  ['DELETE /api/auth/sessions', ({ endSessions }) => endSessions.start(null), null, ['sessions'], false],
  ['DELETE /api/auth/sessions/s1', ({ endSessions }) => endSessions.start('s1'), null, ['sessions'], false],
  ['POST /api/calendar/feed', ({ makeFeed }) => makeFeed.start({} as never), {}, ['feed'], false],
  ['DELETE /api/calendar/feed', ({ endFeed }) => endFeed.start(undefined), null, ['feed'], false],
  ['DELETE /api/users/anna', ({ remove }) => remove.start('segreta'), { password: 'segreta' }, [], false],
])('%s: what it changes is read again', async (name, start, body, old, storesSession) => {
  const page = await open();
  await page.act(() => start(page.now()));
  expect(calls).toEqual([{ name, body }]);
  expect(page.old()).toEqual(old);
  expect(page.session()).toEqual(storesSession ? { user: { id: 'anna' } } : undefined);
});
