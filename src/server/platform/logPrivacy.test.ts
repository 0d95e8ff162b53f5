import { expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { callerOf } from '../../../tests/support/caller.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import { confirm, preAccept } from '../../../tests/support/swaps.ts';

/** What must not be found in the log, collected while the session goes on. */
const secrets = new Set<string>();
const secret = <T extends string>(text: T): T => {
  secrets.add(text);
  return text;
};

const day = '2026-11-20';

function person(name: string, worksiteId: string, accessCode: string) {
  return {
    email: secret(`${name.toLowerCase()}.rossi@example.it`),
    password: secret(`Segreta!${name}1`),
    firstName: secret(name),
    lastName: secret('Rossi-Verdi'),
    worksiteId,
    accessCode,
    acceptedTerms: true,
    role: 'operatore',
    contractHours: 8,
  } as const;
}

test('a whole session leaves no address, password, token, name, note or code in log and metrics', async () => {
  const server = await startTestServer({
    prepare: (app) => {
      app.get('/api/guasto', { config: { access: 'public' } }, async () => {
        throw new TypeError('nobody foresaw this');
      });
    },
  });
  const url = await server.listen();
  const { nobody, context } = server;
  const accessCode = secret('CODICE-SEGRETO');
  const { id: worksiteId } = await buildWorksite(context, { accessCode });

  /** Registers, signs out, signs in again; answers how to call as this person. */
  async function enter(name: string) {
    const body = person(name, worksiteId, accessCode);
    const registered = await nobody.call('POST /api/auth/register', { body });
    expect(registered.status).toBe(201);
    await nobody.call('POST /api/auth/register', { body });
    await nobody.call('POST /api/auth/register', { body: { ...body, accessCode: secret('INDOVINATO') } });
    await nobody.call('POST /api/auth/register', { body: { ...body, email: secret('non un indirizzo') } });
    const first = secret(registered.cookies[0]!.value);
    await nobody.call('POST /api/auth/logout', { headers: { cookie: `turnario=${first}` } });
    const { email, password } = body;
    await nobody.call('POST /api/auth/login', { body: { email, password: secret(`Sbagliata!${name}`) } });
    const signedIn = await nobody.call('POST /api/auth/login', { body: { email, password } });
    expect(signedIn.status).toBe(200);
    const token = secret(signedIn.cookies[0]!.value);
    return callerOf(server.app, context.settings, token);
  }

  const giulia = await enter('Giuliana');
  const marco = await enter('Marcantonio');
  const stream = await openEventStream(url, giulia.token);
  await stream.next();
  const shift = { date: day, workLocation: 'sede', notes: secret('visita medica') } as const;
  const offered = await giulia.call('POST /api/shifts', {
    body: { ...shift, startTime: '06:00', endTime: '14:00' },
  });
  await marco.call('POST /api/shifts', { body: { ...shift, startTime: '14:00', endTime: '22:00' } });
  await giulia.call('POST /api/shifts', { body: { ...shift, startTime: '06:00', endTime: '14:00' } });
  const published = await giulia.call('POST /api/exchange-requests', {
    body: {
      offeredShiftId: secret(offered.body.id),
      requestedShiftType: 'pomeriggio',
      requestedDate: day,
      message: secret('per favore'),
    },
  });
  const requestId = secret(published.body.request.id);
  await preAccept(marco, requestId);
  expect((await confirm(giulia, requestId)).status).toBe(200);
  await giulia.call('GET /api/notifications/page');
  await giulia.call('GET /api/calendar/shifts', { query: { from: day, to: day } });
  await giulia.call('PATCH /api/notifications/mark-all-read');
  await nobody.call('POST /api/auth/set-password', {
    body: { token: secret('x'.repeat(43)), password: secret('Nuova!2026x') },
  });
  await nobody.callUntyped(`GET /reimposta-password?token=${secret('y'.repeat(43))}`);
  await nobody.callUntyped(`GET /api/shifts/%?email=${secret('nella.query@example.it')}`);
  await nobody.callUntyped('POST /api/auth/login', {
    body: `{"email":"${secret('rotta@example.it')}"`,
    headers: { 'content-type': 'application/json' },
  });
  await stream.close();

  // and what goes wrong on our side
  await context.events.close();
  await context.database.close();
  await giulia.call('GET /api/shifts');
  await nobody.callUntyped(`GET /api/guasto?email=${secret('guasto.grave@example.it')}`);
  await nobody.call('POST /api/auth/login', {
    body: { email: secret('guasto@example.it'), password: secret('Guasta!2026') },
  });
  const log = server.logLines.join('');
  const metrics = await context.metrics.registry.metrics();
  expect(log).toContain('"status":503');
  expect(log).toContain('"status":500');
  server.takeErrors();
  await server.close();

  expect(server.logLines.length).toBeGreaterThan(25);
  expect(secrets.size).toBeGreaterThan(20);
  for (const text of secrets) {
    expect(log).not.toContain(text);
    expect(metrics).not.toContain(text);
  }
});
