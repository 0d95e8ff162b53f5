import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { useCurrentToast } from '../ui/toast.ts';
import { useProfileForm } from './useProfileForm.ts';

const user = {
  id: 'u1',
  firstName: 'Anna',
  lastName: 'Verdi',
  contractHours: 8,
  enableFlexibleShifts: false,
};
const session = { user, worksite: { variant: 'standard' } } as Session;
const none = { requests: 0, offers: 0 };

let saves: unknown[] = [];
let answer = (): Response => Response.json({ user });
let swaps = (): Response => Response.json(none);
beforeEach(() => {
  saves = [];
  answer = () => Response.json({ user });
  swaps = () => Response.json(none);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return swaps();
    saves.push({ path, ...(JSON.parse(body as string) as object) });
    return answer();
  });
});

async function open(asksCode: boolean) {
  const use = () => {
    const profile = useProfileForm({ asksCode });
    return { ...profile, errors: profile.form.formState.errors, toast: useCurrentToast() };
  };
  const hook = await renderHookAt(use, ['/profile'], (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  const choose = async (contractHours: number): Promise<void> => {
    await hook.act(() => hook.now().form.setValue('contractHours', contractHours));
    // what it would close is asked for once the choice is drawn
    await hook.act(() => undefined);
  };
  return { ...hook, choose };
}
const profile = { firstName: 'Anna', lastName: 'Verdi', contractHours: 8, enableFlexibleShifts: false };

test.each([
  [true, { ...profile, accessCode: 'codice' }],
  [false, profile],
])('sends what is filled in, with the code where it is asked for: %s', async (asksCode, body) => {
  const { now, act } = await open(asksCode);
  await act(() => now().form.setValue('accessCode', 'codice'));
  await act(() => now().submit());
  expect(saves).toEqual([{ path: '/api/users/u1', ...body }]);
  expect(now().toast).toMatchObject({ variant: 'success', title: 'Profilo aggiornato!' });
  expect(now().form.getValues('accessCode')).toBe('');
});

test('other hours that close swaps are saved once that was confirmed', async () => {
  swaps = () => Response.json({ requests: 1, offers: 0 });
  const { now, act, choose } = await open(false);
  expect([now().effects, now().toConfirm, now().typedHours]).toEqual([null, null, 8]);
  await choose(6);
  expect(now().typedHours).toBe(6);
  const effects = now().effects;
  expect(effects).not.toBeNull();
  await act(() => now().submit());
  expect([saves, now().toConfirm]).toEqual([[], effects]);
  await act(() => now().dismiss());
  expect(now().toConfirm).toBeNull();
  await act(() => now().submit());
  await act(() => now().send());
  expect(saves).toMatchObject([{ contractHours: 6 }]);
  expect(now().toConfirm).toBeNull();
});

test('other hours that close nothing are saved at once, and not where that cannot be known', async () => {
  const { now, act, choose } = await open(false);
  await choose(6);
  expect(now().effects).toBeNull();
  await act(() => now().submit());
  expect(saves).toHaveLength(1);
  await choose(7);
  swaps = () => Response.json({ message: 'Occupato', code: 'overloaded' }, { status: 503 });
  await act(() => now().submit());
  expect([saves.length, now().failure]).toEqual([1, 'Occupato']);
});

test('a refusal is told, and stands at its field', async () => {
  answer = () =>
    Response.json({ message: 'Codice errato', code: 'x', fields: { accessCode: 'Errato' } }, { status: 400 });
  const { now, act } = await open(true);
  await act(() => now().submit());
  expect([now().failure, now().errors.accessCode?.message]).toEqual(['Codice errato', 'Errato']);
  await act(() => now().dismiss());
  expect(now().failure).toBeNull();
});

test('who turns out to be signed out is told, and led to the login after two seconds', async () => {
  vi.useFakeTimers();
  answer = () => Response.json({ message: 'no', code: 'x' }, { status: 401 });
  const { now, act, address } = await open(false);
  await act(() => now().submit());
  expect(now().failure).toBe('La sessione è scaduta: tra un attimo torni alla pagina di accesso.');
  await act(() => vi.advanceTimersByTimeAsync(1990));
  expect(address()).toBe('/profile');
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(address()).toBe('/login');
});
