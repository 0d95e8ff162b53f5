import type { Instant } from '../../../domain/calendar/day.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { testTag } from '../../../domain/notifications/push/rules.ts';
import {
  type PushPreferences,
  type PushState,
  type PushSubscriptionKeys,
  wrongDevice,
} from '../../../domain/notifications/push/schema.ts';
import { testPushText } from '../../../domain/notifications/push/texts.it.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { RefusalError, requireFound } from '../../platform/errors/refusalError.ts';
import { lockActiveUser } from '../../platform/session/queries.people.ts';
import type { SignedIn } from '../../platform/session/session.ts';
import { readPushKeys } from './commands.keys.ts';
import { isDeviceKey } from './encryption.ts';
import { pushChannel } from './queries.outbox.ts';
import { deleteDevice, findPreferences, listDevices, saveDevice, savePreferences } from './queries.ts';
import { isPushEndpoint } from './transport.ts';

export async function readPushState(context: AppContext, { user, sessionId }: SignedIn): Promise<PushState> {
  const keys = await readPushKeys(context);
  return {
    publicKey: keys?.publicKey ?? null,
    devices: await listDevices(context.database, user.id, sessionId),
    preferences: await findPreferences(context.database, user.id),
  };
}

/**
 * Registers the calling browser as a device of its person.
 * @throws RefusalError invalid_data if its address is not a push service's, or its key is not on the curve
 */
export async function switchOn(
  { database, clock, settings }: AppContext,
  { user, sessionId }: SignedIn,
  subscription: PushSubscriptionKeys,
  label: string | null,
): Promise<void> {
  const { endpoint, p256dh } = subscription;
  const isTest = settings.pushTestOrigin !== null && endpoint.startsWith(`${settings.pushTestOrigin}/`);
  const wrong = isTest || isPushEndpoint(endpoint) ? !isDeviceKey(p256dh) && 'p256dh' : 'endpoint';
  if (wrong) throw new RefusalError(refuse('invalid_data'), { fields: { [wrong]: wrongDevice } });
  await database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    await saveDevice(tx, { ...subscription, userId: user.id, sessionId, label, now: clock.now() });
  });
}

/** @throws RefusalError not_found, also for somebody else's */
export async function removeOwnDevice(
  { database }: AppContext,
  { user }: SignedIn,
  id: string,
): Promise<void> {
  requireFound((await deleteDevice(database, user.id, id)) ? true : null);
}

export async function changePreferences(
  { database, clock }: AppContext,
  { user }: SignedIn,
  preferences: PushPreferences,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    await savePreferences(tx, user.id, preferences, clock.now());
    tx.notify(pushChannel);
  });
}

export const testMessage = (now: Instant) => ({
  tag: testTag,
  ...testPushText,
  path: '/profile/notifiche',
  uselessAt: secondsAfter(now, 3600),
});
