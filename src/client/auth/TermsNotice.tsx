import { Link } from 'react-router';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useToast } from '../ui/toast.ts';
import { useAcceptTerms } from './api.ts';
import { useSignedIn } from './session.ts';

/** Asks whoever accepted an earlier version of the terms to accept the present one; nobody is kept from working. */
export function TermsNotice() {
  const { user, isImpersonating } = useSignedIn();
  const toast = useToast();
  const accept = useAcceptTerms();
  if (user.acceptedTerms || user.acceptedTermsAt === null || isImpersonating) return null;
  const press = (): void =>
    accept.mutate(undefined, {
      onError: (error) =>
        toast({ variant: 'error', title: 'Non salvato', text: textOf(error, 'Riprova tra poco.') }),
    });
  return (
    <div className="mb-5">
      <Notice title="I termini sono cambiati">
        <p>
          Leggi{' '}
          <Link to="/terms-conditions" className="font-medium underline">
            che cosa prevedono adesso
          </Link>{' '}
          e accettali quando vuoi.
        </p>
        <Button variant="quiet" size="small" isPending={accept.isPending} onClick={press} className="mt-2">
          Li ho letti e li accetto
        </Button>
      </Notice>
    </div>
  );
}
