import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, formatShortDay, weekdayOf } from '../../src/domain/calendar/day.ts';
import { addMonths, type Month } from '../../src/domain/calendar/month.ts';
import { isLong } from '../support/longForm.ts';
import { addShifts, calendar, dayCell, freeMonth, openCalendar, said, today } from './calendar.ts';
import { card, publish } from './exchanges.ts';
import { expectGone, expectSoon, expectVisible, goBy, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';

/** The next month with a clock change in Rome that is free of demo entries. */
function monthOfChange(): Month {
  let month = freeMonth();
  while (!/-(03|10)$/.test(month)) month = addMonths(month, 1);
  return month;
}

const month = monthOfChange();
const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
const changeDay = addDays(lastDay, -(weekdayOf(lastDay) % 7));
/** Both ends of the month, the night of the clock change, and a day without anything. */
const days: Day[] = [...new Set([`${month}-01`, `${month}-12`, addDays(changeDay, -1), changeDay, lastDay])];

describe.each(isLong ? ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'] : ['America/Los_Angeles'])(
  'server and browser in %s',
  (zone) => {
    const stage = setStage({ settings: () => ({ TZ: zone }) });

    async function enter(timezoneId: string): Promise<Page> {
      const { page } = await stage.phone({ timezoneId });
      await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
      return page;
    }

    test('a recorded day stays that day, there and seen from Rome', async () => {
      const there = await enter(zone);
      expect(await there.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone);
      await expectSoon(async () => {
        const marked = calendar(there).locator('[role=gridcell][aria-current=date]');
        return (await marked.ariaSnapshot()).includes(`"${said(today())},`);
      }, true);
      await addShifts(there, { days, kind: 'Sede', start: '06:00' });
      const here = await enter('Europe/Rome');
      for (const page of [there, here]) {
        await openCalendar(page, month);
        for (const day of days) await expectVisible(dayCell(page, day, 'sede 06:00–14:00'));
        const entries = calendar(page).getByRole('gridcell', { name: /sede 06:00–14:00$/ });
        await expectSoon(() => entries.count(), days.length);
      }

      // an edit does not move it either
      await dayCell(there, changeDay, 'sede 06:00–14:00').click();
      await press(there.getByRole('dialog'), 'Modifica');
      await expectSoon(
        () => there.getByLabel('Data', { exact: true }).inputValue(),
        formatShortDay(changeDay),
      );
      await there.getByLabel('Note').fill('Cambia l’ora');
      await press(there, 'Salva');
      await expectVisible(toast(there, 'Turno aggiornato!'));
      for (const page of [there, here]) {
        await expectVisible(dayCell(page, changeDay, 'sede 06:00–14:00, con note'));
      }

      // nor a request to swap it
      await goBy(there, 'Scambi');
      await publish(there, { day: changeDay, times: '06:00–14:00', wanted: 'Pomeriggio', message: '' });
      await expectVisible(card(there, 'La tua richiesta', changeDay));
      await expectVisible(dayCell(here, changeDay, 'sede 06:00–14:00, offerto in uno scambio, con note'));
      await expectGone(dayCell(here, changeDay, 'sede 06:00–14:00, con note'));
    });
  },
);
