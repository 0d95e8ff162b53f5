import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import type { WorksiteSummary } from '../../domain/worksites/schema.ts';
import { sessionQuery } from './session.ts';
import { useRegistration } from './useRegistration.ts';

const [standard, taxi] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];
const worksites = [
  { id: standard, name: 'Sede', variant: 'standard' },
  { id: taxi, name: 'Taxi', variant: 'taxi' },
] as WorksiteSummary[];
const person = {
  firstName: 'Anna',
  lastName: 'Verdi',
  email: 'anna@example.it',
  accessCode: 'codice',
  password: 'Segretissima1!',
  acceptedTerms: true,
};
const ofTaxi = { taxiLicense: '123', phoneNumber: '3331234567' };

let sent: unknown[] = [];
let answer = (): Response => Response.json({});
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answer = () => Response.json({ user: { id: 'u1' } });
  stubStorage(new Map());
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    return answer();
  });
});

async function open(values: object, invited?: Parameters<typeof useRegistration>[1]) {
  const use = () => {
    const registration = useRegistration(worksites, invited);
    return { ...registration, errors: registration.form.formState.errors };
  };
  const hook = await renderHookAt(use, ['/register']);
  await hook.act(() => {
    for (const [name, value] of Object.entries(values))
      hook.now().form.setValue(name as 'email', value as string);
  });
  return {
    ...hook,
    submit: () => hook.act(() => hook.now().submit()),
    /** Goes through all steps and sends. */
    finish: async () => {
      for (let step = 0; step < 3; step += 1) await hook.act(() => hook.now().submit());
    },
  };
}

test('begins empty, as for a standard worksite with eight hours', async () => {
  const { now, submit } = await open({});
  const { role, contractHours, acceptedTerms, ...texts } = now().form.getValues();
  expect([role, contractHours, acceptedTerms, now().variant, now().outcome]).toEqual([
    null,
    8,
    false,
    'standard',
    null,
  ]);
  expect(new Set(Object.values(texts))).toEqual(new Set(['']));
  await submit();
  expect(sent).toEqual([]);
  expect(Object.keys(now().errors).toSorted()).toEqual(['email', 'firstName', 'lastName']);
});

test('goes on where a step is complete, asks for its own fields alone, and back again keeps all', async () => {
  const { now, act, submit } = await open({ ...person, accessCode: '', password: '' });
  expect(now().step).toBe(0);
  await submit();
  expect([now().step, Object.keys(now().errors)]).toEqual([1, []]);
  await submit();
  expect([now().step, Object.keys(now().errors).toSorted()]).toEqual([
    1,
    ['accessCode', 'role', 'worksiteId'],
  ]);
  await act(() => now().goBack());
  expect(now().step).toBe(0);
  expect(now().form.getValues()).toMatchObject({ ...person, accessCode: '', password: '' });
  expect(sent).toEqual([]);
});

test('in a standard worksite role and hours are sent; the first page follows a moment after the success', async () => {
  const work = { worksiteId: standard, role: 'coordinatore', contractHours: 6 };
  const { now, act, finish, client, address } = await open({ ...person, ...work, ...ofTaxi });
  expect(now().variant).toBe('standard');
  await finish();
  expect(sent).toEqual([{ ...person, ...work }]);
  expect([now().outcome, address()]).toEqual([{ kind: 'success' }, '/register']);
  expect(client.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(address()).toBe('/');
  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ user: { id: 'u1' } });
});

test('in the taxi worksite licence and phone are sent, and what all drivers are', async () => {
  const { now, finish } = await open({
    ...person,
    worksiteId: taxi,
    role: 'coordinatore',
    ...ofTaxi,
  });
  expect(now().variant).toBe('taxi');
  await finish();
  expect(sent).toEqual([{ ...person, worksiteId: taxi, role: 'operatore', contractHours: 7, ...ofTaxi }]);
});

const filled = { ...person, worksiteId: standard, role: 'operatore' };
test('a wrong code stands at its field and apart from other refusals', async () => {
  answer = () => Response.json({ message: 'Codice errato', code: 'wrong_access_code' }, { status: 403 });
  const { now, act, finish } = await open(filled);
  await finish();
  expect([now().step, now().outcome]).toEqual([1, { kind: 'wrong-code', text: 'Codice errato' }]);
  expect(now().errors.accessCode?.message).toBe('Codice errato');
  await act(() => now().dismiss());
  expect(now().outcome).toBeNull();
});

test('a refusal of a field is told beside it, on its step, and nowhere else', async () => {
  answer = () =>
    Response.json(
      { message: 'Email già registrata', code: 'email_taken', fields: { email: 'Già usata' } },
      { status: 409 },
    );
  const { now, finish } = await open(filled);
  await finish();
  expect([now().step, now().outcome]).toEqual([0, null]);
  expect([now().errors.email?.message, now().errors.accessCode]).toEqual(['Già usata', undefined]);
});

test('a refusal that is no field’s is told below the last step', async () => {
  answer = () => Response.json({ message: 'Troppi tentativi', code: 'too_many_attempts' }, { status: 429 });
  const { now, finish } = await open(filled);
  await finish();
  expect([now().step, now().outcome]).toEqual([2, { kind: 'failure', text: 'Troppi tentativi' }]);
  expect(now().errors).toEqual({});
  expect(now().form.getValues()).toMatchObject(filled);
});

describe('with an invitation', () => {
  const invitation = { token: 't0ken', worksite: worksites[0]!, waiting: null };

  test('its token is sent instead of a code, to its worksite', async () => {
    const onOver = vi.fn<() => void>();
    const { accessCode: _code, ...invited } = person;
    const { now, finish } = await open(
      { ...person, accessCode: '', role: 'operatore' },
      { invitation, onOver },
    );
    await finish();
    expect(sent).toEqual([
      { ...invited, worksiteId: standard, role: 'operatore', contractHours: 8, invitation: 't0ken' },
    ]);
    expect(now().outcome).toEqual({ kind: 'success' });
    expect(onOver).not.toHaveBeenCalled();
  });

  test('that cannot be used any more: it is said, the code is asked for, what was typed stays', async () => {
    answer = () => Response.json({ message: 'Non più valido', code: 'invitation_over' }, { status: 410 });
    const onOver = vi.fn<() => void>();
    const { now, finish } = await open(
      { ...person, accessCode: '', role: 'operatore' },
      { invitation, onOver },
    );
    await finish();
    expect([now().step, now().outcome]).toEqual([1, { kind: 'failure', text: 'Non più valido' }]);
    expect(onOver).toHaveBeenCalledOnce();
    expect(now().form.getValues()).toMatchObject({ ...person, accessCode: '', worksiteId: standard });
  });
});
