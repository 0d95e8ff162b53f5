import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type MailSubject, subjectNames } from '../../domain/mail/news.ts';
import { AuthLayout } from '../auth/AuthLayout.tsx';
import { callQuery } from '../data/callQuery.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { call } from '../http/request.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** `/disiscrizione`: unsubscribes from the link's kind of mail after confirmation. */
export default function UnsubscribePage() {
  const [parameters] = useSearchParams();
  return (
    <AuthLayout>
      <Question token={parameters.get('token') ?? ''} />
    </AuthLayout>
  );
}

function Question({ token }: { token: string }) {
  const asked = useQuery({
    ...callQuery(['unsubscribe', token], 'GET /api/unsubscribe', { query: { token } }),
    retry: false,
  });
  const end = useMutation({ mutationFn: () => call('POST /api/unsubscribe', { query: { token } }) });
  const error = asked.error ?? end.error;
  if (error && isUnknown(error)) {
    return (
      <Notice variant="danger" title="Questo link non vale">
        <p className="mb-3">Aprilo intero, come ti è arrivato, oppure scegli le email dal tuo profilo.</p>
        <ProfileLink />
      </Notice>
    );
  }
  if (error && !asked.data) {
    return <Notice variant="danger">{textOf(error, 'Il link non si apre. Riprova tra poco.')}</Notice>;
  }
  if (!asked.data) return <Skeleton className="h-32" />;
  const names = namesOf(asked.data.subjects);
  if (end.isSuccess || asked.data.isOff) {
    return (
      <div className="flex flex-col gap-4">
        <Notice variant="success" title="Fatto">
          Non ti scriviamo più per: {names}. Le novità restano nella campanella di Turnario.
        </Notice>
        <ProfileLink />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        Non vuoi più ricevere email per: <strong>{names}</strong>?
      </p>
      {end.error ? (
        <Notice variant="danger">{textOf(end.error, 'Non è andata. Riprova tra poco.')}</Notice>
      ) : null}
      <Button isPending={end.isPending} onClick={() => end.mutate()}>
        Non scrivermi più
      </Button>
      <ProfileLink />
    </div>
  );
}

const isUnknown = (error: Error): boolean => error instanceof HttpError && [400, 404].includes(error.status);

const namesOf = (subjects: readonly MailSubject[]): string =>
  subjects.map((subject) => subjectNames[subject].name.toLowerCase()).join(', ');

const ProfileLink = () => (
  <LinkButton to="/profile/notifiche" variant="quiet">
    Scegli dal profilo
  </LinkButton>
);
