import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { saveProfile } from '../../../tests/support/accounts.ts';
import { type Caller, callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { daysAt, publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, offer, pair, publishedId, signInOnDuty, swap } from '../../../tests/support/swaps.ts';

const server = await testServer();
const { database, nobody } = server;
afterEach(() => database.run(sql`delete from attempt_counters`));

const accessCode = 'CODICE-PROPRIO';
const worksiteOf = async (): Promise<string> => (await buildWorksite(server.context, { accessCode })).id;

async function actAs(userId: string): Promise<Caller> {
  const ceo = await server.signInCeo();
  const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: userId } });
  return callerOf(server.app, server.context.settings, ceo.token, entered.cookies[0]?.value);
}

describe('PUT /api/auth/taxi-info', () => {
  const put = (caller: Caller, field: string, value: unknown) =>
    caller.callUntyped('PUT /api/auth/taxi-info', { body: { field, value } });
  const driverOf = async () =>
    server.signIn({
      worksiteId: await server.taxiWorksiteId(),
      contractHours: 7,
      taxiLicense: 'RM-1',
      phoneNumber: '+39 333 0100001',
    });

  test('saves one field and answers the session', async () => {
    const driver = await driverOf();
    const page = await openEventStream(await server.listen(), driver.token);
    await page.next();
    const licence = await put(driver, 'taxiLicense', ' RM-22 ');
    expect(licence.status).toBe(200);
    // other pages of theirs show it
    expect((await page.next())?.data).toEqual({ lists: ['session'] });
    await page.close();
    expect(licence.body.user).toMatchObject({ taxiLicense: 'RM-22', phoneNumber: '+39 333 0100001' });
    const phone = await put(driver, 'phoneNumber', '06 123456');
    expect(phone.body.user).toMatchObject({ taxiLicense: 'RM-22', phoneNumber: '06 123456' });
  });

  test.each([
    ['taxiLicense', '', 'Scrivi la licenza taxi'],
    ['taxiLicense', '   ', 'Scrivi la licenza taxi'],
    ['phoneNumber', '1234567', 'Il numero deve avere almeno 8 caratteri'],
    ['phoneNumber', 'chiamami!', 'Numero di cellulare non valido'],
    ['phoneNumber', 7, 'Il numero deve avere almeno 8 caratteri'],
  ])('%s %j is refused', async (field, value, message) => {
    const refused = await put(await driverOf(), field, value);
    expect(refused.status).toBe(400);
    expect(refused.refusal.fields).toEqual({ value: message });
  });

  test('PUT /api/auth/taxi-info is for the taxi worksite, and for signed-in people', async () => {
    expect((await put(nobody, 'taxiLicense', 'RM-1')).status).toBe(401);
    const giulia = await server.signIn();
    expect((await put(giulia, 'taxiLicense', 'RM-1')).status).toBe(403);
    expect((await put(await driverOf(), 'email', 'x@y.it')).status).toBe(400);
  });
});

describe('GET /api/users/{id}/swaps-at-stake', () => {
  const name = 'GET /api/users/:id/swaps-at-stake';

  test('GET /api/users/{id}/swaps-at-stake says beforehand what other contract hours then close', async () => {
    const worksiteId = await worksiteOf();
    const { giulia, marco } = await pair(server, { giulia: { worksiteId } });
    const read = async () => (await giulia.call(name, { params: { id: giulia.id } })).body;
    expect(await read()).toEqual({ requests: 0, offers: 0 });
    await publishedId(giulia, giulia.shiftId);
    await offer(giulia, await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' }));
    expect(await read()).toEqual({ requests: 1, offers: 1 });
    const profile = { firstName: 'Giulia', lastName: 'Ferri', enableFlexibleShifts: false, accessCode };
    await saveProfile(giulia, giulia.id, { ...profile, contractHours: 6 });
    expect(await read()).toEqual({ requests: 0, offers: 0 });
  });

  test('GET /api/users/{id}/swaps-at-stake is for the person alone', async () => {
    const giulia = await server.signIn();
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    expect((await nobody.call(name, { params: { id: giulia.id } })).status).toBe(401);
    expect((await marco.call(name, { params: { id: giulia.id } })).status).toBe(403);
    expect((await giulia.call(name, { params: { id: 'x' } })).status).toBe(400);
  });
});

test('a CEO who acts as a person saves their profile without the code', async () => {
  const giulia = await server.signIn({ worksiteId: await worksiteOf() });
  const ceo = await actAs(giulia.id);
  const saved = await saveProfile(ceo, giulia.id, {
    firstName: 'Giulia',
    lastName: 'Ferri',
    contractHours: 6,
    enableFlexibleShifts: false,
  });
  expect(saved.status).toBe(200);
  expect(saved.body.user).toMatchObject({ lastName: 'Ferri', contractHours: 6 });
});

describe('GET /api/users/{id}/data', () => {
  const name = 'GET /api/users/:id/data';

  test('GET /api/users/{id}/data gives a file with everything of one’s own', async () => {
    const worksiteId = await worksiteOf();
    const giulia = await signInOnDuty(
      server,
      early,
      { worksiteId, firstName: 'Giulia', lastName: 'Ferri' },
      { notes: 'porto le chiavi' },
    );
    const marco = await signInOnDuty(server, late, { worksiteId, firstName: 'Marco', lastName: 'Segreti' });
    await swap(giulia, marco);
    await giulia.call('POST /api/shifts', { body: { date: '2026-11-24', workLocation: 'ferie' } });
    await giulia.call('POST /api/operations', {
      body: { type: 'Case', code: '123', description: 'in via Roma' },
    });
    const answer = await giulia.call(name, { params: { id: giulia.id } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="turnario-i-miei-dati-2026-11-16.json"',
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({
      exportedAt: server.clock.now(),
      account: { email: giulia.email, firstName: 'Giulia', contractHours: 8, lastActiveOn: '2026-11-16' },
      sessions: [{ device: null }],
      shifts: [
        { date: '2026-11-20', startTime: '14:00', exchangeInfo: { exchangePartner: 'Marco Segreti' } },
        { date: '2026-11-24', workLocation: 'ferie' },
      ],
      requests: [{ status: 'completata', requestedShiftType: 'pomeriggio' }],
      offers: [],
      completedSwaps: [{ partnerName: 'Marco Segreti', partnerPhone: null, exchangeDate: '2026-11-20' }],
      operationCodes: [{ code: '123', description: 'in via Roma', status: 'pending' }],
      mails: [{ kind: 'swap_completed', recipient: giulia.email }],
    });
    expect(answer.body.notifications.length).toBeGreaterThan(0);
  });

  test('GET /api/users/{id}/data tells which pushes and mails the person does not want', async () => {
    const giulia = await server.signIn();
    await giulia.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['rosters'] } });
    const { push, mailSubjectsOff } = (await giulia.call(name, { params: { id: giulia.id } })).body;
    expect([push.preferences.subjectsOff, mailSubjectsOff]).toEqual([[], ['rosters']]);
  });

  test('GET /api/users/{id}/data tells on which days the person would work instead', async () => {
    const giulia = await signInWorker(server, 'E......');
    await publishedDay(giulia, 0, [3, 4]);
    const { body } = await giulia.call(name, { params: { id: giulia.id } });
    expect(body.requests).toMatchObject([{ acceptableDays: daysAt(3, 4), withinDays: null }]);
  });

  test('GET /api/users/{id}/data holds of others only what the person sees anyway', async () => {
    const worksiteId = await worksiteOf();
    const giulia = await signInOnDuty(server, early, { worksiteId });
    const contact = { taxiLicense: 'SEGRETA-1', phoneNumber: '+39 333 0199999' };
    const marco = await signInOnDuty(
      server,
      late,
      { worksiteId, email: 'marco.segreto@turnario.example', ...contact },
      { notes: 'nota di marco' },
    );
    const other = await buildUser(server.context, { worksiteId, lastName: 'Estraneo' });
    await marco.call('POST /api/shifts', {
      body: { date: '2026-11-25', workLocation: 'malattia', notes: 'febbre' },
    });
    await swap(giulia, marco);
    const { text } = await giulia.call(name, { params: { id: giulia.id } });
    const strange = [marco.email, marco.id, 'SEGRETA-1', '0199999', 'nota di marco', 'febbre', 'malattia'];
    for (const word of [...strange, other.id, 'Estraneo', accessCode, 'hash', 'token']) {
      expect(text, word).not.toContain(word);
    }
  });

  test('GET /api/users/{id}/data holds licence and phone of a partner where drivers see them', async () => {
    const worksiteId = await server.taxiWorksiteId();
    const draft = (number: string) => ({
      worksiteId,
      taxiLicense: `RM-${number}`,
      phoneNumber: `+39 333 01000${number}`,
    });
    const driver = await signInOnDuty(server, early, draft('41'));
    const partner = await signInOnDuty(server, late, draft('42'));
    await swap(driver, partner);
    const { completedSwaps } = await driver.ask(name, { params: { id: driver.id } });
    expect(completedSwaps).toMatchObject([
      { partnerLicenseNumber: 'RM-42', partnerPhone: '+39 333 0100042' },
    ]);
    const own = await signInOnDuty(server, early, { taxiLicense: 'RM-43', phoneNumber: '+39 333 0100043' });
    const colleague = await signInOnDuty(server, late, { ...draft('44'), worksiteId: own.worksiteId });
    await swap(own, colleague);
    expect((await own.ask(name, { params: { id: own.id } })).completedSwaps).toMatchObject([
      { partnerLicenseNumber: null, partnerPhone: null },
    ]);
  });

  test('GET /api/users/{id}/data is for the person alone', async () => {
    const giulia = await server.signIn();
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    expect((await nobody.call(name, { params: { id: giulia.id } })).status).toBe(401);
    expect((await marco.call(name, { params: { id: giulia.id } })).status).toBe(403);
    const refused = await (await actAs(giulia.id)).call(name, { params: { id: giulia.id } });
    expect(outcomeOf(refused)).toBe('403 not_while_impersonating');
  });
});
