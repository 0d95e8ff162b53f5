import { digestSeconds } from '../../domain/mail/news.ts';
import { newsChannel } from '../notifications/queries.mail.ts';
import { type OutboxWorker, startOutboxWorker } from '../platform/outboxWorker.ts';
import { announceMails } from './commands.settings.ts';
import { type MailContext, sendDueMails } from './delivery.ts';
import { mailChannel } from './queries.ts';
import { defaultTimeouts, type MailTimeouts } from './transport.ts';

/** When news that are announced now are due, in milliseconds, a moment more included. */
const newsDelayMs = (digestSeconds + 1) * 1_000;

/**
 * Starts sending what is queued in the outbox. A mail is marked as being sent, and that is committed, before it leaves:
 * however a process ends, no mail is sent twice. One that may or may not have left when its process died is marked
 * `unsure` and left to people.
 */
export const startMailWorker = (
  context: MailContext,
  timeouts: MailTimeouts = defaultTimeouts,
): Promise<OutboxWorker> =>
  startOutboxWorker(context, {
    name: 'mail',
    channel: mailChannel,
    later: { channel: newsChannel, ms: newsDelayMs },
    send: async (ending) => {
      const next = await sendDueMails(context, timeouts, ending);
      // whoever watches the outbox sees what has become of it
      await context.database.transaction((tx) => announceMails(tx, context.settings));
      return next;
    },
  });
