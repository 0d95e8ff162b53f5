import { Link } from 'react-router';
import { AuthIllustrationLine } from './AuthIllustration.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { LoginForm } from './LoginForm.tsx';
import { TapLogo } from './TapLogo.tsx';

/** The way in. */
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
        Prima volta qui?{' '}
        <Link
          to="/register"
          className="inline-flex min-h-11 items-center font-semibold text-accent underline"
        >
          Registrati
        </Link>
      </p>
    </AuthLayout>
  );
}
