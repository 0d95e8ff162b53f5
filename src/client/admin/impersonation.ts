import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Session } from '../../domain/users/schema.ts';
import { changeSession } from '../auth/session.ts';
import { replacingCookie } from '../auth/sessionCookie.ts';
import { textOf } from '../http/httpError.ts';
import { request } from '../http/request.ts';
import { useToast } from '../ui/toast.ts';

/** Enters a person's account; everything read as the CEO is forgotten, and the person's home opens. */
export function useImpersonation() {
  return useSessionChange(
    (userId: string) => request<Session>('POST', `/api/ceo/impersonate/${userId}`),
    '/',
    'Impossibile accedere all’account dell’utente',
  );
}

/** Returns to the CEO's own account, and to the panel. */
export function useReturn() {
  return useSessionChange(
    () => request<Session>('POST', '/api/ceo/stop-impersonation'),
    '/ceo-admin?tab=users',
    'Non riesco a tornare al tuo account',
  );
}

function useSessionChange<Input>(
  change: (input: Input) => Promise<Session>,
  destination: string,
  failed: string,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    mutationFn: (input: Input) => replacingCookie(() => change(input)),
    onSuccess: async (session) => {
      await changeSession(client, session);
      await navigate(destination);
    },
    onError: (error) => toast({ variant: 'error', title: failed, text: textOf(error, 'Riprova tra poco.') }),
  });
}
