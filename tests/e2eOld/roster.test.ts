import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, daysOf, type Day } from '../../src/domain/calendar/day.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsOf } from './axe.ts';
import { today } from './calendar.ts';
import { ask, idOf } from './calls.ts';
import { enterAsNewcomer, storedShifts, storeShift } from './newcomer.ts';
import { expectGone, expectSoon, expectVisible, heading, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

// A roster reaches its people: taken over from Home, or looked at day by day.

const stage = setStage();

const start = (): Day => addDays(today(), 40);
const shift = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

/** The CEO loads a roster of ten days for the person of this page: eight at work, two free. */
async function load(ceo: Page, person: Page): Promise<string> {
  const { user } = await ask(person, 'GET /api/auth/user');
  const days = { from: start(), to: addDays(start(), 9) };
  const { id } = await ask(ceo, 'POST /api/rosters', {
    body: {
      worksiteId: user.worksiteId,
      title: 'dicembre',
      days,
      people: [
        {
          userId: await idOf(person),
          days: daysOf(days).map((day, index) => ({ day, duty: index < 8 ? shift : null })),
        },
      ],
    },
  });
  return id!;
}

const datesOf = async (page: Page): Promise<Day[]> =>
  (await storedShifts(page, start(), addDays(start(), 9))).flatMap(({ date, startTime }) =>
    startTime === '06:00' ? [date] : [],
  );

test('a roster is accepted on Home with one tap; what needs a choice is chosen on its page; undone, it is gone', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await storeShift(page, { date: start(), workLocation: 'ferie' });
  await storeShift(page, {
    date: addDays(start(), 1),
    workLocation: 'sede',
    startTime: '14:00',
    endTime: '22:00',
  });
  await storeShift(page, { date: addDays(start(), 8), ...shift });
  const { page: ceo } = await stage.desktop();
  await signIn(ceo, demoCeo, 'CEO');
  const rosterId = await load(ceo, page);

  // the card comes without a reload
  const card = page.getByRole('region', { name: 'Tocca a te' });
  await expectVisible(card.getByText('Il tabellone di dicembre è arrivato'));
  await expectVisible(card.getByText('6 turni nuovi, 1 turno cambiato, 1 da togliere, 1 da scegliere'));
  expect(await violationsOf(page)).toEqual([]);
  const count = await countTaps(page);
  await card.getByRole('button', { name: 'Accetta tutto' }).tap();
  await expectVisible(toast(page, 'Calendario aggiornato'));
  expect(count.taps).toBeLessThanOrEqual(2);
  await expectSoon(() => datesOf(page), daysOf({ from: addDays(start(), 1), to: addDays(start(), 7) }));

  await card.getByRole('link', { name: 'Vedi le differenze' }).tap();
  await expectVisible(heading(page, 'Il tabellone di dicembre'));
  await expectVisible(page.getByText('Hai ferie; sul tabellone 06:00–14:00'));
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('checkbox').check();
  await press(page, 'Accetta 1 giornata');
  await expectVisible(page.getByText('Nessun tabellone aspetta una tua risposta.'));
  await expectSoon(() => datesOf(page), daysOf({ from: start(), to: addDays(start(), 7) }));

  await ask(ceo, 'DELETE /api/rosters/:id', { params: { id: rosterId } });
  await expectSoon(() => datesOf(page), [addDays(start(), 8)]);
});

test('who leaves the calendar as it is has nothing more on Home', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const { page: ceo } = await stage.desktop();
  await signIn(ceo, demoCeo, 'CEO');
  await load(ceo, page);
  await page.goto('/tabellone');
  await expectVisible(page.getByRole('button', { name: 'Accetta 8 giornate' }));
  await press(page, 'Lascia tutto com’è');
  await expectVisible(toast(page, 'Il tuo calendario resta com’è'));
  await page.goto('/');
  await expectVisible(heading(page, 'Ciao Nina'));
  await expectGone(page.getByText('Il tabellone di dicembre è arrivato'));
  expect(await datesOf(page)).toEqual([]);
});
