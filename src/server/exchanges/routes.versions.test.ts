import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  early,
  editRequest,
  entryOf,
  late,
  offer,
  type OnDuty,
  pair,
  preAccept,
  publishedId,
  readRequest,
  readTab,
  signInOnDuty,
  swapDay,
} from '../../../tests/support/swaps.ts';
import {
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';

// Who decides says what they had before their eyes; meanwhile it may have become something else.

const server = await testServer();
const { database } = server;

const changed = {
  status: 409,
  body: {
    code: 'exchange_changed',
    message: 'Nel frattempo qualcosa è cambiato: ricontrolla prima di decidere.',
  },
};

/** The versions of a request and of its first offer, as its requester reads them. */
async function versionsOf(requester: Caller, requestId: string): Promise<{ request: string; offer: string }> {
  const { version, preAcceptedBy } = (await readRequest(requester, requestId)).body;
  return { request: version, offer: preAcceptedBy[0]?.version ?? '' };
}

const edit = (person: Caller, requestId: string, offeredShiftId: string, change: object = {}) =>
  editRequest(person, requestId, {
    offeredShiftId,
    requestedDate: swapDay,
    requestedShiftType: 'pomeriggio',
    ...change,
  });

const takeBack = (person: Caller, requestId: string) =>
  person.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', { params: { id: requestId } });

/** Giulia works early and has published; Marco works late. */
async function published(): Promise<{ giulia: OnDuty; marco: OnDuty; requestId: string }> {
  const { giulia, marco } = await pair(server);
  return { giulia, marco, requestId: await publishedId(giulia, giulia.shiftId) };
}

describe('confirming what one saw', () => {
  test('confirming what one saw takes the offer that is still the same', async () => {
    const { giulia, marco, requestId } = await published();
    await offer(marco, requestId);
    const { offer: seen } = await versionsOf(giulia, requestId);
    const listed = (await readTab(giulia, 'pre-accettati')).requests[0]?.preAcceptedBy[0]?.version;
    expect(listed).toBe(seen);
    // neither a notification read, nor another colleague's offer, nor time changes it
    const sara = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    await offer(sara, requestId);
    server.clock.advance(3600);
    expect((await confirm(giulia, requestId, marco.id, seen)).status).toBe(200);
    expect(await entryOf(giulia)).toMatchObject(late);
  });

  test('confirming what one saw is refused once the colleague offers another shift', async () => {
    const { giulia, marco, requestId } = await published();
    await offer(marco, requestId);
    const { offer: seen } = await versionsOf(giulia, requestId);
    const later = { startTime: '15:00', endTime: '23:00' };
    expect((await changeShift(marco, marco.shiftId, later)).status).toBe(200);
    expect(await confirm(giulia, requestId, marco.id, seen)).toMatchObject({
      body: { code: 'exchange_offer_gone' },
    });
    await offer(marco, requestId);
    expect(await confirm(giulia, requestId, marco.id, seen)).toMatchObject(changed);
    expect(
      await giulia.call('POST /api/exchange-requests/:id/final-confirm', {
        params: { id: requestId },
        body: { version: seen },
      }),
    ).toMatchObject(changed);
    expect(await entryOf(giulia)).toMatchObject({ id: giulia.shiftId, ...early });
    expect((await readRequest(giulia, requestId)).body).toMatchObject({
      status: 'aperta',
      preAcceptanceCount: 1,
    });
    // having looked again
    const { offer: now } = await versionsOf(giulia, requestId);
    expect((await confirm(giulia, requestId, marco.id, now)).status).toBe(200);
    expect(await entryOf(giulia)).toMatchObject(later);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('confirming what one saw is refused once the offer was withdrawn and made again; without a version it is taken as it stands', async () => {
    const { giulia, marco, requestId } = await published();
    await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    await offer(marco, requestId);
    const { offer: seen } = await versionsOf(giulia, requestId);
    await takeBack(marco, requestId);
    server.clock.advance(60);
    await offer(marco, requestId);
    expect(await confirm(giulia, requestId, marco.id, seen)).toMatchObject(changed);
    expect((await confirm(giulia, requestId, marco.id)).status).toBe(200);
    // what is done says so, whatever the version
    expect(await confirm(giulia, requestId, marco.id, seen)).toMatchObject({
      body: { code: 'exchange_closed' },
    });
  });

  test('confirming what one saw of a week is refused once the colleague offers another one', async () => {
    const worksiteId = await openTaxiWorksite(server);
    const tiziana = await signInDriver(server, { [nextWeek]: 'MMMMMrr' }, { worksiteId });
    const fabio = await signInDriver(server, { [nextWeek]: 'NNNNNrr' }, { worksiteId });
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    await offer(fabio, requestId);
    const { offer: seen } = await versionsOf(tiziana, requestId);
    const ids = Object.values(fabio.shifts).slice(0, 5);
    await database.run(sql`
      update shifts set start_time = '20:00', end_time = '03:00', shift_type = 'seminotte' where id = any(${ids}::uuid[])`);
    await database.run(sql`update pre_acceptances set status = 'decaduta' where request_id = ${requestId}`);
    await offer(fabio, requestId);
    expect(await confirm(tiziana, requestId, fabio.id, seen)).toMatchObject(changed);
    expect(await weekOf(tiziana, nextWeek)).toBe('MMMMMrr');
    const { offer: now } = await versionsOf(tiziana, requestId);
    // days that merely pass change nothing: Sunday has begun
    server.clock.set('2026-11-22T05:30:00.000Z');
    const later = await server.signInAs(tiziana);
    expect(await versionsOf(later, requestId)).toMatchObject({ offer: now });
    expect((await confirm(later, requestId, fabio.id, now)).status).toBe(200);
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe('pre-accepting what one saw', () => {
  test('pre-accepting what one saw works while it is the same; repeating it too, whatever has changed since', async () => {
    const { giulia, marco, requestId } = await published();
    const seen = (await readRequest(marco, requestId)).body.version;
    expect((await readTab(marco, 'disponibili')).requests[0]?.version).toBe(seen);
    expect(await versionsOf(giulia, requestId)).toMatchObject({ request: seen });
    // a message is no reason to look again
    await edit(giulia, requestId, giulia.shiftId, { message: 'Grazie' });
    expect((await preAccept(marco, requestId, seen)).status).toBe(200);
    // another wanted type leaves the offer standing
    await edit(giulia, requestId, giulia.shiftId, { requestedShiftType: 'sera' });
    expect((await preAccept(marco, requestId, seen)).status).toBe(200);
    expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(1);
  });

  test.each([
    ['another shift', 'shift'],
    ['another wanted type', 'type'],
  ] as const)('is refused once it is about %s', async (_what, what) => {
    const { giulia, marco, requestId } = await published();
    const seen = (await readRequest(marco, requestId)).body.version;
    const record = { date: '2026-11-21', workLocation: 'sede' } as const;
    const hers = await giulia.call('POST /api/shifts', {
      body: { ...record, startTime: '06:00', endTime: '14:00' },
    });
    await marco.call('POST /api/shifts', { body: { ...record, startTime: '14:00', endTime: '22:00' } });
    const change = what === 'shift' ? { requestedDate: '2026-11-21' } : { requestedShiftType: 'sera' };
    const shiftId = what === 'shift' ? hers.body.id : giulia.shiftId;
    expect((await edit(giulia, requestId, shiftId, change)).status).toBe(200);
    expect(await preAccept(marco, requestId, seen)).toMatchObject(changed);
    expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(0);
    const now = (await readRequest(marco, requestId)).body.version;
    expect((await preAccept(marco, requestId, now)).status).toBe(200);
  });

  test('pre-accepting what one saw of a week is refused once it is about another week', async () => {
    const worksiteId = await openTaxiWorksite(server);
    const tiziana = await signInDriver(
      server,
      { [nextWeek]: 'MMMMMrr', [laterWeek]: 'MMMMMrr' },
      { worksiteId },
    );
    const fabio = await signInDriver(
      server,
      { [nextWeek]: 'NNNNNrr', [laterWeek]: 'NNNNNrr' },
      { worksiteId },
    );
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    const seen = (await readRequest(fabio, requestId)).body.version;
    const change = (day: string) =>
      edit(tiziana, requestId, tiziana.shifts[day]!, { requestedDate: day, requestedShiftType: 'notte' });
    // through another shift it is the same week
    expect((await change('2026-11-24')).status).toBe(200);
    expect((await readRequest(fabio, requestId)).body.version).toBe(seen);
    expect((await change(laterWeek)).status).toBe(200);
    expect(await preAccept(fabio, requestId, seen)).toMatchObject(changed);
    const now = (await readRequest(fabio, requestId)).body.version;
    expect((await preAccept(fabio, requestId, now)).status).toBe(200);
  });

  test('pre-accepting what one saw takes no wrong version for any', async () => {
    const { marco, requestId } = await published();
    for (const body of [{ version: 7 }, { version: 'x'.repeat(65) }, []]) {
      expect(
        (
          await marco.callUntyped('POST /api/exchange-requests/:id/pre-accept', {
            params: { id: requestId },
            body,
          })
        ).status,
      ).toBe(400);
    }
    expect(
      await marco.statusOf('POST /api/exchange-requests/:id/pre-accept', {
        params: { id: requestId },
        body: {},
      }),
    ).toBe(200);
  });
});
