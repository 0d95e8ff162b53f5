import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PasswordLinkAnswer } from '../../domain/auth/ownAccount.ts';
import type { LoginInput, RegistrationBody } from '../../domain/auth/schema.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import type { Session } from '../../domain/users/schema.ts';
import { request } from '../http/request.ts';
import { allowKeeping } from '../offline/keptCalendar.ts';
import { sessionQuery } from './session.ts';

/** Signs in; the app then shows the pages of signed-in people. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: LoginInput) => request<Session>('POST', '/api/auth/login', { body: input }),
    onSuccess: (session, { rememberMe = true }) => {
      allowKeeping(rememberMe);
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
}

/** Registers; the answer is the new person's session. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: RegistrationBody) => request<Session>('POST', '/api/auth/register', { body }),
    // such a session ends with the browser, and so does what it read
    onSuccess: () => allowKeeping(false),
  });
}

/** Sets a password with the token of a single-use link. */
export function useSetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      request<void>('POST', '/api/auth/set-password', { body }),
  });
}

/** Asks for a link to a new password; the answer is the same for every address. */
export function useRequestPasswordLink() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      request<PasswordLinkAnswer>('POST', '/api/auth/request-password-link', { body }),
  });
}

/** Accepts the terms as this page knows them; the answer is the session. */
export function useAcceptTerms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<Session>('POST', '/api/auth/accept-terms', { body: { version: termsVersion } }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery.queryKey, session),
  });
}

export const logout = (): Promise<void> => request('POST', '/api/auth/logout');
