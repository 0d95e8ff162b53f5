import { expect, test } from 'vitest';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testServer } from '../../../tests/support/server.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';

const server = await testServer({ env: { CEO_EMAILS: 'uno@example.it, due@example.it' } });

const retention = { daysMonths: 24, auditYears: 5 };
const named = async (): Promise<unknown> => server.nobody.ask('GET /api/terms-contact');

test('the privacy policy names the controller, and the first CEO or the address that was set', async () => {
  const { settings } = server.context;
  expect(await named()).toEqual({ controller: null, contact: 'uno@example.it', retention });
  settings.privacyContact = 'privacy@example.it';
  settings.privacyControllerName = 'Consorzio Prova';
  expect(await named()).toEqual({
    controller: { name: 'Consorzio Prova', seat: null },
    contact: 'privacy@example.it',
    retention,
  });
  settings.privacyContact = null;
  settings.privacyControllerName = null;
  settings.ceoEmails = [];
  expect(await named()).toEqual({ controller: null, contact: null, retention });
});

test('terms that are accepted on one device are so on the others at once', async () => {
  const giulia = await server.signIn();
  const accept = () => giulia.ask('POST /api/auth/accept-terms', { body: { version: termsVersion } });
  expect(await listsHeard(server, { giulia }, accept)).toEqual({ giulia: ['session'] });
});
