import { useQuery } from '@tanstack/react-query';
import type { LoginInput, RegistrationBody } from '../../domain/auth/schema.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { allowCaching } from '../data/cachedCalendar.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { storeSession } from './session.ts';

export const useLogin = () =>
  useAction({
    run: (input: LoginInput) => call('POST /api/auth/login', { body: input }),
    onDone: (session, input, client) => {
      allowCaching(input.rememberMe ?? true);
      storeSession(session, input, client);
    },
  });

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /api/auth/invitation', { body: { token }, signal }),
    enabled: token !== '',
    // no refetch while the user types
    staleTime: Infinity,
  });

export const useRegister = () =>
  useAction({
    run: (body: RegistrationBody) => call('POST /api/auth/register', { body }),
    // the session ends with the browser, so nothing may be cached
    onDone: () => allowCaching(false),
  });

export const useSetPassword = () =>
  useAction({
    run: (body: { token: string; password: string }) => call('POST /api/auth/set-password', { body }),
  });

/** Asks for a link to a new password; the answer is the same for every address. */
export const useRequestPasswordLink = () =>
  useAction({ run: (body: { email: string }) => call('POST /api/auth/request-password-link', { body }) });

export const useAcceptTerms = () =>
  useAction({
    run: () => call('POST /api/auth/accept-terms', { body: { version: termsVersion } }),
    failed: 'Non salvato',
    onDone: storeSession,
  });

export const logout = (): Promise<void> => call('POST /api/auth/logout');
