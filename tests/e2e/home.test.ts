import type { Locator, Page } from '@playwright/test';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { calendar, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { press } from './screens.ts';

// Home shows what awaits the person without a tap, to be answered in place.

const thisMonth = monthOf(today());

/** The distance from a part's lower edge to the end of the first screen, above the bottom bar. */
async function roomBelow(page: Page, part: Locator): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Principale' }).boundingBox();
  const box = await part.boundingBox();
  return (bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
}

test.describe('on a phone', () => {
  test('pending matters, suitable requests and the next shift are on the first screen; the month is a tap away', async ({
    phone,
  }) => {
    const page = await phone('Giulia');
    const parts = ['Tocca a te 1', 'Cercano il tuo turno 1', 'Prossimo turno'].map((name) =>
      page.getByRole('region', { name }),
    );
    for (const part of parts) await expect(part).toBeVisible();
    // loading the font may move them
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const part of parts) expect(await roomBelow(page, part)).toBeGreaterThan(0);
    await expect(parts[2]!.getByText(/^(oggi, |domani, )?\S+ì \d+( \S+)?$/)).toBeVisible();
    await expect(page.getByRole('grid')).toBeHidden();
    await page.getByRole('link', { name: 'Vedi il mese' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('grid')).toBeHidden();
  });
});

test.describe('on paper', () => {
  /** The size of each page of a PDF, in points. */
  const sheetsOf = (pdf: Buffer): string[] =>
    [...pdf.toString('latin1').matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) =>
      box
        .split(' ')
        .map((edge) => Math.round(Number(edge)))
        .join(' '),
    );

  for (const [firstName, path, shown] of [
    // six weeks, the first days of May a holiday
    ['Giulia', '/calendar', '2027-05'],
    ['Tiziana', '/calendar', thisMonth],
  ] as const) {
    test(`the month ${shown} of ${firstName} fits on one A4 sheet, printed from ${path}`, async ({
      phone,
    }) => {
      const page = await phone(firstName, { at: path, colorScheme: 'dark' });
      await page.goto(`${path}?month=${shown}`);
      await expect(calendar(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
      await page.emulateMedia({ media: 'print' });
      // paper is light in any theme, and immediately: printing does not wait for the next frame
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await ground()).toBe('rgba(0, 0, 0, 0)');
      const title = page.getByText(new RegExp(`^${firstName} \\S+, ${formatMonth(shown)} \\(`));
      await expect(title).toBeVisible();
      const ink = await title.evaluate((element) => getComputedStyle(element).color);
      expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
      await expect(calendar(page).getByRole('gridcell')).toHaveCount(42);
      await expect(page.getByRole('list', { name: 'Legenda' })).toBeVisible();
      for (const beside of [
        page.getByRole('banner'),
        page.getByRole('navigation').first(),
        page.getByRole('heading', { level: 1 }),
        calendar(page).getByRole('button', { name: 'Oggi', exact: true }),
        page.getByText(/^Le mie ore/),
      ]) {
        await expect(beside).toBeHidden();
      }
      // with any default paper and margins of the print dialog
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: true });
        expect(sheetsOf(pdf)).toEqual(['0 0 842 595']);
      }
    });
  }

  test('the calendar opens the browser’s print dialog and exports its shifts', async ({ phone }) => {
    const page = await phone('Giulia');
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'print', () => document.body.setAttribute('data-printed', 'yes'));
    });
    await page.goto('/calendar');
    await press(calendar(page), 'Altre azioni');
    await press(page.getByRole('dialog'), 'Stampa il mese');
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await press(calendar(page), 'Altre azioni');
    await press(page.getByRole('dialog'), 'Esporta');
    const files = page.getByRole('dialog', { name: 'Esporta i tuoi turni' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('link', { name: 'Excel (.xlsx)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(`turnario-turni-${thisMonth}-01-`);
  });
});
