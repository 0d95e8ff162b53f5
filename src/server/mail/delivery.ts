import type { Instant } from '../../domain/calendar/day.ts';
import { writeMail } from '../../domain/mail/outboxMail.it.ts';
import { withLink } from '../../domain/mail/passwordMail.it.ts';
import type { Delivery } from '../../domain/mail/rules.ts';
import { subjectOfMailed } from '../../domain/notifications/types.ts';
import { findNextNews, gatherNewsOfNext } from '../notifications/queries.mail.ts';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Round } from '../platform/outboxWorker.ts';
import { decryptLink } from './linkEncryption.ts';
import { composeMessage, type WrittenMail } from './message.ts';
import { giveUpUseless } from './queries.password.ts';
import {
  type ClaimedMail,
  claimMail,
  deferDueMails,
  deferMail,
  findNextInstants,
  giveUpClaims,
  hasDueMail,
  markFailed,
  markSent,
  markUnsure,
  removeMail,
} from './queries.ts';
import { readMailAccount } from './settings.ts';
import {
  connectToMailServer,
  type MailAccount,
  type MailConnection,
  MailServerError,
  type MailTimeouts,
} from './transport.ts';
import { unsubscribeUrl } from './unsubscribing.ts';

export type MailContext = Pick<AppContext, 'database' | 'clock' | 'settings' | 'log' | 'metrics'>;

type Ending = Pick<Round, 'soon' | 'now'>;

/** A claim older than this belongs to a process that died: sending takes two minutes at most. */
const leaseSeconds = 5 * 60;

/**
 * Sends all mails that are due, over one connection as long as it holds.
 * @returns when there may be something to do again; null if nothing is waiting
 */
export async function sendDueMails(
  context: MailContext,
  timeouts: MailTimeouts,
  ending: Ending,
): Promise<Instant | null> {
  const { database, clock, log } = context;
  const interrupted = await giveUpClaims(database, secondsAfter(clock.now(), -leaseSeconds));
  if (interrupted > 0) {
    log.warn({ mails: interrupted }, 'mails interrupted while sending: it is not known whether they arrived');
  }
  await giveUpUseless(database, clock.now());
  const account = await readMailAccount(context);
  // Without an account mails stay queued; saving one notifies the workers.
  if (account) {
    while (!ending.soon.aborted && (await gatherNewsOfNext(database, clock.now())));
    await drain(context, account, timeouts, ending);
  }
  const { nextAttemptAt, oldestClaimAt } = await findNextInstants(database);
  const moments = [
    account ? nextAttemptAt : null,
    account ? await findNextNews(database) : null,
    oldestClaimAt && secondsAfter(oldestClaimAt, leaseSeconds),
  ].filter((moment) => moment !== null);
  return moments.toSorted()[0] ?? null;
}

async function drain(
  context: MailContext,
  account: MailAccount,
  timeouts: MailTimeouts,
  ending: Ending,
): Promise<void> {
  const { database, clock } = context;
  while (!ending.soon.aborted && (await hasDueMail(database, clock.now()))) {
    const connection = await connect(context, account, timeouts, ending);
    if (!connection) return;
    try {
      while (!ending.soon.aborted && (await sendNext(context, account, connection)) === 'accepted');
    } finally {
      connection.close();
    }
  }
}

/**
 * Connected before any mail is marked as being sent: while the server cannot be reached, all due mails stay queued and
 * wait, each for longer than the last time.
 */
async function connect(
  { database, clock, log }: MailContext,
  account: MailAccount,
  timeouts: MailTimeouts,
  ending: Ending,
): Promise<MailConnection | null> {
  try {
    return await connectToMailServer(account, timeouts, ending.now);
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error;
    if (ending.now.aborted) return null;
    const mails = await deferDueMails(database, error.message, clock.now());
    log.warn({ mails, code: error.code }, 'mail server not reached');
    return null;
  }
}

/** Claims, sends and records one mail; null when none is due. */
async function sendNext(
  context: MailContext,
  account: MailAccount,
  connection: MailConnection,
): Promise<Delivery['kind'] | null> {
  const { database, clock, log } = context;
  const mail = await claimMail(database, clock.now());
  if (!mail) return null;
  if (mail.source.news?.length === 0) {
    await removeMail(database, mail.id);
    return 'accepted';
  }
  const written = writtenOut(context, mail);
  const delivery = 'kind' in written ? written : await connection.send(composeMessage(written, account));
  const code = delivery.kind === 'accepted' ? '250' : delivery.code;
  log.info({ mailId: mail.id, attempt: mail.attempts, delivery: delivery.kind, code }, 'mail');
  await record(context, mail, delivery);
  return delivery.kind;
}

// not for good: while the secret changes, a process that knows the new one can send it; it is given up in time
const lostLink: Delivery = {
  kind: 'deferred',
  code: 'ESECRET',
  reason: 'its link was sealed with another secret and cannot be read',
};

// nor is this: a process of the version that queued it knows what it says
const unknownKind: Delivery = { kind: 'deferred', code: 'EKIND', reason: 'no text is known for it' };

/** The mail as it leaves, its text made now; why not, when it cannot be written. */
function writtenOut({ settings }: MailContext, mail: ClaimedMail): WrittenMail | Delivery {
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

function record({ database, clock }: MailContext, mail: ClaimedMail, delivery: Delivery): Promise<void> {
  switch (delivery.kind) {
    case 'accepted':
      return markSent(database, mail, clock.now());
    case 'refused':
      return markFailed(database, mail, delivery.reason);
    case 'deferred':
      return deferMail(database, mail, delivery.reason, clock.now());
    case 'unknown':
      return markUnsure(database, mail, delivery.reason);
  }
}
