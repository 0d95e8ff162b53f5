import type { Instant } from '../../../domain/calendar/day.ts';
import type { PushMessage } from '../../../domain/notifications/push/rules.ts';
import { waitingTypes } from '../../../domain/notifications/types.ts';
import type { AppContext } from '../../platform/context.ts';
import { endOfRow } from '../queries.matter.ts';
import { listWaiting } from '../queries.ts';
import type { Surroundings } from './message.ts';
import { type DueDevice, listShownPushes } from './queries.outbox.ts';

/** At most this many tags per message; later messages close the rest. */
const mostSettled = 20;

/** The badge and the tags to close that go with these messages. */
export async function readSurroundings(
  { database, boards }: Pick<AppContext, 'database' | 'boards'>,
  { id, reader }: DueDevice,
  messages: readonly PushMessage[],
  now: Instant,
): Promise<Surroundings> {
  if (messages.length === 0) return { waiting: 0, settled: [] };
  const told = await listWaiting(database, reader, await boards.listFor(reader), now);
  const waiting = told.filter(({ type }) => waitingTypes.some((one) => one === type));
  const matters = new Set(waiting.map(({ relatedRequestId, type }) => relatedRequestId ?? type));
  const shown = Map.groupBy(await listShownPushes(database, id), ({ tag }) => tag);
  const settled = [...shown]
    .filter(([, pushes]) => pushes.every((push) => push.isRead || endOfRow(push, now) !== null))
    .map(([tag]) => tag);
  const sent = new Set(messages.map(({ tag }) => tag));
  return { waiting: matters.size, settled: settled.slice(0, mostSettled).filter((tag) => !sent.has(tag)) };
}
