import { receivedFor } from '../../domain/exchanges/handover.ts';
import type { OwnData } from '../../domain/users/ownData.ts';
import { listOwnSessions } from '../auth/queries.sessions.ts';
import { listCompletedSwaps } from '../exchanges/queries.completed.ts';
import { findSubjectsOff } from '../mail/queries.preferences.ts';
import { withSubject } from '../mail/queries.source.ts';
import { findPreferences, listDevices } from '../notifications/push/queries.ts';
import { notificationOf } from '../notifications/queries.matter.ts';
import { listNotifications } from '../notifications/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { readFeedState } from '../shifts/commands.feed.ts';
import { listPatterns } from '../shifts/queries.patterns.ts';
import { listShifts } from '../shifts/queries.ts';
import {
  getOwnAccount,
  listOwnCodes,
  listOwnMails,
  listOwnOffers,
  listOwnRejections,
  listOwnRequests,
  listOwnRosterDays,
  listOwnRosterNames,
} from './queries.ownData.ts';

/** Far above anybody's number of swaps. */
const mostSwaps = 100_000;
const allDays = ['2000-01-01', '2099-12-31'] as const;

/** Everything stored about the caller; see `ownDataSchema`. */
export async function readOwnData(context: AppContext, signedIn: SignedIn): Promise<OwnData> {
  const { database, clock } = context;
  const { user, worksite } = signedIn;
  const now = clock.now();
  const showsContact = worksite.variant === 'taxi';
  const notifications = (await listNotifications(database, user.id, null, null)).toReversed();
  const swaps = await listCompletedSwaps(database, user.id, null, mostSwaps);
  return {
    exportedAt: now,
    account: await getOwnAccount(database, user.id),
    sessions: await listOwnSessions(database, user.id, now),
    calendarFeed: await readFeedState(context, signedIn),
    push: {
      devices: await listDevices(database, user.id, null),
      preferences: await findPreferences(database, user.id),
    },
    mailSubjectsOff: await findSubjectsOff(database, user.id),
    shifts: await listShifts(database, user.id, ...allDays),
    shiftPatterns: await listPatterns(database, user.id),
    rosterDays: await listOwnRosterDays(database, user.id),
    rosterNames: await listOwnRosterNames(database, user.id),
    requests: await listOwnRequests(database, user.id),
    offers: await listOwnOffers(database, user.id),
    rejections: await listOwnRejections(database, user.id),
    completedSwaps: swaps.map(({ id, kind, partner, exchangeDay, completedAt, gave, partnerGave }) => ({
      id,
      partnerName: `${partner.firstName} ${partner.lastName}`,
      partnerLicenseNumber: showsContact ? partner.taxiLicense : null,
      partnerPhone: showsContact ? partner.phoneNumber : null,
      exchangeDate: exchangeDay,
      completedAt,
      gave,
      received: receivedFor(kind, gave, partnerGave),
    })),
    notifications: notifications.map((one) => notificationOf(one, now)),
    operationCodes: await listOwnCodes(database, user.id),
    mails: (await listOwnMails(database, user.id)).map(withSubject),
  };
}
