import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import {
  calendarOf,
  dayAt,
  entriesOf,
  offerDay,
  publishedDay,
  recordDays,
  signInWorker,
  type Worker,
} from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { deleteOwnRows } from '../users/queries.anonymise.ts';

const server = await testServer();
const { database, context, clock } = server;

async function recorded(person: Worker, letters: string, isReplacing?: boolean): Promise<string> {
  const { status, body, text } = await recordDays(person, letters, isReplacing);
  if (status !== 201 || body.id === null) throw new Error(`record: ${status} ${text}`);
  return body.id;
}

const takeBack = (person: Worker, id: string) =>
  person.call('DELETE /api/shifts/bulk/:id', { params: { id } });

/** Giulia offers her first day, and Marco the fourth in return. */
async function offered() {
  const giulia = await signInWorker(server, 'E......');
  const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  return { giulia, marco, requestId };
}

async function batchesOf({ id }: Worker): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from shift_batches where user_id = ${id}`);
  return count;
}

describe('POST /api/shifts/bulk', () => {
  test('records the entries of many days in one call', async () => {
    const giulia = await signInWorker(server, '');
    const { status, body } = await recordDays(giulia, 'EELLrrf');
    expect([status, body.replaced]).toEqual([201, 0]);
    expect(body.shifts.map(({ date, shiftType }) => [date, shiftType])).toEqual(
      ['mattina', 'mattina', 'pomeriggio', 'pomeriggio', null, null, null].map((type, day) => [
        dayAt(day),
        type,
      ]),
    );
    expect(await calendarOf(giulia)).toBe('EELLrrf');
  });

  test('leaves the calendar unchanged if any day is refused, with the reason for each', async () => {
    const giulia = await signInWorker(server, '..E....');
    const { status, refusal } = await recordDays(giulia, 'ESEL...');
    expect(status).toBe(400);
    expect(refusal).toMatchObject({
      code: 'shifts_refused',
      message: '2 giornate non vanno bene: non è stato salvato niente.',
      fields: {
        [dayAt(1)]: 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 4 ore.',
        [dayAt(2)]: 'Hai già un turno in questa data',
      },
    });
    expect(await calendarOf(giulia)).toBe('..E....');
    expect(await batchesOf(giulia)).toBe(0);
  });

  test('accepts 366 entries with the longest notes, but neither none nor more', async () => {
    const giulia = await signInWorker(server, '');
    const notes = 'è'.repeat(1000);
    const send = (count: number) => {
      const days = Array.from({ length: count }, (_, day) => addDays(dayAt(0), day));
      const shifts = days.map((date) => ({ ...entriesOf('E')[0]!, date, notes }));
      return giulia.call('POST /api/shifts/bulk', { body: { shifts } });
    };
    for (const count of [0, 367]) expect((await send(count)).refusal.code).toBe('invalid_data');
    const { status, body } = await send(366);
    expect([status, body.shifts.length, body.shifts.at(-1)?.notes]).toEqual([201, 366, notes]);
  });

  test('refuses entries for somebody else, and from admins', async () => {
    const giulia = await signInWorker(server, '');
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    const shifts = [{ ...entriesOf('E')[0]!, userId: marco.id }];
    expect((await giulia.call('POST /api/shifts/bulk', { body: { shifts } })).status).toBe(403);
    expect(await calendarOf(marco)).toBe('.......');
    const admin = await signInWorker(server, '', { role: 'admin' });
    expect((await recordDays(admin, 'E')).refusal.code).toBe('shift_admin_without_calendar');
  });

  test('checks the whole week for flexible shifts, without the replaced entries', async () => {
    const sara = await signInWorker(server, 'EES....', { contractHours: 5 });
    await database.run(sql`update users set enable_flexible_shifts = true where id = ${sara.id}`);
    expect((await recordDays(sara, '..E....', true)).refusal.fields?.[dayAt(2)]).toContain('24 ore');
    await recorded(sara, 'SSE....', true);
    expect(await calendarOf(sara)).toBe('SSE....');
  });
});

describe('replacing', () => {
  test('overwrites existing entries and skips identical ones', async () => {
    const giulia = await signInWorker(server, 'ELr....');
    const { body } = await recordDays(giulia, 'ErLL...', true);
    expect([body.shifts.length, body.replaced]).toEqual([3, 2]);
    expect(await calendarOf(giulia)).toBe('ErLL...');
    const [first] = await giulia.ask('GET /api/calendar/shifts', { query: { from: dayAt(0), to: dayAt(0) } });
    expect(first).toMatchObject({ id: giulia.shiftIds[0], notes: 'nota 0' });
    const again = await recordDays(giulia, 'ErLL...', true);
    expect(again.body).toEqual({ id: null, shifts: [], replaced: 0 });
  });

  test('refuses a day that came from a swap', async () => {
    const { giulia, marco, requestId } = await offered();
    expect((await giulia.confirm(requestId, marco.id)).status).toBe(200);
    const { refusal } = await recordDays(giulia, '.E.E...', true);
    expect(refusal.fields).toEqual({
      [dayAt(3)]: expect.stringContaining('è stato scambiato con') as string,
    });
    expect(await calendarOf(giulia)).toBe('r..L...');
  });

  test('closes the request of an offered shift and notifies people who had pre-accepted', async () => {
    const { giulia, marco, requestId } = await offered();
    await recorded(giulia, 'L......', true);
    expect((await giulia.readRequest(requestId)).body).toMatchObject({
      status: 'annullata',
      closeReason: 'shift_changed',
    });
    expect(await marco.notificationTypes()).toContain('shift_updated');
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe('effects of many entries on swaps', () => {
  test('a requester who wants one of several days is notified once, of the first that fits', async () => {
    const giulia = await signInWorker(server, 'E......');
    const requestId = await publishedDay(giulia, 0, [2, 3, 4]);
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    await recorded(marco, '..LLL..');
    const { notifications } = await giulia.ask('GET /api/notifications/page');
    const told = notifications.filter(({ type }) => type === 'new_compatible_shift');
    expect(told.map(({ relatedRequestId }) => relatedRequestId)).toEqual([requestId]);
    expect(told[0]?.message).toContain('25');
    await recorded(marco, '.L...L.');
    expect((await giulia.notificationTypes()).filter((type) => type === 'new_compatible_shift')).toHaveLength(
      1,
    );
  });
});

describe('DELETE /api/shifts/bulk/:id', () => {
  test('deletes the recorded entries and restores the replaced ones', async () => {
    const giulia = await signInWorker(server, 'EfL....');
    const id = await recorded(giulia, 'LLLrrr.', true);
    expect(await calendarOf(giulia)).toBe('LLLrrr.');
    clock.advance(9 * 60 + 59);
    const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
    expect((await takeBack(marco, id)).status).toBe(404);
    expect((await takeBack(giulia, id)).body).toEqual({ removed: 5, restored: 2, kept: 0 });
    expect(await calendarOf(giulia)).toBe('EfL....');
    const [first] = await giulia.ask('GET /api/calendar/shifts', { query: { from: dayAt(0), to: dayAt(0) } });
    expect(first?.notes).toBe('nota 0');
    expect((await takeBack(giulia, id)).status).toBe(404);
  });

  test('is refused after ten minutes', async () => {
    const giulia = await signInWorker(server, '');
    const id = await recorded(giulia, 'EE.....');
    clock.advance(10 * 60 + 1);
    expect((await takeBack(giulia, id)).refusal).toMatchObject({
      code: 'shifts_kept',
      message: 'Sono passati più di 10 minuti: le giornate restano nel calendario.',
    });
    expect(await calendarOf(giulia)).toBe('EE.....');
  });

  test('keeps entries that changed since or are part of a swap', async () => {
    const giulia = await signInWorker(server, '');
    const { body } = await recordDays(giulia, 'EELLr..');
    const shiftOf = (place: number): string => body.shifts[place]!.id;
    clock.advance(60);
    await giulia.ask('PATCH /api/shifts/:id', { params: { id: shiftOf(0) }, body: { notes: 'chiavi' } });
    giulia.shiftIds[1] = shiftOf(1);
    await publishedDay(giulia, 1, [5]);
    const marco = await signInWorker(server, '....E..', { worksiteId: giulia.worksiteId });
    const wish = await publishedDay(marco, 4, [2]);
    giulia.shiftIds[2] = shiftOf(2);
    await offerDay(giulia, wish, 2);
    expect((await takeBack(giulia, body.id!)).body).toEqual({ removed: 2, restored: 0, kept: 3 });
    expect(await calendarOf(giulia)).toBe('EEL....');
    expect((await marco.readRequest(wish)).body.preAcceptedBy).toHaveLength(1);
  });

  test('keeps a day that has passed at midnight', async () => {
    clock.set('2026-11-23T22:55:00.000Z');
    const giulia = await signInWorker(server, '');
    const { body } = await recordDays(giulia, 'Nr.....');
    clock.set('2026-11-23T23:01:00.000Z');
    expect((await takeBack(giulia, body.id!)).body).toEqual({ removed: 1, restored: 0, kept: 1 });
  });
});

test('batches that can no longer be undone are deleted, as are those of a deleted account', async () => {
  const giulia = await signInWorker(server, 'm......');
  const marco = await signInWorker(server, '');
  await recorded(giulia, 'E......', true);
  clock.advance(8 * 60);
  await recorded(marco, 'E......');
  clock.advance(3 * 60);
  const upkeep = await startSteadyUpkeep(context);
  await upkeep.run();
  await upkeep.stop();
  expect([await batchesOf(giulia), await batchesOf(marco)]).toEqual([0, 1]);
  await context.database.transaction((tx) => deleteOwnRows(tx, marco.id));
  expect(await batchesOf(marco)).toBe(0);
});
