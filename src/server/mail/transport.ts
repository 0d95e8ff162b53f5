import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { type FailedDelivery, judgeFailedDelivery } from '../../domain/mail/rules.ts';
import type { Outcome } from '../../domain/outbox/rules.ts';
import type { Message, Sender } from './message.ts';

export interface MailAccount extends Sender {
  server: Pick<
    SMTPConnectionOptions,
    'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS' | 'name' | 'tls'
  >;
  login: { user: string; password: string } | null;
}

/** Patience in milliseconds. */
export interface MailTimeouts {
  /** From the look-up of the name to the end of the sign-in. */
  connect: number;
  /** For one mail, from its sender to the server's answer. */
  send: number;
}

// Servers check a mail's content before they answer for it; that may take a while.
export const defaultTimeouts: MailTimeouts = { connect: 15_000, send: 120_000 };

/** A mail server that has greeted us and accepted our sign-in. */
export interface MailConnection {
  /** Never rejects, not even if the message does. After anything but `delivered` the connection is closed. */
  send(message: Promise<Message>): Promise<Outcome>;
  /** Says goodbye if it can, and lets go. */
  close(): void;
}

/** The server could not be reached, did not answer in time, or refused the sign-in. */
export class MailServerError extends Error {
  override name = 'MailServerError';
  /** Status of its answer or name of the error, for the log; the message may quote the account. */
  readonly code: string;
  /** It greeted us, and then refused the account or its password. */
  readonly isSignInRefused: boolean;

  constructor(cause: unknown) {
    const { reason, code } = describeFailure(cause);
    super(reason, { cause });
    this.code = code;
    const { command, responseCode } = cause as SmtpFailure;
    this.isSignInRefused = responseCode !== undefined && (command ?? '').startsWith('AUTH');
  }
}

/**
 * Connects to a mail server and signs in.
 * @param signal breaks off at once, also while a mail is being sent
 * @throws MailServerError
 */
export async function connectToMailServer(
  account: MailAccount,
  timeouts: MailTimeouts,
  signal: AbortSignal,
): Promise<MailConnection> {
  // not read before there is a mail to send
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...account.server,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    // the time for a whole mail is measured below; this one only catches an idle connection that died
    socketTimeout: timeouts.send + 10_000,
    socketCloseTimeout: 1_000,
  });
  // errors reach the caller through the invariants below; without a listener they would end the process
  connection.on('error', () => undefined);
  const breakOff = AbortSignal.any([signal, AbortSignal.timeout(timeouts.connect)]);
  try {
    await until(connection, breakOff, (done) => connection.connect(done));
    if (account.login) {
      const { user, password: pass } = account.login;
      await until(connection, breakOff, (done) => connection.login({ user, pass }, done));
    }
  } catch (error) {
    connection.close();
    throw new MailServerError(error);
  }
  return {
    send: (message) =>
      send(connection, message, AbortSignal.any([signal, AbortSignal.timeout(timeouts.send)])),
    close: () => {
      connection.quit();
      setTimeout(() => connection.close(), 1_000).unref();
    },
  };
}

type Done = (error?: Error | null) => void;

/** Resolves when `start` reports that it is done; rejects on its error, on the connection's, and on `breakOff`. */
const until = (
  connection: SMTPConnection,
  breakOff: AbortSignal,
  start: (done: Done) => void,
): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      connection.off('error', settle);
      breakOff.removeEventListener('abort', giveUp);
      if (error) reject(error);
      else resolve();
    };
    const giveUp = (): void => settle(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
    connection.once('error', settle);
    breakOff.addEventListener('abort', giveUp, { once: true });
    if (breakOff.aborted) giveUp();
    else start(settle);
  });

async function send(
  connection: SMTPConnection,
  composing: Promise<Message>,
  breakOff: AbortSignal,
): Promise<Outcome> {
  let hasLeft = false;
  let reply = '';
  try {
    const message = await composing;
    const content = new Readable({
      // read for the first time when the server has said 354: until then nothing has left
      read() {
        hasLeft = true;
        this.push(message.content);
        this.push(null);
      },
    });
    await until(connection, breakOff, (done) =>
      connection.send({ from: message.from, to: message.to }, content, (error, info) => {
        reply = error ? '' : info.response;
        done(error);
      }),
    );
  } catch (error) {
    // At once and without a goodbye: a late answer must not start a mail that is about to be queued again.
    connection.close();
    return { kind: judgeFailedDelivery({ ...stepOf(error), hasLeft }), ...describeFailure(error) };
  }
  return reply.startsWith('250')
    ? { kind: 'delivered', code: '250' }
    : {
        kind: 'unknown',
        ...describeFailure({ command: 'DATA', response: reply, responseCode: Number(reply.slice(0, 3)) }),
      };
}

/** What nodemailer tells of an error. */
interface SmtpFailure {
  message?: string;
  /** Its own name of the error, `ESOCKET`; then `originalCode` is the system's, `ECONNREFUSED`. */
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const steps: Record<string, FailedDelivery['step']> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};

function stepOf(error: unknown): Pick<FailedDelivery, 'replyCode' | 'step'> {
  const { responseCode, command } = error as SmtpFailure;
  return { replyCode: responseCode ?? null, step: steps[command ?? ''] ?? 'connection' };
}

/** 'RCPT TO: 550 5.1.1 no such user' and '550'; 'CONN: connect ECONNREFUSED 127.0.0.1:25' and 'ECONNREFUSED'. */
function describeFailure(error: unknown): Required<Pick<Outcome, 'reason' | 'code'>> {
  const { message, code, originalCode, command, response, responseCode } = error as SmtpFailure;
  const what = response ?? message ?? 'unknown error';
  return {
    code: String(responseCode ?? originalCode ?? code ?? 'unknown'),
    reason: `${command ? `${command}: ` : ''}${what}`.replace(/\s+/g, ' ').slice(0, 300),
  };
}
