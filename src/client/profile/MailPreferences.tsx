import { useQuery } from '@tanstack/react-query';
import { mailSubjects, type MailPreferences as Preferences, subjectNames } from '../../domain/mail/news.ts';
import { freshQuery } from '../data/callQuery.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { showChange, useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { SubjectSwitches } from './PushPreferences.tsx';

const mailPreferencesQuery = freshQuery(['push', 'mails'], 'GET /api/mail-preferences');

export function MailPreferences() {
  const state = useQuery(mailPreferencesQuery);
  const change = useChangePreferences();
  if (!state.data) {
    return (
      <QueryStatus query={state} failed="Le email non si vedono. Riprova.">
        <SkeletonList count={1} className="h-24" label="Carico le email" />
      </QueryStatus>
    );
  }
  const { subjectsOff, isReady } = state.data;
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 font-semibold">Email senza dispositivi attivi</legend>
      <p className="text-caption text-soft">
        {isReady
          ? 'Se nessun dispositivo riceve le notifiche, ti scriviamo: una sola email ogni quarto d’ora.'
          : 'Per ora Turnario non ha una casella da cui spedire: le email non partono.'}
      </p>
      <SubjectSwitches
        subjects={mailSubjects}
        names={subjectNames}
        off={subjectsOff}
        onChange={(off) => change.mutate({ subjectsOff: off })}
      />
    </fieldset>
  );
}

const useChangePreferences = () =>
  useAction({
    run: (body: Preferences) => call('PUT /api/mail-preferences', { body, keepalive: true }),
    changes: ['push'],
    optimistic: (client, preferences) =>
      showChange(client, mailPreferencesQuery.queryKey, (state: Preferences) => ({
        ...state,
        ...preferences,
      })),
    failed: 'Scelta non salvata',
    fallback: 'Riprova tra poco.',
  });
