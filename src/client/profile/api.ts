import type { ChangePassword } from '../../domain/auth/ownAccount.ts';
import type { BodyOf } from '../../domain/call.ts';
import type { FeedOptions } from '../../domain/shifts/schema.feed.ts';
import type { TaxiInfo } from '../../domain/users/schema.ts';
import { storeSession } from '../auth/session.ts';
import { replacingCookie } from '../auth/sessionCookie.ts';
import { freshQuery } from '../data/callQuery.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { showToast } from '../ui/toast.ts';

export type ProfileBody = BodyOf<'PATCH /api/users/:id'>;

/** Saves the profile. The page itself shows a 401, then redirects. */
export const useSaveProfile = (userId: string) =>
  useAction({
    run: (body: ProfileBody) => call('PATCH /api/users/:id', { params: { id: userId }, body }),
    onDone: storeSession,
    meta: { tellsSignOut: true },
  });

export const useSaveTaxiInfo = () =>
  useAction({ run: (body: TaxiInfo) => call('PUT /api/auth/taxi-info', { body }), onDone: storeSession });

/** Swaps that new contract hours or deleting the account would close; refetched before each use. */
export const openSwapsQuery = (userId: string) => ({
  ...freshQuery(['swaps-at-stake', userId], 'GET /api/users/:id/swaps-at-stake', { params: { id: userId } }),
  gcTime: 0,
});

export const ownSessionsQuery = freshQuery(['own-sessions'], 'GET /api/auth/sessions');

/** Changes the password, which ends the other sessions. */
export const useChangePassword = () =>
  useAction({
    run: (body: ChangePassword) => replacingCookie(() => call('POST /api/auth/change-password', { body })),
    changes: ['own-sessions'],
  });

export const useEndSessions = () =>
  useAction({
    run: (id: string | null) =>
      id === null
        ? call('DELETE /api/auth/sessions')
        : call('DELETE /api/auth/sessions/:id', { params: { id } }),
    changes: ['own-sessions'],
    failed: 'Uscita non riuscita',
    onDone: (_none, id) =>
      void showToast({
        variant: 'success',
        title: id === null ? 'Altri dispositivi scollegati' : 'Dispositivo scollegato',
      }),
  });

export const calendarFeedQuery = freshQuery(['calendar-feed'], 'GET /api/calendar/feed');

/** Creates or replaces the calendar feed's address, returned only once. */
export const useMakeFeed = () =>
  useAction({
    run: (body: FeedOptions) => call('POST /api/calendar/feed', { body }),
    changes: ['calendar-feed'],
  });

export const useEndFeed = () =>
  useAction({ run: () => call('DELETE /api/calendar/feed'), changes: ['calendar-feed'] });

export const useDeleteAccount = (userId: string) =>
  useAction({
    run: (password: string) => call('DELETE /api/users/:id', { params: { id: userId }, body: { password } }),
  });
