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

/** Timeouts in milliseconds. */
export interface MailTimeouts {
  /** From the DNS lookup to the end of the sign-in. */
  connect: number;
  /** For one mail, from MAIL FROM to the server's response. */
  send: number;
}

// Servers scan a mail's content before responding, which may take a while.
export const defaultTimeouts: MailTimeouts = { connect: 15_000, send: 120_000 };

/** A connected and signed-in mail server. */
export interface MailConnection {
  /** Never rejects, not even if the message does. After anything but `delivered` the connection is closed. */
  send(message: Promise<Message>): Promise<Outcome>;
  /** Sends QUIT if possible, and closes the connection. */
  close(): void;
}

/** The server was unreachable, timed out, or refused the sign-in. */
export class MailServerError extends Error {
  override name = 'MailServerError';
  /** Status of its response or name of the error, for the log; the message may quote the account. */
  readonly code: string;
  /** The server responded but refused the account or its password. */
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
 * @param signal aborts at once, even while a mail is being sent
 * @throws MailServerError
 */
export async function connectToMailServer(
  account: MailAccount,
  timeouts: MailTimeouts,
  signal: AbortSignal,
): Promise<MailConnection> {
  // loaded only when there is a mail to send
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...account.server,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    // the timeout of a whole mail is below; this one only catches a dead idle connection
    socketTimeout: timeouts.send + 10_000,
    socketCloseTimeout: 1_000,
  });
  // errors reach the caller through the promises below; without a listener they would end the process
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

/** Resolves when `start` calls back; rejects on its error, the connection's, and `breakOff`. */
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
      // first read after the server's 354: until then nothing was sent
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
    // At once and without QUIT: a late response must not start a mail that is about to be queued again.
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

/** nodemailer's error properties. */
interface SmtpFailure {
  message?: string;
  /** nodemailer's code, `ESOCKET`; `originalCode` is then the system's, `ECONNREFUSED`. */
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
