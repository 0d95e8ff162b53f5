import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import type { Visit } from '../support/browser.ts';
import { violationsOf } from './axe.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import {
  expectGone,
  expectSoon,
  expectVisible,
  heading,
  navigation,
  press,
  signIn,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';
import { badgeOf, everything, letEverythingWait, letShowBadge, swaps } from './waitingMatters.ts';

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

/** The number that stands in a heading or a link. */
const numberOf = async (place: Locator): Promise<number> => Number(/\d+/.exec(await place.innerText())?.[0]);

/** How far a part's lower edge lies above that of the first screen's free space, which ends at the bar at the bottom. */
async function roomBelow(page: Page, part: Locator): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Principale' }).boundingBox();
  const box = await part.boundingBox();
  return (bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
}

describe('on a phone', () => {
  test('the next shift, what waits and two weeks stand on the first screen, in this order', async () => {
    const { page } = await enter('Giulia');
    const parts = [
      page.getByRole('region', { name: 'Benvenuto' }),
      waiting(page),
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
    await expectVisible(parts[0]!.getByText(/^(oggi, |domani, )?\S+ì \d+( \S+)?$/));
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

  test('of equal offers the one on top is confirmed with two taps, the others after they were opened', async () => {
    const people = [];
    for (let at = 0; at < 4; at += 1) {
      const { page } = await stage.phone();
      await enterAsNewcomer(page, stage.server);
      people.push(page);
    }
    const [page, ...colleagues] = people as [Page, ...Page[]];
    const days = [offered, mirrored];
    for (const day of days) {
      const requestId = await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
      for (const colleague of colleagues) {
        await recordShift(colleague, day, '14:00', '22:00');
        await preAccept(colleague, requestId);
      }
    }
    const rowOf = (day: Day): Locator =>
      waiting(page)
        .getByRole('listitem')
        .filter({ has: page.getByText(`3 colleghi accettano il tuo turno di ${formatMediumDay(day)}`) });
    // an entry for each request
    await expectVisible(rowOf(offered).getByText('Con Nina Nuova: dai 06:00–14:00, ricevi 14:00–22:00'));
    await expectVisible(rowOf(mirrored));
    await expectSoon(() => numberOf(waiting(page).getByRole('heading', { level: 2 })), 2);
    await expectSoon(async () => (await roomBelow(page, rowOf(mirrored))) > 0, true);
    expect(await violationsOf(page)).toEqual([]);
    const count = await countTaps(page);
    await rowOf(offered).getByRole('button', { name: 'Scambia con Nina' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma lo scambio' }).tap();
    await expectVisible(toast(page, 'Scambio completato'));
    expect(count.taps).toBe(2);
    await expectGone(rowOf(offered));

    await rowOf(mirrored)
      .getByRole('button', { name: /^Altre 2 offerte/ })
      .tap();
    const others = page.getByRole('list', { name: `Altre offerte per ${formatMediumDay(mirrored)}` });
    await expectSoon(() => others.getByRole('button', { name: 'Scambia con Nina' }).count(), 2);
    expect(await violationsOf(page)).toEqual([]);
    await others.getByRole('button', { name: 'Scambia con Nina' }).last().tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma lo scambio' }).tap();
    await expectVisible(toast(page, 'Scambio completato').last());
    expect(count.taps).toBe(5);
    await expectGone(rowOf(mirrored));
  });

  test('however much waits, of every kind, it stands on the first screen with the next shift', async () => {
    const { page } = await stage.phone();
    await letEverythingWait(page);
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    const parts = [page.getByRole('region', { name: 'Benvenuto' }), waiting(page)];
    for (const part of parts) await expectVisible(part);
    await expectSoon(() => numberOf(waiting(page).getByRole('heading', { level: 2 })), everything);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const part of parts) expect(await roomBelow(page, part)).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    const answers = (name: RegExp): Promise<number> => waiting(page).getByRole('button', { name }).count();
    await press(waiting(page), 'Altre 8 richieste con offerte');
    await expectSoon(() => answers(/^Scambia con /), 9);
    await press(waiting(page), '2 scambi perfetti');
    await expectSoon(() => answers(/^Pre-accetta /), 2);
    await press(waiting(page), '7 scambi da approvare');
    await expectSoon(() => answers(/^Vedi e decidi/), 7);
    await expectVisible(waiting(page).getByRole('link', { name: 'Vedi le differenze' }));
    await expectVisible(waiting(page).getByRole('link', { name: 'Esamina i codici' }));
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the bar and the icon of the app have the number of Home, on every page', async () => {
    const { page } = await stage.phone();
    await letEverythingWait(page);
    await letShowBadge(page);
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    const home = navigation(page).getByRole('link', { name: 'Home', exact: true });
    for (const path of ['/', '/calendar', '/profile']) {
      await page.goto(path);
      await expectSoon(() => numberOf(home), everything);
      await expectSoon(() => badgeOf(page), everything);
    }
    const description = navigation(page).locator(`#${(await home.getAttribute('aria-describedby')) ?? ''}`);
    await expectSoon(() => description.textContent(), `Tocca a te: ${everything} cose`);
    // where swaps are answered too
    await expectSoon(
      () => numberOf(navigation(page).getByRole('link', { name: 'Scambi', exact: true })),
      swaps,
    );
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

  test('who has nothing in the calendar reads three first steps above the dashboard, until there is something', async () => {
    const { page } = await stage.phone();
    await enterAsNewcomer(page, stage.server);
    const steps = page.getByRole('region', { name: 'Per cominciare' }).getByRole('link');
    await expectVisible(steps.first());
    await expectSoon(
      () => steps.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['/shifts/new', '/profile', '/exchanges'],
    );
    for (const part of [
      page.getByRole('tab', { name: 'Il Mio Calendario' }),
      page.getByRole('grid'),
      page.getByRole('list', { name: 'Legenda' }),
      page.getByRole('navigation', { name: 'Vai a' }),
    ])
      await expectVisible(part);
    expect(await violationsOf(page)).toEqual([]);
    await storeShift(page, { date: offered, workLocation: 'libero' });
    // the screen follows
    await expectGone(steps.first());
    await expectVisible(page.getByRole('grid'));
  });
});
