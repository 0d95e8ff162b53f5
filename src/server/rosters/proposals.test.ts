import { expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { calendarOf, dayAt, firstDay } from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { acceptDays, dutyOn, proposalsOf, rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { needsAction } from '../../domain/notifications/schema.ts';

const server = await testServer();
const { database } = server;

const arrivals = async (person: SignedInCaller): Promise<number> =>
  (await person.notificationTypes()).filter((type) => type === 'roster_arrived').length;
/** Whether the bell asks a person for an answer. */
const asks = async (person: SignedInCaller): Promise<boolean> =>
  (await person.notifications()).some(needsAction);
const decline = (person: SignedInCaller) => person.ask('POST /api/rosters/proposals/decline', { body: {} });

test('an accepted proposal is in the calendar; repeating changes nothing; nobody else is notified', async () => {
  const { loader, person, load } = await rosterSite(server);
  const [giulia, marco] = [await person('.LE.'), await person()];
  expect(await load([giulia, 'EE-L'])).toMatchObject({ people: 1 });
  expect(await calendarOf(giulia, 4)).toBe('.LE.');
  expect(await proposalsOf(giulia)).toEqual(['0 new', '1 changed', '2 missing', '3 new']);
  const { firstName, lastName } = loader.signedIn.user;
  expect(await giulia.ask('GET /api/rosters/proposals')).toMatchObject({
    title: 'dicembre',
    loaderName: `${firstName} ${lastName}`,
  });
  const [news] = await giulia.notifications();
  expect(news?.message).toContain('Il tabellone di dicembre è arrivato: 2 turni e 2 modifiche.');
  expect([await arrivals(giulia), await arrivals(marco)]).toEqual([1, 0]);
  expect(await acceptDays(giulia)).toEqual({ accepted: 4, waiting: 0 });
  expect(await giulia.notifications()).toMatchObject([{ isOver: true, isRead: true }]);
  expect(await acceptDays(giulia)).toEqual({ accepted: 0, waiting: 0 });
  expect(await calendarOf(giulia, 4)).toBe('EE.L');
  expect(await loader.ask('GET /api/rosters', { query: {} })).toMatchObject([{ people: 1, accepted: 1 }]);
  expect(await violatedInvariants(database)).toEqual([]);
});

test('holidays and offered shifts stay until their owner chooses otherwise', async () => {
  const { person, load } = await rosterSite(server);
  const giulia = await person('fmE.');
  const offered = await giulia.entryOn(dayAt(2));
  const request = await giulia.publishedId(offered!.id, { requestedDate: dayAt(2) });
  await load([giulia, 'EELE']);
  expect((await giulia.ask('GET /api/rosters/proposals')).acceptable).toBe(1);
  expect(await proposalsOf(giulia)).toEqual(['0 absence', '1 absence', '2 on_offer', '3 new']);
  expect(await acceptDays(giulia)).toEqual({ accepted: 1, waiting: 3 });
  expect(await calendarOf(giulia, 4)).toBe('fmEE');
  await acceptDays(giulia, [dayAt(0), dayAt(2)]);
  expect(await calendarOf(giulia, 4)).toBe('EmLE');
  expect((await giulia.readRequest(request)).body.status).toBe('annullata');
  expect(await decline(giulia)).toEqual({ declined: 1 });
  expect(await proposalsOf(giulia)).toEqual([]);
  expect(await calendarOf(giulia, 4)).toBe('EmLE');
  expect(await violatedInvariants(database)).toEqual([]);
});

test('the same file changes nothing and notifies nobody; a newer one shows only the differences', async () => {
  const { person, load } = await rosterSite(server);
  const [giulia, marco] = [await person(), await person()];
  const loadFor = (hers: string) => load([giulia, hers], [marco, 'LL-']);
  const told = async () => [await arrivals(giulia), await arrivals(marco)];
  await loadFor('EEE');
  expect(await loadFor('EEE')).toMatchObject({ id: null, people: 0 });
  expect(await told()).toEqual([1, 1]);
  const { version } = await giulia.ask('GET /api/rosters/proposals');
  await decline(marco);
  expect(await loadFor('ELE')).toMatchObject({ people: 1 });
  expect(await told()).toEqual([2, 1]);
  expect(await proposalsOf(marco)).toEqual([]);
  const stale = await giulia.call('POST /api/rosters/proposals/accept', { body: { version: version! } });
  expect(stale.outcome).toBe('409 roster_changed');
  await acceptDays(giulia);
  expect(await calendarOf(giulia, 3)).toBe('ELE');
  expect(await loadFor('ELE')).toMatchObject({ id: null });
  expect((await giulia.notifications()).filter(({ isOver }) => !isOver)).toEqual([]);
});

test('in direct mode only days that need their owner wait', async () => {
  const { person, load } = await rosterSite(server, 'subito');
  const [giulia, marco] = [await person('rfEL.'), await person()];
  await load([giulia, 'EEL-L'], [marco, 'E']);
  expect(await calendarOf(giulia, 5)).toBe('EfLLL');
  expect(await proposalsOf(giulia)).toEqual(['1 absence', '3 missing']);
  expect((await giulia.notifications())[0]?.message).toBe(
    'Il tabellone di dicembre è nel tuo calendario: 2 turni e 1 modifica. 2 giornate aspettano la tua scelta.',
  );
  expect([await asks(giulia), await asks(marco)]).toEqual([true, false]);
});

test('the bell asks until a proposal is accepted, declined or undone, and every open page refreshes', async () => {
  const { person, load, undo } = await rosterSite(server);
  const [giulia, luca, anna] = [await person(), await person(), await person()];
  const people = [giulia, luca, anna];
  const { id } = await load(...people.map((one) => [one, 'E'] as const));
  for (const one of people) expect(await asks(one)).toBe(true);
  const page = await openEventStream(await server.listen(), giulia.token);
  await page.next();
  await acceptDays(giulia);
  const heard = [await page.next(), await page.next()].map((event) => event?.data);
  expect(heard).toContainEqual({ lists: ['shifts', 'notifications'] });
  await page.close();
  await decline(anna);
  await undo(id);
  for (const one of people) expect(await asks(one)).toBe(false);
});

test('the bell stops asking once the calendar matches, whoever wrote it', async () => {
  const { person, load } = await rosterSite(server);
  const [giulia, luca, anna] = [await person(), await person('E'), await person('E')];
  await load([giulia, 'EL'], [luca, 'L'], [anna, '-']);
  await giulia.ask('POST /api/shifts', { body: { date: firstDay, ...dutyOn('E') } });
  expect(await asks(giulia)).toBe(true);
  const shifts = [{ date: dayAt(1), ...dutyOn('L') }];
  await giulia.ask('POST /api/shifts/bulk', { body: { shifts } });
  expect(await asks(giulia)).toBe(false);
  expect(await proposalsOf(giulia)).toEqual([]);
  const params = async (caller: SignedInCaller) => ({ id: (await caller.entryOn(firstDay))!.id });
  await luca.ask('PATCH /api/shifts/:id', { params: await params(luca), body: dutyOn('L') });
  await anna.ask('DELETE /api/shifts/:id', { params: await params(anna) });
  expect([await asks(luca), await asks(anna)]).toEqual([false, false]);
  expect((await anna.notifications())[0]?.message).toContain('Hai già risposto');
});

test('a person who wants such a shift is notified when it is accepted', async () => {
  const { person, load } = await rosterSite(server);
  const [giulia, marco] = [await person('E'), await person()];
  await giulia.publishedId((await giulia.entryOn(firstDay))!.id, { requestedDate: firstDay });
  await load([marco, 'L']);
  expect(await giulia.notificationTypes()).not.toContain('new_compatible_shift');
  await acceptDays(marco);
  expect(await giulia.notificationTypes()).toContain('new_compatible_shift');
});
