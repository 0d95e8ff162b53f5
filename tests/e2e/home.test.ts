import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import type { ExchangeRequest, WaitingList } from '../../src/domain/exchanges/schema.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import { calendar, today } from './calendar.ts';
import { expect, test } from './fixtures.ts';
import { navigation, press, signIn } from './screens.ts';

// Home answers what now: what waits for me is there without a tap, and answered in place.

const thisMonth = monthOf(today());

const waiting = (page: Page): Locator => page.getByRole('region', { name: /^Tocca a te/ });

/** The number that stands in a heading or a link. */
const numberOf = async (place: Locator): Promise<number> => Number(/\d+/.exec(await place.innerText())?.[0]);

/** How far a part's lower edge lies above that of the first screen's free space, which ends at the bar at the bottom. */
async function roomBelow(page: Page, part: Locator): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Principale' }).boundingBox();
  const box = await part.boundingBox();
  return (bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
}

// More than the demo has: answers of the server are changed on their way to the page.

const idAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const counts = { offers: 9, matches: 2 };
const everything = counts.offers + counts.matches;

const duty = {
  date: addDays(today(), 12),
  workLocation: 'sede' as const,
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina' as const,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};

/** Copies of the person's request with an offer, and of it as a colleague's that mirrors an own one. */
async function letSwapsWait(page: Page): Promise<void> {
  await page.route('**/api/exchange-requests/waiting', async (route) => {
    const response = await route.fetch();
    const { requests, ...rest } = (await response.json()) as WaitingList;
    const sample = requests.find(({ preAcceptedBy }) => preAcceptedBy.length > 0);
    if (!sample) throw new Error('the demo has no offer for this person');
    const copies = (count: number, from: number, changes: Partial<ExchangeRequest>): ExchangeRequest[] =>
      Array.from({ length: count }, (_, at) => ({ ...sample, id: idAt(from + at), ...changes }));
    const match = { requesterId: idAt(1), requesterName: 'Sara Conti', preAcceptedBy: [], ownDuties: [duty] };
    const all = [...copies(counts.offers, 100, {}), ...copies(counts.matches, 200, match)];
    await route.fulfill({
      response,
      json: { ...rest, requests: all, total: all.length } satisfies WaitingList,
    });
  });
}

/** Lets the page show a number on its icon, as if its person had switched notifications on in this browser. */
async function letShowBadge(page: Page): Promise<void> {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    const id = response.ok() ? ((await response.json()) as Session).user.id : '';
    await page.evaluate((owner) => localStorage.setItem('turnario.push', owner), id).catch(() => null);
    await route.fallback();
  });
  await page.addInitScript(() => {
    const setAppBadge = async (count: number): Promise<void> =>
      void Object.assign(globalThis, { badge: count });
    Object.assign(navigator, { setAppBadge });
  });
}

const badgeOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(globalThis, 'badge') as unknown);

test.describe('on a phone', () => {
  test('what waits, what suits and the next shift are on the first screen; the month is a tap away', async ({
    phone,
  }) => {
    const page = await phone('Giulia');
    const parts = ['Tocca a te 1', 'Cercano il tuo turno 1', 'Prossimo turno'].map((name) =>
      page.getByRole('region', { name }),
    );
    for (const part of parts) await expect(part).toBeVisible();
    // the font may still move them
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const part of parts) expect(await roomBelow(page, part)).toBeGreaterThan(0);
    await expect(parts[2]!.getByText(/^(oggi, |domani, )?\S+ì \d+( \S+)?$/)).toBeVisible();
    await expect(page.getByRole('grid')).toBeHidden();
    await page.getByRole('link', { name: 'Vedi il mese' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('grid')).toBeHidden();
  });

  test('however many swaps wait, their number stands on every page', async ({ phone, server }) => {
    const page = await phone();
    await letSwapsWait(page);
    await letShowBadge(page);
    await signIn(page, server.signInOf('Giulia'), 'Giulia');
    await press(waiting(page), `Mostra tutto (${everything})`);
    await expect(waiting(page).getByRole('button', { name: /^Scambia con / })).toHaveCount(counts.offers);
    const home = navigation(page).getByRole('link', { name: 'Home', exact: true });
    await page.goto('/calendar');
    await expect.poll(() => numberOf(home)).toEqual(everything);
    await expect.poll(() => badgeOf(page)).toEqual(everything);
    await expect(home).toHaveAccessibleDescription(`Tocca a te: ${everything} cose`);
    // with the one that suits
    await expect
      .poll(() => numberOf(navigation(page).getByRole('link', { name: 'Scambi', exact: true })))
      .toEqual(everything + 1);
  });
});

test.describe('on paper', () => {
  /** Pages of a PDF and the size of each, in points. */
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
    test(`the month ${shown} of ${firstName} lies on one A4 sheet, printed from ${path}`, async ({
      phone,
    }) => {
      const page = await phone(firstName, { at: path, colorScheme: 'dark' });
      await page.goto(`${path}?month=${shown}`);
      await expect(calendar(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
      await page.emulateMedia({ media: 'print' });
      // paper is light, whatever the theme, and at once: a print does not wait for the next frame
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
      // with whatever paper and margins the print dialog starts
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: true });
        expect(sheetsOf(pdf)).toEqual(['0 0 842 595']);
      }
    });
  }

  test('the calendar opens the print of the browser, and gives its shifts as a file', async ({ phone }) => {
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
