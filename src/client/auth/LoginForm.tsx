import { Suspense, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { LoginInput } from '../../domain/auth/schema.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useLogin } from './api.ts';

const RefusalDialog = lazyWithPreload(() => import('./RefusalDialog.tsx'));

/** The checks come when somebody turns to the form: their library is a sixth of all that this page would load. */
const loadResolver = () => import('./loginResolver.ts');
const fetchChecks = (): void => void loadResolver().catch(() => null);

const resolver: Resolver<LoginInput> = async (values, context, options) => {
  const loaded = await loadResolver().catch(() => null);
  // Without them the server still checks.
  return loaded ? loaded.loginResolver(values, context, options) : { values, errors: {} };
};

const wrongCredentials = 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.';

/** E-mail, password, and whether to stay signed in. What was typed stays after a refusal. */
export function LoginForm() {
  const login = useLogin();
  const [refusal, setRefusal] = useState<string | null>(null);
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setFocus, getValues } = useForm<LoginInput>({
    resolver,
    defaultValues: { email: '', password: '', rememberMe: true },
  });

  const submit = handleSubmit(async (input) => {
    // Loaded while the server thinks: a refusal should not have to wait for it.
    RefusalDialog.preload();
    await login.mutateAsync(input).catch((error: unknown) => setRefusal(textOf(error, wrongCredentials)));
  });

  const close = () => {
    setRefusal(null);
    setFocus('password');
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        onFocus={fetchChecks}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        onFocus={fetchChecks}
        {...register('password')}
      />
      <Checkbox {...register('rememberMe')}>Ricordami su questo dispositivo</Checkbox>
      <Button type="submit" isPending={login.isPending}>
        Accedi
      </Button>
      <Link
        to="/password-dimenticata"
        onClick={(event) => {
          event.preventDefault();
          // what was typed need not be typed again
          void navigate('/password-dimenticata', { state: { email: getValues('email') } });
        }}
        className="inline-flex min-h-11 items-center self-center font-medium text-accent underline"
      >
        Password dimenticata?
      </Link>
      {refusal === null ? null : (
        <Suspense>
          <RefusalDialog title="Accesso Non Consentito" onClose={close}>
            <p>{refusal}</p>
          </RefusalDialog>
        </Suspense>
      )}
    </form>
  );
}
