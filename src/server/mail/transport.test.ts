import { afterEach, describe, expect, test } from 'vitest';
import { startSmtpServer, testCertificate, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import { connectToMailServer, type MailAccount, MailServerError } from './transport.ts';

// Encryption of connections, with real servers and self-signed certificates.

const login = { user: 'turni@example.it', password: 'p@ss: wörd' };
const sender = { from: 'Turnario <turni@example.it>', idDomain: 'example.it' };
const timeouts = { connect: 5_000, send: 5_000 };

let server: TestSmtpServer;
afterEach(() => server.stop());

const connect = (options: Partial<MailAccount['server']>, password = login.password) =>
  connectToMailServer(
    {
      server: { host: '127.0.0.1', port: server.port, ...options },
      login: { ...login, password },
      ...sender,
    },
    timeouts,
    new AbortController().signal,
  );

async function refusalOf(attempt: Promise<unknown>): Promise<MailServerError> {
  const error: unknown = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailServerError)) throw new Error('the connection was not refused');
  return error;
}

describe.each([
  ['tls', { secure: true }],
  ['starttls', { secure: false, requireTLS: true }],
] as const)('a server with %s', (encryption, secure) => {
  test('accepts the sign-in if its certificate is trusted', async () => {
    server = await startSmtpServer({ login, encryption });
    const connection = await connect({ ...secure, tls: { ca: testCertificate } });
    expect(connection).toBeDefined();
    connection.close();
  });

  const otherName = { ca: testCertificate, servername: 'smtp.altrove.example' };
  test.each([
    ['while nobody vouches for its certificate', undefined, /self-signed certificate/],
    ['when the certificate is another server’s', otherName, /does not match certificate's altnames/],
  ])('is refused %s', async (_why, tls, reason) => {
    server = await startSmtpServer({ login, encryption });
    const refusal = await refusalOf(connect({ ...secure, ...(tls && { tls }) }));
    expect(refusal.message).toMatch(reason);
    expect(refusal.isSignInRefused).toBe(false);
  });

  test('distinguishes a wrong password from a broken connection', async () => {
    server = await startSmtpServer({ login, encryption });
    const refusal = await refusalOf(connect({ ...secure, tls: { ca: testCertificate } }, 'sbagliata'));
    expect(refusal).toMatchObject({ isSignInRefused: true, code: '535' });
  });
});

test('a server without STARTTLS never receives the password if it is required', async () => {
  server = await startSmtpServer({ login });
  const refusal = await refusalOf(connect({ secure: false, requireTLS: true }));
  expect(refusal.message).toMatch(/STARTTLS/);
  expect(refusal.isSignInRefused).toBe(false);
});
