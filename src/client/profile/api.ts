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

/** Saves the profile. A refusal because nobody is signed in is told by the page, which leaves afterwards. */
export const useSaveProfile = (userId: string) =>
  useAction({
    run: (body: ProfileBody) => call('PATCH /api/users/:id', { params: { id: userId }, body }),
    onDone: storeSession,
    meta: { tellsSignOut: true },
  });

export const useSaveTaxiInfo = () =>
  useAction({ run: (body: TaxiInfo) => call('PUT /api/auth/taxi-info', { body }), onDone: storeSession });

/** What other contract hours, or the end of the account, would close; asked anew each time it matters. */
export const openSwapsQuery = (userId: string) => ({
  ...freshQuery(['swaps-at-stake', userId], 'GET /api/users/:id/swaps-at-stake', { params: { id: userId } }),
  gcTime: 0,
});

export const ownSessionsQuery = freshQuery(['own-sessions'], 'GET /api/auth/sessions');

/** Changes the password; the other sessions are gone afterwards. */
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

/** Makes the address of one's calendar, or another one; answered this once. */
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
