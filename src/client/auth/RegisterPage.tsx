import { Link } from 'react-router';
import { textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useWorksites } from '../worksites/api.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';

/** A new account. */
export default function RegisterPage() {
  const { data: worksites, error, refetch, isFetching } = useWorksites();
  return (
    <AuthLayout
      lead="Ti serve il codice di accesso del tuo cantiere."
      logo={
        <Link to="/login" aria-label="Turnario, torna all’accesso" className="-ml-1 flex rounded-md p-1">
          <Logo isOnPanel />
        </Link>
      }
      footer={
        <p className="text-center">
          Hai già un account?{' '}
          <Link to="/login" className="inline-flex min-h-11 items-center font-semibold text-accent underline">
            Accedi
          </Link>
        </p>
      }
    >
      {worksites && worksites.length > 0 ? <RegistrationForm worksites={worksites} /> : null}
      {worksites?.length === 0 ? (
        <Notice title="Nessun cantiere è aperto alle registrazioni">
          Chiedi a chi amministra il tuo cantiere quando sarà possibile.
        </Notice>
      ) : null}
      {!worksites && !error ? <SkeletonList count={6} className="h-16" /> : null}
      {!worksites && error ? (
        <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
          {textOf(error, 'Non riesco a leggere l’elenco dei cantieri.')}
        </ErrorState>
      ) : null}
    </AuthLayout>
  );
}
