import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../tests/support/server.ts';

const server = await startTestServer({ env: { CEO_EMAILS: 'uno@example.it, due@example.it' } });
afterAll(() => server.close());

const contact = async (): Promise<unknown> => (await server.nobody.get('/api/terms-contact')).body;

test('the privacy policy names the first CEO, or the address that was set', async () => {
  const { settings } = server.context;
  expect(await contact()).toEqual({ contact: 'uno@example.it' });
  settings.privacyContact = 'privacy@example.it';
  expect(await contact()).toEqual({ contact: 'privacy@example.it' });
  settings.privacyContact = null;
  settings.ceoEmails = [];
  expect(await contact()).toEqual({ contact: null });
});
