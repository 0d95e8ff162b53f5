import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { Session } from '../../../domain/users/schema.ts';
import { SignedInContext } from '../../auth/session.ts';
import { notePushOwner } from '../../data/pushDevice.ts';
import { useAppBadge, useWaiting, useWaitingCount } from './useWaiting.ts';

const [swaps, proposals, approvals, codes] = [
  '/api/exchange-requests/waiting',
  '/api/rosters/proposals',
  '/api/exchange-requests/approvals',
  '/api/operations/page',
];
let asked: string[] = [];
let answers: Record<string, object> = {};
/** A page of codes with these counts. */
const codePage = (counts: object) => ({ operations: [], counts, nextCursor: null });

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = {
    [swaps]: { total: 2 },
    [proposals]: { version: null, days: [] },
    [approvals]: { total: 3 },
    [codes]: codePage({ OPP: 0, Case: 0 }),
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?');
    asked.push(path);
    return Response.json(answers[path]);
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

const person = { id: 'anna', role: 'operatore', isCeo: false, mayApproveSwaps: false, mayReviewCodes: false };
const sessionOf = (user: object, variant = 'standard', isImpersonating = false): Session =>
  ({ user: { ...person, ...user }, worksite: { variant }, isImpersonating }) as Session;

/** Renders the hook and waits for its calls. */
async function open<Answer>(hook: () => Answer, session: Session) {
  const page = await renderHook(hook, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  for (let turn = 0; turn < 3; turn += 1) await page.act(() => undefined);
  return page;
}

test.each<[string, object, string, string[]]>([
  ['an employee', {}, 'standard', [swaps, proposals]],
  ['who approves', { mayApproveSwaps: true }, 'standard', [swaps, proposals, approvals]],
  ['the CEO', { isCeo: true }, 'standard', [swaps, proposals, approvals]],
  ['who reviews codes', { mayReviewCodes: true }, 'standard', [swaps, proposals, codes]],
  ['the same of drivers, who have no codes', { mayReviewCodes: true }, 'taxi', [swaps, proposals]],
  ['an admin', { role: 'admin', mayReviewCodes: true }, 'standard', []],
  ['an admin who approves', { role: 'admin', mayApproveSwaps: true }, 'standard', [approvals]],
])('for %s the server is asked only for what they may answer', async (_who, user, variant, paths) => {
  const { now } = await open(() => useWaiting(), sessionOf(user, variant));
  expect([asked.toSorted(), now().isPending]).toEqual([paths.toSorted(), false]);
});

test('fetches the badge count once the page is idle', async () => {
  const { now, act } = await open(useWaitingCount, sessionOf({}));
  await act(() => vi.advanceTimersByTimeAsync(1499));
  expect([asked, now()]).toEqual([[], undefined]);
  await act(() => vi.advanceTimersByTimeAsync(10));
  await act(() => undefined);
  expect([asked.length, now()]).toEqual([2, { all: 2, swaps: 2 }]);
});

describe('the app badge', () => {
  const badges: number[] = [];
  const look = (visibilityState: string): void => {
    vi.stubGlobal('document', Object.assign(document, { visibilityState }));
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => {
    badges.length = 0;
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
    vi.stubGlobal('navigator', {
      setAppBadge: (count: number) => {
        badges.push(count);
        return Promise.reject(new Error('not installed'));
      },
    });
  });

  test('shows the pending count, and again whenever the page becomes visible', async () => {
    notePushOwner('anna');
    const given: { count?: number } = {};
    const { act, client, unmount } = await open(() => {
      useAppBadge(given.count);
      return useWaitingCount();
    }, sessionOf({}));
    expect(badges).toEqual([]);
    given.count = 3;
    await act(() => vi.advanceTimersByTimeAsync(1600));
    expect(badges).toEqual([3]);
    await act(() => look('hidden'));
    expect(badges).toEqual([3]);
    await act(() => look('visible'));
    expect(badges).toEqual([3, 3]);
    given.count = 0;
    answers = { ...answers, [swaps]: { total: 0 } };
    await act(() => client.invalidateQueries());
    expect(badges).toEqual([3, 3, 0]);
    await unmount();
    look('visible');
    expect(badges).toEqual([3, 3, 0]);
  });

  test.each<[string, string, Session]>([
    ['of somebody else', 'marco', sessionOf({})],
    ['that the CEO reads as its person', 'anna', sessionOf({}, 'standard', true)],
  ])('is not touched in a browser %s', async (_whose, owner, session) => {
    notePushOwner(owner);
    const { act } = await open(() => useAppBadge(3), session);
    await act(() => look('visible'));
    expect(badges).toEqual([]);
  });
});
