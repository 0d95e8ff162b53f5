import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChangePassword, OwnSession } from '../../domain/auth/ownAccount.ts';
import type { Session, SwapsAtStake, TaxiInfo, updateProfileSchema } from '../../domain/users/schema.ts';
import { sessionQuery } from '../auth/session.ts';
import { replacingCookie } from '../auth/sessionCookie.ts';
import { request } from '../http/request.ts';

export type ProfileBody = z.input<typeof updateProfileSchema>;

/** Saves the profile. A refusal because nobody is signed in is told by the page, which leaves afterwards. */
export function useSaveProfile(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileBody) => request<Session>('PATCH', `/api/users/${userId}`, { body }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery.queryKey, session),
    meta: { tellsSignOut: true },
  });
}

export function useSaveTaxiInfo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TaxiInfo) => request<Session>('PUT', '/api/auth/taxi-info', { body }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery.queryKey, session),
  });
}

/** What other contract hours, or the end of the account, would close; asked anew each time it matters. */
export const stakeQuery = (userId: string) =>
  queryOptions({
    queryKey: ['swaps-at-stake', userId],
    queryFn: ({ signal }) => request<SwapsAtStake>('GET', `/api/users/${userId}/swaps-at-stake`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => request<OwnSession[]>('GET', '/api/auth/sessions', { signal }),
  staleTime: 0,
});

/** Changes the password; the other sessions are gone afterwards. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePassword) =>
      replacingCookie(() => request<void>('POST', '/api/auth/change-password', { body })),
    onSuccess: () => queryClient.invalidateQueries(ownSessionsQuery),
  });
}

/** Ends one session of the account, or with null all but this one. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      request<void>('DELETE', id === null ? '/api/auth/sessions' : `/api/auth/sessions/${id}`),
    // also after a refusal: it may have ended by itself
    onSettled: () => queryClient.invalidateQueries(ownSessionsQuery),
  });
}

export function useDeleteAccount(userId: string) {
  return useMutation({
    mutationFn: (password: string) => request<void>('DELETE', `/api/users/${userId}`, { body: { password } }),
  });
}
