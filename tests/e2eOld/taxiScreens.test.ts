import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, daysOf, saturdayWeekOf, type Week } from '../../src/domain/calendar/day.ts';
import type { InputOf } from '../../src/domain/call.ts';
import { violationsOf } from './axe.ts';
import { freeMonth } from './calendar.ts';
import { answerTo, ask } from './calls.ts';
import { chooseWeek, openCard, tabCount, unfoldOthers, weekCard } from './exchanges.ts';
import { type Duty, enterAsNewcomer, storeShift } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, goBy, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** In it nobody of the demo works any more. */
const week = saturdayWeekOf(`${freeMonth()}-07`);

const morning = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
const night = { workLocation: 'sede', startTime: '03:00', endTime: '10:00' } as const;

/** Records the same on the first days of a week; answers the id of the first. */
async function record(page: Page, { from }: Week, duty: Duty, days = 5): Promise<string> {
  const dates = daysOf({ from, to: addDays(from, days - 1) });
  const shifts = await Promise.all(dates.map((date) => storeShift(page, { date, ...duty })));
  return shifts[0]?.id ?? '';
}

/** Deletes what is recorded in a week. */
async function clear(page: Page, { from, to }: Week): Promise<void> {
  for (const { id } of await ask(page, 'GET /api/shifts', { query: { from, to } })) {
    await ask(page, 'DELETE /api/shifts/:id', { params: { id } });
  }
}

const publish = async (page: Page, body: InputOf<'POST /api/exchange-requests'>['body']): Promise<string> =>
  (await ask(page, 'POST /api/exchange-requests', { body })).request.id;

async function enter(firstName: string): Promise<Page> {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf(firstName), firstName);
  return page;
}

test('drivers and operators never see, reach or notify each other', async () => {
  const { page: driver } = await stage.phone();
  await enterAsNewcomer(driver, stage.server, { variant: 'taxi' });
  const operator = await enter('Elena');
  await goBy(operator, 'Scambi');
  const available = await tabCount(operator, 'Disponibili');
  const offeredShiftId = await record(driver, week, morning);
  const weekly = { offeredShiftId, requestedShiftType: 'notte', requestedDate: week.from } as const;
  const driversId = await publish(driver, weekly);
  const shiftId = await record(operator, week, { ...night, startTime: '06:00', endTime: '14:00' });
  const single = {
    offeredShiftId: shiftId,
    requestedShiftType: 'pomeriggio',
    requestedDate: week.from,
  } as const;
  const operatorsId = await publish(operator, single);

  for (const [page, id] of [
    [operator, driversId],
    [driver, operatorsId],
  ] as const) {
    for (const call of [
      'GET /api/exchange-requests/:id',
      'POST /api/exchange-requests/:id/pre-accept',
    ] as const) {
      expect((await answerTo(page, call, { params: { id } })).status).toBe(404);
    }
    await page.goto(`/exchanges?highlight=${id}`);
    await expectVisible(toast(page, 'Questa richiesta non c’è più'));
    const news = await ask(page, 'GET /api/notifications/page');
    expect(news.notifications.filter(({ relatedRequestId }) => relatedRequestId === id)).toEqual([]);
  }
  await expectSoon(() => tabCount(operator, 'Disponibili'), available);
  await expectSoon(() => tabCount(driver, 'Disponibili'), 0);
});

test('a driver reads why something is impossible, and publishes again what was closed', async () => {
  const page = await enter('Tiziana');
  const colleague = await enter('Fabio');
  const own = await record(page, week, morning, 4);
  await record(colleague, week, morning);

  await goBy(page, 'Scambi');
  await press(page, 'Nuova');
  const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await press(form, 'Pubblica richiesta');
  await expectVisible(form.getByText('Seleziona il turno da offrire', { exact: true }));
  await chooseWeek(form, 'Settimana da offrire', week);
  await expectSoon(() => form.getByRole('radio').count(), 3);
  await expectNone(form.getByRole('radio', { name: /Mattina|Sera/ }));
  await press(form, 'Annulla');
  await expectGone(form);

  // Fabio works the same shift, and reads so
  const weekly = { offeredShiftId: own, requestedShiftType: 'notte', requestedDate: week.from } as const;
  const id = await publish(page, weekly);
  await goBy(colleague, 'Scambi');
  const refused = weekCard(colleague, 'Tiziana', week);
  await unfoldOthers(colleague);
  await expectVisible(refused.getByText('In quella settimana lavorate già nello stesso turno.'));
  await expectNone(refused.getByRole('button', { name: /^Pre-accetta/ }));

  // what the request offers changes: it is closed; published again, and by nights, it can be taken
  await record(page, { from: addDays(week.from, 4), to: week.to }, morning, 1);
  await page.goto(`/exchanges?highlight=${id}`);
  const closed = weekCard(page, 'La tua richiesta', week);
  await expectVisible(closed.getByText('I turni della settimana che offrivi sono cambiati.'));
  await closed.getByRole('button', { name: /^Pubblica di nuovo/ }).click();
  await expectSoon(() => form.getByRole('radio', { name: /Notte/ }).isChecked(), true);
  await press(form, 'Pubblica richiesta');
  await expectVisible(weekCard(page, 'La tua richiesta', week).getByText('In attesa', { exact: true }));
  await clear(colleague, week);
  await record(colleague, week, night, 3);
  await expectVisible((await openCard(refused)).getByRole('button', { name: /^Pre-accetta/ }));
});

/** Something to look at in the demo's taxi worksite: how to get there from wherever the page is. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  'week form': async (page) => {
    await page.goto('/exchanges?nuova=');
    const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
    await form.getByRole('button', { name: /Settimana da offrire/ }).click();
    await page
      .getByRole('option', { name: /giorni$/ })
      .first()
      .click();
    await expectVisible(form.getByRole('status').getByText(/accetta/));
  },
  'holiday form': async (page) => {
    await press(page.getByRole('dialog'), 'Scambia Ferie');
    const form = page.getByRole('dialog', { name: 'Scambia Ferie' });
    await form.getByRole('button', { name: /La settimana che vorresti/ }).click();
    await page
      .getByRole('option', { name: /giorni$/ })
      .first()
      .click();
    await expectVisible(form.getByRole('table').nth(1));
  },
  'day by day': async (page) => {
    await page.goto('/exchanges?tab=disponibili');
    await page.getByText('Giorno per giorno', { exact: true }).first().click();
    await expectVisible(page.getByRole('table').first());
  },
  'to pre-accept': async (page) => {
    await page
      .getByRole('button', { name: /^Pre-accetta/ })
      .first()
      .click();
    await expectVisible(page.getByRole('alertdialog').getByRole('table').first());
  },
  'to confirm': async (page) => {
    await page.goto('/exchanges?tab=pre-accettati');
    await press(page, 'Scambia con Fabio');
    await expectVisible(page.getByRole('alertdialog').getByRole('table'));
  },
  'completed, on the dashboard': async (page) => {
    await page.goto('/?tab=scambi');
    await expectVisible(page.getByRole('link', { name: 'Chiama Fabio Gallo' }));
  },
  receipt: async (page) => {
    await page.getByRole('link', { name: /^Ricevuta/ }).click();
    await expectVisible(page.getByRole('heading', { name: 'Scambio di settimana', level: 2 }));
  },
};

test.each(['phone', 'desktop'] as const)('nothing is in a driver’s way on a %s', async (size) => {
  const { page } = await stage[size]();
  await signIn(page, stage.server.signInOf('Tiziana'), 'Tiziana');
  const found: string[] = [];
  for (const [name, open] of Object.entries(screens)) {
    await open(page);
    found.push(...(await violationsOf(page)).map((violation) => `${name}, ${violation}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(found).toEqual([]);
});
