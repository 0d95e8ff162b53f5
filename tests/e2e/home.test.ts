import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import type { Visit } from '../support/browser.ts';
import { violationsOf } from './axe.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, heading, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

// Home answers what now: what waits for me is there without a tap, and answered in place.

const stage = setStage();
const month = freeMonth();
const [offered, mirrored] = [`${month}-10`, `${month}-11`] satisfies [Day, Day];

const waiting = (page: Page): Locator => page.getByRole('region', { name: 'Tocca a te' });

/** A person of the demo on a phone, at Home. */
async function enter(firstName: string): Promise<Visit> {
  const visit = await stage.phone();
  await signIn(visit.page, stage.server.signInOf(firstName), firstName);
  return visit;
}

/** How far a part's lower edge lies above that of the first screen's free space, which ends at the bar at the bottom. */
async function roomBelow(page: Page, part: Locator): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Principale' }).boundingBox();
  const box = await part.boundingBox();
  return (bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
}

describe('on a phone', () => {
  test('what waits, the next shift and two weeks stand on the first screen, in this order', async () => {
    const { page } = await enter('Giulia');
    const parts = [
      waiting(page),
      page.getByRole('region', { name: 'Benvenuto' }),
      page.getByRole('region', { name: 'Questa settimana e la prossima' }),
    ];
    for (const part of parts) await expectVisible(part);
    // the font may still move them
    await page.evaluate(() => document.fonts.ready.then(() => null));
    let lowest = 0;
    for (const part of parts) {
      expect(await roomBelow(page, part)).toBeGreaterThan(0);
      const top = (await part.boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThan(lowest);
      lowest = top;
    }
    await expectVisible(parts[1]!.getByText(/^(oggi, |domani, )?\S+ì \d+( \S+)?$/));
    expect(await violationsOf(page)).toEqual([]);
  });

  test('an offer is confirmed with two taps', async () => {
    const { page } = await enter('Giulia');
    const requestId = await publishShift(page, await recordShift(page, offered, '06:00', '14:00'), offered);
    const { page: marco } = await enter('Marco');
    await recordShift(marco, offered, '14:00', '22:00');
    await preAccept(marco, requestId);
    const row = waiting(page)
      .getByRole('listitem')
      .filter({ hasText: formatMediumDay(offered) });
    // the screen follows: nothing is touched until it is there
    await expectVisible(row.getByText('Dai 06:00–14:00, ricevi 14:00–22:00'));
    await expectSoon(async () => (await roomBelow(page, row)) > 0, true);
    const count = await countTaps(page);
    await row.getByRole('button', { name: 'Scambia con Marco' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma lo scambio' }).tap();
    await expectVisible(toast(page, 'Scambio completato'));
    expect(count.taps).toBe(2);
    await expectGone(row);
    const title = heading(page, 'Ciao Giulia');
    await expectSoon(() => title.evaluate((element) => element === document.activeElement), true);
    await openCalendar(page, month);
    await expectVisible(dayCell(page, offered, 'sede 14:00–22:00, scambiato con Marco Bianchi'));
  });

  test('a match is pre-accepted with one tap, and then waits for the other', async () => {
    const { page } = await enter('Giulia');
    const { page: marco } = await enter('Marco');
    await publishShift(page, await recordShift(page, mirrored, '06:00', '14:00'), mirrored);
    const his = await recordShift(marco, mirrored, '14:00', '22:00');
    await publishShift(marco, his, mirrored, 'mattina');
    const row = waiting(page)
      .getByRole('listitem')
      .filter({ hasText: formatMediumDay(mirrored) });
    await expectVisible(row.getByText(/^Tu e Marco Bianchi potete scambiarvi proprio quello che cercate/));
    const count = await countTaps(page);
    await row.getByRole('button', { name: 'Pre-accetta lo scambio con Marco Bianchi' }).tap();
    await expectVisible(toast(page, 'Richiesta pre-accettata'));
    expect(count.taps).toBe(1);
    await expectGone(row);
    const answer = waiting(marco)
      .getByRole('listitem')
      .filter({ hasText: formatMediumDay(mirrored) });
    await expectVisible(answer.getByRole('button', { name: 'Scambia con Giulia' }));
  });

  test('who has nothing in the calendar reads three first steps, and the calendar once there is something', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    const steps = page.getByRole('region', { name: 'Per cominciare' }).getByRole('link');
    await expectVisible(steps.first());
    await expectSoon(
      () => steps.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['/shifts/new', '/profile', '/exchanges'],
    );
    await expectNone(page.getByRole('grid'));
    expect(await violationsOf(page)).toEqual([]);
    await storeShift(page, { date: offered, workLocation: 'libero' });
    // the screen follows
    await expectVisible(page.getByRole('grid'));
    await expectNone(steps);
  });
});
