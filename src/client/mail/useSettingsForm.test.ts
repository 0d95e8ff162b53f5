import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { mailTestTexts } from '../../domain/mail/schema.ts';
import { useCurrentToast } from '../ui/toast.ts';
import { type SavedSettings, useSettingsForm } from './useSettingsForm.ts';

let saves: unknown[] = [];
let answer = (): Response => Response.json({});
beforeEach(() => {
  saves = [];
  answer = () => Response.json({});
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    saves.push(JSON.parse(body as string));
    return answer();
  });
});

const saved: SavedSettings = {
  account: 'turni@gmail.com',
  host: 'smtp.gmail.com',
  port: 465,
  isTls: true,
  isPasswordReadable: true,
  updatedAt: '2026-11-20T10:00:00.000Z',
};
const own = {
  account: 'turni@example.it',
  password: 'segreta',
  host: 'smtp.example.it',
  port: 587,
  isTls: false,
};

async function open(of: SavedSettings | null) {
  const hook = await renderHook(() => {
    const settings = useSettingsForm(of);
    // read while it is rendered, as a screen does
    const { isDirty, errors } = settings.form.formState;
    return { ...settings, isDirty, errors, toast: useCurrentToast() };
  });
  const fill = (values: Partial<typeof own>): Promise<void> =>
    hook.act(() => {
      for (const [name, value] of Object.entries(values)) {
        hook.now().form.setValue(name as keyof typeof own, value, { shouldDirty: true });
      }
    });
  const values = () => hook.now().form.getValues();
  return { ...hook, fill, values };
}

test('begins with what is saved, without the password, and names the provider', async () => {
  const { values, now } = await open(saved);
  expect(values()).toEqual({
    account: 'turni@gmail.com',
    password: '',
    host: 'smtp.gmail.com',
    port: 465,
    isTls: true,
  });
  expect(now().provider).toBe('gmail');
});

test('begins empty, for no provider yet', async () => {
  const { values, now } = await open(null);
  expect(values()).toEqual({ account: '', password: '', host: '', port: Number.NaN, isTls: true });
  expect(now().provider).toBeNull();
});

describe('the provider', () => {
  test('is guessed from the address as long as nobody chose one', async () => {
    const { fill, act, now, values } = await open(null);
    await fill({ account: 'turni@example.it' });
    await act(() => now().guessProvider());
    expect(now().provider).toBeNull();
    await fill({ account: 'turni@gmail.com' });
    await act(() => now().guessProvider());
    expect([now().provider, values().host, values().port, values().isTls]).toEqual([
      'gmail',
      'smtp.gmail.com',
      465,
      true,
    ]);
    await fill({ account: 'turni@outlook.com' });
    await act(() => now().guessProvider());
    expect(now().provider).toBe('gmail');
    expect(now().isDirty).toBe(true);
  });

  test('is another one by hand, which no address changes', async () => {
    const { fill, act, now, values } = await open(null);
    await act(() => now().chooseProvider('altro'));
    await fill({ account: 'turni@gmail.com' });
    await act(() => now().guessProvider());
    expect([now().provider, values().host]).toEqual(['altro', '']);
    await act(() => now().chooseProvider('gmail'));
    expect([now().provider, values().host]).toEqual(['gmail', 'smtp.gmail.com']);
  });

  test('is the one whose server stands there', async () => {
    const { fill, now } = await open(saved);
    await fill({ host: 'smtp.example.it' });
    expect(now().provider).toBe('altro');
  });
});

describe('saving', () => {
  test('sends what is filled in, says so, and forgets the password', async () => {
    const { fill, act, now, values } = await open(null);
    await fill(own);
    await act(() => now().submit());
    expect(saves).toEqual([own]);
    expect(now().toast).toMatchObject({
      variant: 'success',
      title: 'Impostazioni salvate',
      text: 'Le email in coda partono adesso.',
    });
    expect(values()).toEqual({ ...own, password: '' });
    expect(now().isDirty).toBe(false);
  });

  test('sends nothing that the server would refuse', async () => {
    const { fill, act, now } = await open(null);
    await fill({ ...own, port: 70_000 });
    await act(() => now().submit());
    expect(saves).toEqual([]);
    expect(now().errors.port?.message).toBe('La porta è un numero da 1 a 65535');
  });

  test('a refusal stands at its field, and nowhere else', async () => {
    const { fill, act, now, values } = await open(null);
    await fill(own);
    answer = () =>
      Response.json(
        { message: 'Non valido', code: 'invalid_data', fields: { host: 'Non c’è' } },
        { status: 400 },
      );
    const { toast } = now();
    await act(() => now().submit());
    expect(now().errors.host?.message).toBe('Non c’è');
    expect(now().toast).toBe(toast);
    expect(values().password).toBe('segreta');
  });

  test('a refusal that is of no field is told', async () => {
    const { fill, act, now } = await open(null);
    await fill(own);
    answer = () => Response.json({ message: 'Non ora', code: 'overloaded' }, { status: 503 });
    await act(() => now().submit());
    const title = 'Impostazioni non salvate';
    expect(now().toast).toMatchObject({ variant: 'error', title, text: 'Non ora' });
  });
});

describe('a test', () => {
  test('of what is saved and unchanged runs at once', async () => {
    const { act, now } = await open(saved);
    const run = vi.fn<() => void>();
    await act(() => now().test(run));
    expect([saves.length, run.mock.calls.length]).toEqual([0, 1]);
  });

  test('of what was changed saves it before, and does not run where that fails', async () => {
    const { fill, act, now } = await open(null);
    const run = vi.fn<() => void>(() => expect(saves).toHaveLength(1));
    await fill(own);
    await act(() => now().test(run));
    expect(run).toHaveBeenCalledOnce();
    await fill({ account: 'altri@example.it', password: 'x' });
    answer = () => Response.json({ message: 'No', code: 'x' }, { status: 500 });
    await act(() => now().test(run));
    expect([saves.length, run.mock.calls.length]).toEqual([2, 1]);
  });

  test.each<[string, SavedSettings | null, Partial<typeof own>, isMissing: boolean]>([
    ['nothing is saved and no password typed', null, { ...own, password: '' }, true],
    ['the saved password cannot be read', { ...saved, isPasswordReadable: false }, {}, true],
    ['the saved password is for an account that is blank now', saved, { account: ' ' }, true],
    ['nothing is there at all', null, {}, true],
    ['the account is blank and the password typed', null, { ...own, account: '' }, true],
    ['a password is typed for the first time', null, own, false],
  ])('where %s asks for both: %o', async (_case, of, values, isMissing) => {
    const { fill, act, now } = await open(of);
    const run = vi.fn<() => void>();
    await fill(values);
    await act(() => now().test(run));
    const said = Object.values(now().errors).map(({ message }) => message);
    expect(said).toEqual(isMissing ? [mailTestTexts.missing] : []);
    expect(run).toHaveBeenCalledTimes(isMissing ? 0 : 1);
  });
});
