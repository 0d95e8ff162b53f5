import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { violationsOf } from './axe.ts';
import { dayCell, fillShifts, freeMonth, openCalendar } from './calendar.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import {
  closeToast,
  expectGone,
  expectSoon,
  expectVisible,
  goBy,
  press,
  signOut,
  toast,
  willShow,
} from './screens.ts';
import { setStage } from './stage.ts';
import { holdTimers, passTime } from './timers.ts';

// What is deleted can be taken back for five seconds, and is sent once, whatever ends them.

const stage = setStage();
const day = `${freeMonth()}-10`;
const next = addDays(day, 1);
const deleted = 'Turno cancellato!';

/** Somebody's holiday, with the number of deletions that were sent so far. */
async function openHoliday() {
  const visit = await stage.phone();
  const { page, context } = visit;
  await holdTimers(page);
  await enterAsNewcomer(page, stage.server);
  await storeShift(page, { date: day, workLocation: 'ferie' });
  await openCalendar(page, freeMonth());
  let sent = 0;
  context.on('request', (request) => (sent += request.method() === 'DELETE' ? 1 : 0));
  return { ...visit, sent: () => sent };
}

async function deleteHoliday(page: Page): Promise<void> {
  await dayCell(page, day, 'ferie').click();
  await press(page.getByRole('dialog'), 'Elimina');
  await expectVisible(dayCell(page, day, 'nessun turno'));
  await expectVisible(toast(page, deleted));
}

const stored = async (page: Page): Promise<Day[]> =>
  (await storedShifts(page, day, next)).map(({ date }) => date);

test('taken back, it was never sent and stands where it stood', async () => {
  const { page, sent } = await openHoliday();
  await deleteHoliday(page);
  expect(await violationsOf(page)).toEqual([]);
  // what another device changes meanwhile does not bring it back
  await storeShift(page, { date: next, workLocation: 'malattia' });
  await expectVisible(dayCell(page, next, 'malattia'));
  await expectVisible(dayCell(page, day, 'nessun turno'));
  await press(toast(page, deleted), 'Annulla');
  await expectVisible(dayCell(page, day, 'ferie'));
  await expectGone(toast(page, deleted));
  expect(await stored(page)).toEqual([day, next]);
  expect(sent()).toBe(0);
});

test('left alone, it is sent after five seconds', async () => {
  const { page, sent } = await openHoliday();
  await deleteHoliday(page);
  await passTime(page, 4999);
  expect(await stored(page)).toEqual([day]);
  await expectVisible(toast(page, deleted));
  expect(sent()).toBe(0);
  await passTime(page, 1);
  await expectGone(toast(page, deleted));
  await expectSoon(() => stored(page), []);
  await expectVisible(dayCell(page, day, 'nessun turno'));
  expect(sent()).toBe(1);
});

test('while its toast is pointed at it waits', async () => {
  const { page, sent } = await openHoliday();
  await deleteHoliday(page);
  await toast(page, deleted).hover();
  await passTime(page, 60_000);
  expect(await stored(page)).toEqual([day]);
  await expectVisible(toast(page, deleted));
  expect(sent()).toBe(0);
  await page.mouse.move(0, 0);
  // until the page has noticed that nothing points at it any more
  await expectSoon(async () => {
    await passTime(page, 5000);
    return toast(page, deleted).count();
  }, 0);
  await expectSoon(() => stored(page), []);
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['is loaded anew', (page) => page.reload()],
  ['leads to another site', (page) => page.goto('about:blank')],
  ['is closed', (page) => page.close({ runBeforeUnload: true })],
])('a page that %s sends it', async (_how, leave) => {
  const { page, context, sent } = await openHoliday();
  const observer = await stage.phone({ storageState: await context.storageState() });
  await deleteHoliday(page);
  expect(await stored(observer.page)).toEqual([day]);
  await leave(page);
  await expectSoon(() => stored(observer.page), []);
  expect(sent()).toBeLessThanOrEqual(1);
});

test('who signs out sends it first', async () => {
  const { page, context } = await openHoliday();
  const sent: string[] = [];
  context.on('response', (answer) => {
    const method = answer.request().method();
    if (method !== 'GET') sent.push(`${method} ${answer.status()}`);
  });
  await deleteHoliday(page);
  // it stands there until the page is loaded anew
  const told = willShow(page, 'Sessione chiusa');
  await signOut(page);
  expect(await told).toBe(true);
  expect(sent).toEqual(['DELETE 204', 'POST 204']);
});

test('what builds on it waits for it', async () => {
  const { page, sent } = await openHoliday();
  await deleteHoliday(page);
  await goBy(page, 'Aggiungi');
  await fillShifts(page, { days: [day], kind: 'Malattia' });
  await press(page, 'Aggiungi giornata');
  await expectVisible(toast(page, 'Giornata aggiunta!'));
  expect(sent()).toBe(1);
  await expectSoon(
    async () => (await storedShifts(page, day, day)).map((shift) => shift.workLocation),
    ['malattia'],
  );
});

test('where no answer comes the row is there again, with the reason', async () => {
  const { page, context, problems } = await openHoliday();
  await deleteHoliday(page);
  await context.setOffline(true);
  await closeToast(page, deleted);
  await expectVisible(
    toast(page, 'Impossibile cancellare il turno', 'Nessuna risposta: controlla la connessione e riprova.'),
  );
  await expectVisible(dayCell(page, day, 'ferie'));
  await context.setOffline(false);
  expect(await stored(page)).toEqual([day]);
  problems.length = 0;
});

test('where the server refuses it the row is there again, with the reason', async () => {
  const { page } = await openHoliday();
  await deleteHoliday(page);
  const message = 'Questo turno è appena stato scambiato.';
  await page.route('**/api/shifts/*', (route) => route.fulfill({ status: 409, json: { message } }));
  await passTime(page, 5000);
  await expectVisible(toast(page, 'Impossibile cancellare il turno', message));
  await expectVisible(dayCell(page, day, 'ferie'));
});
