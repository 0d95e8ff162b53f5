import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail, parsed. */
export interface ReceivedMail {
  /** The envelope's sender. */
  from: string;
  to: string[];
  content: Email;
  /** All bytes between DATA and the final dot. */
  raw: Buffer;
}

/** An answer other than 'ok', such as `{ code: 451, text: 'try later' }`. */
interface Refusal {
  code: number;
  text: string;
}

/** The server's answer at a step; one that never resolves makes it hang. */
type Answer = void | Refusal | Promise<void | Refusal>;

/** May be replaced at any time; applies from the next command on. */
interface Behaviour {
  onGreeting?: () => Answer;
  onSender?: (address: string) => Answer;
  onRecipient?: (address: string) => Answer;
  /** Called when the whole message has arrived; unless refused, it is received and answered 250. */
  onMessage?: (mail: ReceivedMail) => Answer;
}

export interface TestSmtpServer extends Behaviour {
  readonly port: number;
  /** For the setting `SMTP_URL`. */
  readonly url: string;
  /** All mails that were or are about to be answered 250. */
  readonly mails: readonly ReceivedMail[];
  /** How many connections were opened. */
  readonly connectionCount: number;
  /** Resolves when `count` mails have been received. */
  waitForMails(count: number): Promise<void>;
  /** Closes all connections. */
  cut(): void;
  /** Closes all connections and frees the port. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Default: a free one. */
  port?: number;
  /** Requires these credentials. */
  login?: { user: string; password: string };
  /** `tls`: from the first byte. `starttls`: offered, and required before authentication. Default: none. */
  encryption?: 'tls' | 'starttls';
}

const dataFile = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../tests/data', name), 'utf8');

/** The certificate of encrypted servers: self-signed, for localhost and 127.0.0.1. */
export const testCertificate = dataFile('mail-server.cert.pem');

/** A real SMTP server on 127.0.0.1. */
export async function startSmtpServer(options: StartOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const behaviour: Behaviour = {};
  const state = { connectionCount: 0 };
  const receive = (mail: ReceivedMail): void => {
    mails.push(mail);
    for (const check of waiting) check();
  };
  const server = new SMTPServer({
    ...handlersOf(behaviour, state, receive),
    ...authOf(options),
    closeTimeout: 10,
    logger: false,
  });
  const cut = cutterOf(server);
  // clients that disconnect midway are part of the tests
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const waitForMails = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (mails.length < count) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return Object.defineProperties(
    Object.assign(behaviour, {
      port,
      url: urlOf(port, options.login),
      mails,
      connectionCount: 0,
      waitForMails,
      cut,
      stop: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          cut();
        }),
    }),
    { connectionCount: { get: () => state.connectionCount } },
  );
}

/** Returns a function that closes all connections. */
function cutterOf({ server }: SMTPServer): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function urlOf(port: number, login: StartOptions['login']): string {
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return `smtp://${credentials}127.0.0.1:${port}`;
}

function authOf({ login, encryption }: StartOptions): SMTPServerOptions {
  const tls: SMTPServerOptions = encryption
    ? { secure: encryption === 'tls', key: dataFile('mail-server.key.pem'), cert: testCertificate }
    : {};
  const withoutTls = encryption ? [] : ['STARTTLS'];
  if (!login) return { ...tls, disabledCommands: [...withoutTls, 'AUTH'] };
  return {
    ...tls,
    disabledCommands: withoutTls,
    // like real servers: no password in plain text if encryption is available
    allowInsecureAuth: encryption === undefined,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login.user && password === login.password;
      if (isRight) done(null, { user: login.user });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
  };
}

function handlersOf(
  behaviour: Behaviour,
  state: { connectionCount: number },
  receive: (mail: ReceivedMail) => void,
): SMTPServerOptions {
  return {
    onConnect: (_session, done) => {
      state.connectionCount += 1;
      void answer(behaviour.onGreeting?.(), done);
    },
    onMailFrom: ({ address }, _session, done) => void answer(behaviour.onSender?.(address), done),
    onRcptTo: ({ address }, _session, done) => void answer(behaviour.onRecipient?.(address), done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const to = rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(chunks);
        void PostalMime.parse(raw).then(async (content) => {
          const mail = { from, to, content, raw };
          await answer(behaviour.onMessage?.(mail), (error) => {
            if (!error) receive(mail);
            done(error);
          });
        });
      });
    },
  };
}

async function answer(given: Answer, done: (error?: Error | null) => void): Promise<void> {
  const refusal = await given;
  if (refusal) done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
  else done();
}
