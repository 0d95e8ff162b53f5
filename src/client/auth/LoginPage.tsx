import { Suspense, useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { LoginInput } from '../../domain/auth/schema.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useLogin } from './api.ts';
import { AuthIllustrationLine } from './AuthIllustration.tsx';
import { AuthLayout, TextLink } from './AuthLayout.tsx';

export default function LoginPage() {
  return (
    <AuthLayout
      lead={
        <>
          <span className="block">Il tuo cambio turno diventa semplice</span>
          <span className="mt-1 block text-body">
            Segni i tuoi turni, ne chiedi lo scambio, un collega accetta: il calendario si aggiorna da solo.
          </span>
        </>
      }
      logo={<TapLogo />}
      preview={<AuthIllustrationLine />}
      footer={
        <Link
          to="/terms-conditions"
          className="inline-flex min-h-11 items-center text-caption text-soft underline hover:text-accent"
        >
          Termini, privacy e responsabilità
        </Link>
      }
    >
      <LoginForm />
      <p className="mt-6 text-center">
        Prima volta qui? <TextLink to="/register">Registrati</TextLink>
      </p>
    </AuthLayout>
  );
}

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
function LoginForm() {
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

const tapsNeeded = 7;
const forgottenAfter = 60_000;

/** The logo of the login page: seven taps within a minute of the first lead to the CEO's panel. */
function TapLogo() {
  const navigate = useNavigate();
  const [taps, setTaps] = useState(0);
  const isCounting = taps > 0;

  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(() => setTaps(0), forgottenAfter);
    return () => clearTimeout(timer);
  }, [isCounting]);

  const tap = () => {
    const isLast = taps + 1 === tapsNeeded;
    setTaps(isLast ? 0 : taps + 1);
    if (isLast) void navigate('/ceo-admin');
  };

  return (
    <div className="relative">
      <button type="button" onClick={tap} className="-ml-1 flex rounded-md p-1 active:translate-y-px">
        <Logo isOnPanel />
      </button>
      <span role="status" className="absolute top-1/2 left-full ml-3 -translate-y-1/2 whitespace-nowrap">
        {isCounting ? (
          <span
            role="tooltip"
            className="tabular block rounded-sm bg-ink px-2 py-1 text-caption font-medium text-ground"
          >
            Cliccato {taps}/{tapsNeeded} volte
          </span>
        ) : null}
      </span>
    </div>
  );
}
