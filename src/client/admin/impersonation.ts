import { useNavigate } from 'react-router';
import type { Session } from '../../domain/users/schema.ts';
import { changeSession } from '../auth/session.ts';
import { replacingCookie } from '../auth/sessionCookie.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

export function useImpersonation() {
  return useSessionChange(
    (userId: string) => call('POST /api/ceo/impersonate/:id', { params: { id: userId } }),
    '/',
    "Impossibile accedere all'account dell'utente",
  );
}

export function useEndImpersonation() {
  return useSessionChange(
    () => call('POST /api/ceo/stop-impersonation'),
    '/ceo-admin?tab=users',
    'Non riesco a tornare al tuo account',
  );
}

function useSessionChange<Input>(
  change: (input: Input) => Promise<Session>,
  destination: string,
  failed: string,
) {
  const navigate = useNavigate();
  return useAction({
    run: (input: Input) => replacingCookie(() => change(input)),
    failed,
    onDone: async (session, _input, client) => {
      await changeSession(client, session);
      await navigate(destination);
    },
  });
}
