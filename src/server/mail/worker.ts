import { digestSeconds } from '../../domain/mail/news.ts';
import { writeMail } from '../../domain/mail/outboxMail.it.ts';
import { withLink } from '../../domain/mail/passwordMail.it.ts';
import { subjectOfMailed } from '../../domain/notifications/types.ts';
import type { Outcome } from '../../domain/outbox/rules.ts';
import { findNextNews, gatherNewsOfNext, newsChannel } from '../notifications/queries.mail.ts';
import { endOfRow } from '../notifications/queries.matter.ts';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import { claimRows, findNextInstants, putOffDue } from '../platform/outbox/queries.ts';
import { OutboxWorker, type Sender, type SenderContext } from '../platform/outbox/worker.ts';
import { announceMails } from './commands.settings.ts';
import { decryptLink } from './linkEncryption.ts';
import { composeMessage, type WrittenMail } from './message.ts';
import { giveUpUseless } from './queries.password.ts';
import { type DueMail, lockDueMail, mailChannel, mailOutbox, removeMail } from './queries.ts';
import { readMailAccount } from './settings.ts';
import {
  connectToMailServer,
  defaultTimeouts,
  type MailAccount,
  type MailConnection,
  MailServerError,
  type MailTimeouts,
} from './transport.ts';
import { unsubscribeUrl } from './unsubscribing.ts';

/** Starts sending mails. A mail that may have been sent is sent again only when a person says so. */
export const startMailWorker = (
  context: SenderContext,
  timeouts: MailTimeouts = defaultTimeouts,
): Promise<OutboxWorker> => new OutboxWorker(context, mailSender(context, timeouts)).start();

export function mailSender(context: SenderContext, timeouts: MailTimeouts): Sender {
  const { database, clock, settings } = context;
  let connection: MailConnection | null = null;
  const hangUp = (): void => {
    connection?.close();
    connection = null;
  };
  const send = async (open: MailConnection, account: MailAccount, mail: DueMail): Promise<Outcome> => {
    const written = writtenOut(context, mail);
    const outcome = 'kind' in written ? written : await open.send(composeMessage(written, account));
    if (outcome.kind !== 'delivered') hangUp();
    return outcome;
  };
  return {
    ...mailOutbox,
    channel: mailChannel,
    // when they are due, plus a second
    later: { channel: newsChannel, ms: (digestSeconds + 1) * 1_000 },
    // over one connection
    mostAtOnce: 1,
    mostOfOrigin: 1,
    begin: async (ending) => {
      await giveUpUseless(database, clock.now());
      const account = await readMailAccount(context);
      // without an account mails stay queued; saving one wakes the workers
      if (!account) return null;
      while (!ending.aborted && (await gatherNewsOfNext(database, clock.now())));
      return async () => {
        const { dueAt } = await findNextInstants(database, mailOutbox);
        if (dueAt === null || dueAt > clock.now()) return null;
        // before any mail is marked as being sent: while the server is unreachable, all stay queued
        const open = (connection ??= await connect(context, account, timeouts, ending));
        const mail = open && (await claimNextMail(context));
        return mail && { origin: '', claims: [{ ...mail, send: () => send(open, account, mail) }] };
      };
    },
    end: async () => {
      hangUp();
      // refreshes screens that show the outbox
      await database.transaction((tx) => announceMails(tx, settings));
    },
    findOtherDue: () => findNextNews(database),
  };
}

/** @returns null if the server is unreachable: all due mails then wait, each longer than before */
async function connect(
  { database, clock, log }: SenderContext,
  account: MailAccount,
  timeouts: MailTimeouts,
  breakOff: AbortSignal,
): Promise<MailConnection | null> {
  try {
    return await connectToMailServer(account, timeouts, breakOff);
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error;
    if (breakOff.aborted) return null;
    const { code, message: reason } = error;
    const mails = await putOffDue(database, mailOutbox, { kind: 'later', code, reason }, clock.now());
    log.warn({ mails, code }, 'mail server not reached');
    return null;
  }
}

const claimNextMail = ({ database, clock }: SenderContext) =>
  database.transaction(async (tx) => {
    const now = clock.now();
    for (;;) {
      const mail = await lockDueMail(tx, now);
      if (!mail) return null;
      const news = mail.source.news?.filter((one) => endOfRow(one, now) === null) ?? null;
      // no news left to send
      if (news?.length === 0) {
        await removeMail(tx, mail.id);
        continue;
      }
      await claimRows(tx, mailOutbox, [mail.id], now);
      return { ...mail, source: { ...mail.source, news }, ids: [mail.id], claimedAt: now, uselessAt: null };
    }
  });

// not permanent: during a secret change, a process that knows the new one can send it; it expires in time
const lostLink: Outcome = {
  kind: 'later',
  code: 'ESECRET',
  reason: 'its link was sealed with another secret and cannot be read',
};

// nor is this: a process of the version that queued it knows the kind
const unknownKind: Outcome = { kind: 'later', code: 'EKIND', reason: 'no text is known for it' };

/** The mail with its text composed now, or the reason why it cannot be. */
function writtenOut({ settings }: SenderContext, mail: DueMail): WrittenMail | Outcome {
  const { id, recipient, userId, createdAt, source, sealedLink } = mail;
  const subjects = (source.news ?? []).flatMap(({ type }) => subjectOfMailed.get(type) ?? []);
  const unsubscribe =
    userId !== null && subjects.length > 0 ? unsubscribeUrl(settings, userId, subjects) : null;
  const content = writeMail(source, { origin: settings.publicUrl, unsubscribe: unsubscribe ?? '' });
  if (!content) return unknownKind;
  const written = { id, recipient, createdAt, unsubscribe, ...content };
  if (sealedLink === null) return written;
  const link = decryptLink(resolveAppSecrets(settings).known, sealedLink);
  return link === null ? lostLink : withLink(written, link);
}
