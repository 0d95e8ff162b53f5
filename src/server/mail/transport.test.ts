import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { startSmtpServer, testCertificate, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import { composeMessage } from './message.ts';
import { connectToMailServer, type MailAccount, type MailConnection, MailServerError } from './transport.ts';

// How a connection is encrypted, against real servers that show a certificate signed by themselves.

const login = { user: 'turni@example.it', password: 'p@ss: wörd' };
const sender = { from: 'Turnario <turni@example.it>', idDomain: 'example.it' };
const timeouts = { connect: 5_000, send: 5_000 };

let server: TestSmtpServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Encryption = 'tls' | 'starttls' | 'none';

async function start(encryption: Encryption): Promise<TestSmtpServer> {
  server = await startSmtpServer({ login, ...(encryption !== 'none' && { encryption }) });
  return server;
}

const connect = (options: Partial<MailAccount['server']>): Promise<MailConnection> =>
  connectToMailServer(
    {
      server: { host: '127.0.0.1', port: server!.port, ...options },
      login,
      ...sender,
    },
    timeouts,
    new AbortController().signal,
  );

async function sendThrough(connection: MailConnection): Promise<string> {
  const mail = {
    id: randomUUID(),
    recipient: 'anna@example.it',
    subject: 'Perché così?',
    text: 'Sì.\n',
    html: '<p>Sì.</p>',
    createdAt: '2026-11-18T09:05:00.000Z',
  };
  const delivery = await connection.send(composeMessage(mail, sender));
  connection.close();
  return delivery.kind;
}

async function refusalOf(attempt: Promise<MailConnection>): Promise<MailServerError> {
  const error = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailServerError)) throw new Error('the connection was not refused');
  return error;
}

/** What the saved settings ask for, with or without TLS from the first byte. */
const secure: Record<Exclude<Encryption, 'none'>, Partial<MailAccount['server']>> = {
  tls: { secure: true },
  starttls: { secure: false, requireTLS: true },
};

describe.each(['tls', 'starttls'] as const)('a server with %s', (encryption) => {
  test('gets its mails when its certificate is trusted', async () => {
    const { mails } = await start(encryption);
    const connection = await connect({ ...secure[encryption], tls: { ca: testCertificate } });
    expect(await sendThrough(connection)).toBe('accepted');
    expect(mails.map(({ to, content }) => [to, content.subject])).toEqual([
      [['anna@example.it'], 'Perché così?'],
    ]);
  });

  test('is refused while nobody vouches for its certificate', async () => {
    await start(encryption);
    const refusal = await refusalOf(connect(secure[encryption]));
    expect(refusal.message).toMatch(/self-signed certificate/);
    expect(refusal.isSignInRefused).toBe(false);
  });

  test('is refused when the certificate is another server’s', async () => {
    await start(encryption);
    const tls = { ca: testCertificate, servername: 'smtp.altrove.example' };
    const refusal = await refusalOf(connect({ ...secure[encryption], tls }));
    expect(refusal.message).toMatch(/does not match certificate's altnames/);
  });

  test('tells a wrong password from a broken line', async () => {
    await start(encryption);
    const account = {
      server: {
        host: '127.0.0.1',
        port: server!.port,
        ...secure[encryption],
        tls: { ca: testCertificate },
      },
      login: { ...login, password: 'sbagliata' },
      ...sender,
    };
    const refusal = await refusalOf(connectToMailServer(account, timeouts, new AbortController().signal));
    expect(refusal).toMatchObject({ isSignInRefused: true, code: '535' });
  });
});

test('a server that offers no STARTTLS never hears the password where it is required', async () => {
  await start('none');
  const refusal = await refusalOf(connect({ secure: false, requireTLS: true }));
  expect(refusal.message).toMatch(/STARTTLS/);
  expect(refusal.isSignInRefused).toBe(false);
});

test('TLS from the first byte fails on a port that begins plain, and says so', async () => {
  await start('starttls');
  const refusal = await refusalOf(connect({ secure: true, tls: { ca: testCertificate } }));
  expect(refusal.message).toMatch(/wrong version number/);
});
