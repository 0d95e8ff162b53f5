import { useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Link, useLocation } from 'react-router';
import type { OpenedInvitation } from '../../domain/rosters/schema.invitations.ts';
import { waitingText } from '../../domain/rosters/texts.it.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { textOf } from '../http/httpError.ts';
import { Logo } from '../ui/Logo.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useWorksites } from '../worksites/api.ts';
import { useInvitation } from './api.ts';
import { AuthLayout, TextLink } from './AuthLayout.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';

/** Registration; the URL's fragment is an invitation. */
export default function RegisterPage() {
  const list = useWorksites();
  const { data: worksites } = list;
  const { hash } = useLocation();
  const token = hash.slice(1);
  const opening = useInvitation(token);
  const [isOver, setOver] = useState(false);
  const invitation = opening.data && !isOver ? { ...opening.data, token } : null;
  return (
    <AuthLayout
      lead={
        invitation
          ? `Hai un invito per ${invitation.worksite.name}.`
          : 'Ti serve il codice di accesso del tuo cantiere.'
      }
      logo={
        <Link to="/login" aria-label="Turnario, torna all’accesso" className="-ml-1 flex rounded-md p-1">
          <Logo isOnPanel />
        </Link>
      }
      footer={
        <p className="text-center">
          Hai già un account? <TextLink to="/login">Accedi</TextLink>
        </p>
      }
    >
      {invitation?.waiting ? (
        <div className="mb-6">
          <Notice title={awaiting(invitation.waiting)}>
            Li trovi nella Home appena ti registri: decidi tu se accettarli.
          </Notice>
        </div>
      ) : null}
      {opening.error ? (
        <div className="mb-6">
          <Notice variant="danger">
            {textOf(opening.error, 'L’invito non si legge. Puoi continuare con il codice del cantiere.')}
          </Notice>
        </div>
      ) : null}
      {worksites && worksites.length > 0 && !opening.isLoading ? (
        <I18nProvider locale="it-IT">
          <RegistrationForm
            worksites={worksites}
            invitation={invitation}
            onInvitationOver={() => setOver(true)}
          />
        </I18nProvider>
      ) : null}
      {worksites?.length === 0 ? (
        <Notice title="Nessun cantiere è aperto alle registrazioni">
          Chiedi a chi amministra il tuo cantiere quando sarà possibile.
        </Notice>
      ) : null}
      {worksites && opening.isLoading ? loading : null}
      <QueryStatus query={list} failed="Non riesco a leggere l’elenco dei cantieri.">
        {loading}
      </QueryStatus>
    </AuthLayout>
  );
}

const loading = <SkeletonList count={6} className="h-16" />;

/** 'Ti aspettano 22 turni dal 1 al 31 dicembre' */
const awaiting = (waiting: NonNullable<OpenedInvitation['waiting']>): string =>
  `${waiting.shifts === 1 ? 'Ti aspetta' : 'Ti aspettano'} ${waitingText(waiting)}`;
