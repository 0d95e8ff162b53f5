import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { LoginInput } from '../../domain/auth/schema.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useLogin } from './api.ts';
import { AuthIllustrationLine } from './AuthIllustration.tsx';
import { AuthLayout, TextLink } from './AuthLayout.tsx';
import type { LoginErrors } from './loginErrors.ts';
import { RefusalDialog } from './RefusalDialog.tsx';

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

/** Validation loads on first interaction: its library is a sixth of this page's code. */
const loadChecks = () => import('./loginErrors.ts');
const fetchChecks = (): void => void loadChecks().catch(() => null);

/** If the code cannot be loaded, the server still validates. */
async function errorsOf(input: LoginInput): Promise<LoginErrors> {
  const loaded = await loadChecks().catch(() => null);
  return loaded ? loaded.loginErrors(input) : {};
}

function inputOf(form: HTMLFormElement): LoginInput {
  const values = new FormData(form);
  const typed = (name: string): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: typed('email'), password: typed('password'), rememberMe: values.has('rememberMe') };
}

/** Shown if the response has no message. */
const failed = 'L’accesso non è riuscito: Turnario non risponde. Riprova tra poco.';

/** E-mail, password and 'remember me'; keeps the input after a refusal. */
function LoginForm() {
  const login = useLogin();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [errors, setErrors] = useState<LoginErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const focus = (name: string): void => {
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const input = inputOf(event.currentTarget);
    const found = await errorsOf(input);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) focus(first);
    else login.start(input, { onError: (error) => setRefusal(textOf(error, failed)) });
  };
  const close = () => {
    setRefusal(null);
    focus('password');
  };
  const field = (name: 'email' | 'password') => ({
    name,
    error: errors[name],
    onFocus: fetchChecks,
    onInput: () => setErrors(({ [name]: _typed, ...others }) => others),
  });

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Checkbox name="rememberMe" defaultChecked>
        Ricordami su questo dispositivo
      </Checkbox>
      <Button type="submit" isPending={login.isPending}>
        Accedi
      </Button>
      <Link
        to="/password-dimenticata"
        onClick={(event) => {
          event.preventDefault();
          // pass on the typed address
          const email = form.current ? inputOf(form.current).email : '';
          void navigate('/password-dimenticata', { state: { email } });
        }}
        className="inline-flex min-h-11 items-center self-center font-medium text-accent underline"
      >
        Password dimenticata?
      </Link>
      {refusal === null ? null : (
        <RefusalDialog title="Accesso Non Consentito" onClose={close}>
          <p>{refusal}</p>
        </RefusalDialog>
      )}
    </form>
  );
}

const tapsNeeded = 7;
const forgottenAfter = 60_000;

/** The login page's logo; seven taps within a minute open the CEO's panel. */
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
