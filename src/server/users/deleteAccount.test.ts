import sql, { raw } from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { buildShift, buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { actsOn } from '../../../tests/support/accounts.ts';
import { type Caller, idOf } from '../../../tests/support/caller.ts';
import { listWrittenMails } from '../../../tests/support/mail.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { complete, early, late, type OnDuty, signInOnDuty } from '../../../tests/support/swaps.ts';
import { laterWeek, nextWeek, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import { anonymousEmail } from '../../domain/users/anonymous.ts';

const server = await testServer();
const { database, nobody } = server;
afterEach(() => database.run(sql`delete from attempt_counters`));

const password = 'Segreta!2026';
const passwordHash = await server.context.passwords.hash(password);
const accessCode = 'CODICE-CANCELLA';
const rename = (person: SignedInCaller, firstName: string, lastName: string) =>
  person.saveProfile(person.id, {
    firstName,
    lastName,
    contractHours: 8,
    enableFlexibleShifts: false,
    accessCode,
  });
const worksiteOf = async (): Promise<string> => (await buildWorksite(server.context, { accessCode })).id;

const leave = (person: SignedInCaller, typed = password) =>
  person.call('DELETE /api/users/:id', { params: { id: person.id }, body: { password: typed } });

/** The tables that contain a text in any column, ignoring case. */
async function tablesHolding(text: string): Promise<string[]> {
  const tables = await database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = sql`select from ${raw(`"${name}"`)} t where position(lower(${text}) in lower(t::text)) > 0 limit 1`;
    if ((await database.many(found)).length > 0) holding.push(name);
  }
  return holding;
}

/** The working days after the swap day, for further duties of the same people. */
const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const;

/** Another duty of a person: `day` and its shift. */
async function alsoOn(person: OnDuty, day: string, duty = early, notes?: string): Promise<OnDuty> {
  return { ...person, shiftId: await buildShift(server.context, person, day, duty, notes) };
}

const on = (day: string) => ({ requestedDate: day });

/** Creates every kind of data the product can hold about a person. */
async function fullLife() {
  const worksiteId = await worksiteOf();
  const anna = await signInOnDuty(
    server,
    early,
    {
      worksiteId,
      passwordHash,
      firstName: 'Annabella',
      lastName: 'Zzprima',
      email: 'zzanna@turnario.example',
      taxiLicense: 'ZZ-4711',
      phoneNumber: '+39 333 0104711',
    },
    { notes: 'nota zzmarca' },
  );
  const marco = await signInOnDuty(server, late, { worksiteId, firstName: 'Marco', lastName: 'Resta' });
  // a completed swap under the former name, as requester
  const first = await anna.publishedId(anna.shiftId, { message: 'messaggio zzmarca' });
  await marco.offer(first);
  expect((await anna.confirm(first, marco.id)).status).toBe(200);
  expect((await rename(anna, 'Annalisa', "Zzd'Amico")).status).toBe(200);
  // another one, as accepter
  const marcoAsks = await alsoOn(marco, days[0]);
  const second = await marco.publishedId(marcoAsks.shiftId, on(days[0]));
  const annaGives = await alsoOn(anna, days[0], late, 'nota zzmarca');
  await annaGives.offer(second);
  expect((await marco.confirm(second, anna.id)).status).toBe(200);
  // open requests, on either side
  const own = await anna.publishedId((await alsoOn(anna, days[1])).shiftId, {
    ...on(days[1]),
    message: 'messaggio zzmarca',
  });
  await alsoOn(marco, days[1], late);
  await marco.offer(own);
  const wanted = await marco.publishedId((await alsoOn(marco, days[2])).shiftId, on(days[2]));
  await alsoOn(anna, days[2], late);
  await anna.offer(wanted);
  // what the CEO did as her
  const asAnna = await server.enterAccount(anna);
  const note = { date: days[3], workLocation: 'malattia', notes: 'nota zzmarca' } as const;
  expect(await asAnna.statusOf('POST /api/shifts', { body: note })).toBe(201);
  expect((await asAnna.editRequest(own, await draftOf(anna, own))).status).toBe(200);
  for (const code of [{ code: 'OPZZ1' }, { type: 'Case', code: '4711' }])
    await anna.enteredCode({ ...code, description: 'descrizione zzmarca' });
  await database.run(sql`
    update operation_codes set status = 'rejected', reviewed_at = now(), rejection_reason = 'motivo zzmarca'
    where code = 'OPZZ1'`);
  await nobody.call('POST /api/auth/request-password-link', { body: { email: anna.email } });
  await server.app.answersFollowed();
  await database.run(sql`
    update mail_outbox set status = 'failed', last_error = '550 no such user zzanna@turnario.example'
    where id = (select id from mail_outbox where user_id = ${anna.id} and swap_id is not null limit 1)`);
  return { anna, marco, first, second, own, wanted, asAnna };
}

/** The same request with another message. */
async function draftOf(person: Caller, requestId: string) {
  const { offeredShiftId, requestedDate, requestedShiftType } = (await person.readRequest(requestId)).body;
  return { offeredShiftId: offeredShiftId!, requestedDate, requestedShiftType, message: 'cambiato zzmarca' };
}

test('a deleted account leaves nothing personal in any table, and the other side keeps its records', async () => {
  const { anna, marco, first, second, own, wanted, asAnna } = await fullLife();
  const texts = ['zzanna@', 'Zzd', 'Annalisa', 'zzmarca', 'ZZ-4711', '0104711'];
  for (const text of texts) expect(await tablesHolding(text), text).not.toEqual([]);
  // current names are stored in one table, former ones nowhere
  for (const name of ['Annalisa', "Zzd'Amico"]) expect(await tablesHolding(name), name).toEqual(['users']);
  for (const former of ['Annabella', 'Zzprima']) expect(await tablesHolding(former), former).toEqual([]);
  const completedBefore = await marco.readCompleted();

  server.clock.advance(60);
  const answer = await leave(anna);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(answer.cookies).toMatchObject([{ name: 'turnario', value: '' }]);

  for (const text of texts) expect(await tablesHolding(text), text).toEqual([]);
  const account = await database.one<object>(sql`
    select email, first_name as "firstName", last_name as "lastName", password_hash as hash, is_active as "isActive",
      anonymised_at as "anonymisedAt" from users where id = ${anna.id}`);
  expect(account).toEqual({
    email: anonymousEmail(anna.id),
    firstName: 'Ex',
    lastName: 'collega',
    hash: null,
    isActive: false,
    anonymisedAt: server.clock.now(),
  });
  // signed out everywhere, including the CEO impersonating her
  expect(await anna.statusOf('GET /api/auth/user')).toBe(401);
  expect(await asAnna.statusOf('GET /api/shifts')).toBe(401);
  expect(await nobody.statusOf('POST /api/auth/login', { body: { email: anna.email, password } })).toBe(401);
  // his side: the same days and duties, with another name
  const completed = await marco.readCompleted();
  expect(completed).toEqual({
    ...completedBefore,
    swaps: completedBefore.swaps.map((done) => ({ ...done, partnerName: 'Ex collega' })),
  });
  for (const [request, expected] of [
    [first, { status: 'completata', requesterName: 'Ex collega' }],
    [second, { status: 'completata', responderName: 'Ex collega' }],
    [own, { status: 'annullata', closeReason: 'owner_deactivated' }],
    [wanted, { status: 'aperta', preAcceptanceCount: 0 }],
  ] as const)
    expect((await marco.readRequest(request)).body).toMatchObject(expected);
  expect((await marco.readTab('completati')).requests).toHaveLength(2);
  const told = (await marco.notifications()).filter(({ createdAt }) => createdAt === server.clock.now());
  expect(told.map(({ message }) => message).toSorted()).toEqual([
    'Ex collega non può più scambiare il turno di martedì 24 novembre 2026: la richiesta si è chiusa.',
    'Ex collega non può più scambiare il turno di mercoledì 25 novembre 2026: la sua offerta è decaduta.',
  ]);
  // her own notifications were deleted with her
  const violations = await violatedInvariants(database);
  expect(violations.filter((violation) => !violation.startsWith('both people are notified once'))).toEqual(
    [],
  );
  // mails still queued for others are sent without her name; hers are not
  const mails = (await listWrittenMails(database)).filter(({ text }) => text.includes('Marco Resta'));
  const ofHers = mails.filter(({ recipient }) => recipient === anonymousEmail(anna.id));
  expect(ofHers.map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(mails.filter(({ status }) => status === 'queued')).toHaveLength(4);
  for (const { text } of mails) expect(text).toContain('Ex collega (contratto di 8 ore)');
  // no link can set her password, and the deletion is audited without her identity
  expect(await database.many(sql`select from password_links where user_id = ${anna.id}`)).toEqual([]);
  expect((await actsOn(database, anna.id)).at(-1)).toMatchObject({
    action: 'account_deleted',
    actorId: anna.id,
    before: null,
    after: null,
  });
  // the address is free again
  expect((await server.signIn({ email: anna.email })).email).toBe(anna.email);
});

test('a driver’s account: swapped weeks, and licence and phone in mails', async () => {
  const contact = { taxiLicense: 'ZZ-88', phoneNumber: '+39 06 770088' };
  const worksiteId = await server.taxiWorksiteId();
  const draft = { ...contact, worksiteId, firstName: 'Tina', lastName: 'Zzguida', passwordHash };
  const tina = await signInDriver(server, { [nextWeek]: 'MMMMMrr', [laterWeek]: 'PPPPPrr' }, draft);
  const fabio = await signInDriver(server, { [nextWeek]: 'NNNNNrr', [laterWeek]: 'NNNNNrr' }, { worksiteId });
  await complete(tina, fabio, await idOf(publishWeek(tina, nextWeek)));
  const open = await idOf(publishWeek(tina, laterWeek));
  await fabio.offer(open);
  const texts = ['Zzguida', 'ZZ-88', '770088'];
  for (const text of texts) expect(await tablesHolding(text), text).toContain('users');
  const mail = (await listWrittenMails(database)).find(({ userId }) => userId === fabio.id);
  expect(mail?.text).toMatch(/Tina Zzguida \(.*licenza taxi ZZ-88, telefono \+39 06 770088\)/);
  expect((await leave(tina)).status).toBe(204);
  for (const text of texts) expect(await tablesHolding(text), text).toEqual([]);
  expect((await fabio.readRequest(open)).body).toMatchObject({ status: 'annullata' });
  expect((await fabio.readCompleted()).swaps).toMatchObject([
    { partnerName: 'Ex collega', partnerLicenseNumber: null, partnerPhone: null },
  ]);
});

test('deletion needs the password, which cannot be guessed; an admin’s account stays', async () => {
  const giulia = await server.signIn({ passwordHash });
  const refused = await leave(giulia, 'Sbagliata!1');
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    code: 'wrong_password',
    fields: { password: 'La password non è corretta.' },
  });
  for (let guessed = 1; guessed < 10; guessed += 1)
    expect((await leave(giulia, 'Sbagliata!1')).status).toBe(403);
  expect((await leave(giulia)).status).toBe(429);
  expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
  const admin = await server.signIn({ role: 'admin', passwordHash });
  expect((await leave(admin)).outcome).toBe('403 admin_account_stays');
});
