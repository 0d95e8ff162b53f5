import { expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { registrationAt } from '../../../tests/support/accounts.ts';
import { startTestServer } from '../../../tests/support/server.ts';

/** Values that must not appear in the log, collected during the session. */
const secrets = new Set<string>();
const secret = <T extends string>(text: T): T => {
  secrets.add(text);
  return text;
};

test('calls, even refused and failed ones, leave no address, password, token, name, note or code in log and metrics', async () => {
  const server = await startTestServer({
    prepare: (app) => {
      app.get('/api/guasto', { config: { access: 'public' } }, async () => {
        throw new TypeError('nobody foresaw this');
      });
    },
  });
  const { nobody, context } = server;
  const accessCode = secret('CODICE-SEGRETO');
  const { id: worksiteId } = await buildWorksite(context, { accessCode });
  const [email, password] = [secret('giuliana.rossi@example.it'), secret('Segreta!Giuliana1')];
  const names = { firstName: secret('Giuliana'), lastName: secret('Rossi-Verdi') };
  const body = { ...registrationAt(worksiteId), ...names, email, password, accessCode };
  const register = (change: object = {}) =>
    nobody.call('POST /api/auth/register', { body: { ...body, ...change } });
  const registered = await register();
  expect(registered.status).toBe(201);
  await register();
  await register({ accessCode: secret('INDOVINATO') });
  await register({ email: secret('non un indirizzo') });
  await server.bearing(secret(registered.cookies[0]!.value)).call('POST /api/auth/logout');
  const wrong = { email, password: secret('Sbagliata!1') };
  await nobody.call('POST /api/auth/login', { body: wrong });
  const signedIn = await nobody.call('POST /api/auth/login', { body: { email, password } });
  const giulia = server.bearing(secret(signedIn.cookies[0]!.value));
  const day = '2026-11-20';
  const duty = { date: day, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  const entry = { ...duty, notes: secret('visita medica') };
  const offered = await giulia.ask('POST /api/shifts', { body: entry });
  await giulia.call('POST /api/shifts', { body: entry });
  const wish = { requestedShiftType: 'pomeriggio', requestedDate: day } as const;
  await giulia.ask('POST /api/exchange-requests', {
    body: { ...wish, offeredShiftId: secret(offered.id), message: secret('per favore') },
  });
  await giulia.deleteShift(offered.id);
  await nobody.call('POST /api/auth/set-password', {
    body: { token: secret('x'.repeat(43)), password: secret('Nuova!2026x') },
  });
  await nobody.callUntyped(`GET /reimposta-password?token=${secret('y'.repeat(43))}`);
  await nobody.callUntyped(`GET /api/shifts/%?email=${secret('nella.query@example.it')}`);
  await nobody.callUntyped('POST /api/auth/login', {
    body: `{"email":"${secret('rotta@example.it')}"`,
    headers: { 'content-type': 'application/json' },
  });

  // and errors on our side
  await context.events.close();
  await context.database.close();
  await giulia.call('GET /api/shifts');
  await nobody.callUntyped(`GET /api/guasto?email=${secret('guasto.grave@example.it')}`);
  const log = server.logLines.join('');
  const metrics = await context.metrics.registry.metrics();
  expect(log).toContain('"status":503');
  expect(log).toContain('"status":500');
  server.takeErrors();
  await server.close();
  for (const text of secrets) {
    expect(log).not.toContain(text);
    expect(metrics).not.toContain(text);
  }
});
