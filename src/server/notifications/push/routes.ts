import { deviceOf } from '../../../domain/auth/ownAccount.ts';
import type { Outcome } from '../../../domain/outbox/rules.ts';
import type { AppContext } from '../../platform/context.ts';
import { requireFound } from '../../platform/errors/refusalError.ts';
import type { App } from '../../platform/http/app.ts';
import { addRoute } from '../../platform/http/route.ts';
import type { SignedIn } from '../../platform/session/session.ts';
import { readPushKeys } from './commands.keys.ts';
import { changePreferences, readPushState, removeOwnDevice, switchOn, testMessage } from './commands.ts';
import { composePush } from './message.ts';
import { removeDevice } from './queries.removal.ts';
import { findDevice, noteDelivery } from './queries.ts';
import { sendPush } from './transport.ts';
import { pushTimeoutMs } from './worker.ts';

/** A person's push devices and preferences; a CEO acting as somebody has none here. */
export function pushRoutes(app: App, context: AppContext): void {
  const own = { access: 'own-account' } as const;

  addRoute(app, 'GET /api/push', own, ({ caller }) => readPushState(context, caller));

  addRoute(app, 'PUT /api/push/device', { ...own, limit: 'push' }, async (request) => {
    const label = deviceOf(request.headers['user-agent']);
    await switchOn(context, request.caller, request.body, label);
  });

  addRoute(app, 'PUT /api/push/preferences', own, ({ caller, body }) =>
    changePreferences(context, caller, body),
  );

  addRoute(app, 'DELETE /api/push/devices/:id', own, ({ caller, params }) =>
    removeOwnDevice(context, caller, params.id),
  );

  addRoute(app, 'POST /api/push/devices/:id/test', { ...own, limit: 'push' }, async (request) => {
    const { kind } = await sendTest(context, request.caller, request.params.id);
    return { outcome: kind === 'delivered' || kind === 'gone' ? kind : 'failed' };
  });
}

/** Sends one push directly, bypassing the outbox: the caller waits for the outcome. */
async function sendTest(context: AppContext, { user }: SignedIn, id: string): Promise<Outcome> {
  const { database, clock, settings } = context;
  const device = requireFound(await findDevice(database, user.id, id, clock.now()));
  const keys = await readPushKeys(context);
  if (!keys) return { kind: 'refused' };
  const message = testMessage(clock.now());
  const push = composePush(context, keys, device, message, { waiting: null, settled: [] });
  const transport = { timeoutMs: pushTimeoutMs, testOrigin: settings.pushTestOrigin };
  const outcome = await sendPush(push, transport, AbortSignal.timeout(pushTimeoutMs));
  if (outcome.kind === 'gone') await removeDevice(database, device.id, clock.now());
  else
    await noteDelivery(
      database,
      device.id,
      outcome.kind === 'delivered' ? 'delivered' : 'failed',
      clock.now(),
    );
  return outcome;
}
