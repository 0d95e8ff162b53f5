import { expect, type Locator, type Page } from '@playwright/test';
import { type Day, formatLongDay, formatMediumDay, type Week } from '../../src/domain/calendar/day.ts';
import { formatWeek } from '../../src/domain/calendar/weekNames.ts';
import { press, toast } from './screens.ts';

export type TabName = 'Disponibili' | 'Pre-Accettati' | 'Le Mie' | 'Rifiutati/Annullati' | 'Completati';

/** A tab of the exchange screen; its name ends with the count. */
export const exchangeTab = (page: Page, name: TabName): Locator =>
  page.getByRole('tablist', { name: 'Scambi' }).getByRole('tab', { name: new RegExp(`^${name}`) });

/** The count shown on a tab. */
export async function tabCount(page: Page, name: TabName): Promise<number> {
  // by visible text: for zero, a hidden figure reserves the space
  await expect(exchangeTab(page, name)).toBeVisible();
  // counts arrive before the list's content
  await expect(
    page.getByRole('tabpanel').locator(':scope > :not(h2, :empty, [role="status"])').first(),
  ).toBeVisible();
  const text = await exchangeTab(page, name).innerText();
  return Number(/\d+$/.exec(text)?.[0] ?? 0);
}

/** Waits until a tab shows this count. */
export const expectTabCount = (page: Page, name: TabName, count: number): Promise<void> =>
  expect.poll(() => tabCount(page, name)).toEqual(count);

/** The card of a request or completed swap, by the beginning of its title and its day. */
export const card = (page: Page, title: string, day: Day): Locator =>
  page
    .getByRole('tabpanel')
    .getByRole('article', { name: new RegExp(`^${title}`) })
    .filter({ hasText: new RegExp(`${formatMediumDay(day)}|${formatLongDay(day)}`, 'i') });

/** Expands a card, unless it is expanded. */
export async function openCard(place: Locator): Promise<Locator> {
  await expect(place).toBeVisible();
  const row = place.getByRole('button', { expanded: false });
  if ((await row.count()) > 0) await row.click();
  return place;
}

/** Expands a card and presses one of its buttons. */
export const pressOnCard = async (place: Locator, name: string): Promise<void> =>
  press(await openCard(place), name);

/** Publishes a request for the shift shown in the picker as `times` on `day`. */
export async function publish(
  page: Page,
  request: { day: Day; times: string; wanted: string; message: string },
): Promise<void> {
  await press(page, 'Nuova');
  const dialog = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await dialog.getByRole('button', { name: /Turno da offrire/ }).click();
  await page.getByRole('option', { name: `${formatMediumDay(request.day)}, ${request.times}` }).click();
  await dialog.getByRole('radio', { name: request.wanted }).check();
  await dialog.getByLabel('Messaggio').fill(request.message);
  await press(dialog, 'Pubblica richiesta');
  await expect(toast(page, 'Richiesta creata')).toBeVisible();
}

/** The card of a taxi request or completed swap of a week or holidays. */
export const weekCard = (page: Page, title: string, week: Week): Locator =>
  page
    .getByRole('tabpanel')
    .getByRole('article', { name: new RegExp(`^${title}`) })
    .filter({ hasText: formatWeek(week) });

/** Chooses a week from a form's list. */
export async function chooseWeek(form: Locator, list: string, week: Week): Promise<void> {
  await form.getByRole('button', { name: new RegExp(list) }).click();
  await form
    .page()
    .getByRole('option', { name: new RegExp(`^${formatWeek(week)}`) })
    .click();
}

/** Publishes a driver's week for another named shift. */
export async function publishWeek(page: Page, request: { week: Week; wanted: string; message: string }) {
  await press(page, 'Nuova');
  const dialog = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await chooseWeek(dialog, 'Settimana da offrire', request.week);
  await dialog.getByRole('radio', { name: request.wanted }).check();
  await dialog.getByLabel('Messaggio').fill(request.message);
  await press(dialog, 'Pubblica richiesta');
  await expect(toast(page, 'Richiesta creata')).toBeVisible();
}

/** Both people's days of a week before and after a swap: 'Tu adesso: MMMMMRR' */
export const weekRows = (place: Locator, week: Week): Promise<string[]> =>
  place
    .getByRole('table', { name: `Settimana ${formatWeek(week)}`, exact: true })
    .locator('tbody')
    .evaluateAll((bodies) =>
      bodies.flatMap((body) => {
        const [person, ...rows] = [...body.querySelectorAll('tr')];
        return rows.map((row) => {
          const signs = [...row.querySelectorAll('td [aria-hidden]')].map((sign) => sign.textContent);
          return `${person?.textContent} ${row.querySelector('th')?.textContent}: ${signs.join('')}`;
        });
      }),
    );

/** The bell, whose name contains the number of unread notifications. */
export const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifiche/ });

/** Opens the bell and marks everything as read, if anything is unread. */
export async function markAllNotificationsRead(page: Page): Promise<void> {
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifiche' });
  await expect(panel.getByRole('listitem').or(panel.getByText('Niente di nuovo')).first()).toBeVisible();
  const all = panel.getByRole('button', { name: 'Segna tutte come lette' });
  if ((await all.count()) > 0) await all.click();
  await expect(panel.getByRole('button', { name: /^Da leggere/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toHaveAccessibleName('Notifiche');
}

/** Opens the bell and follows a notification by its title and part of its text. */
export async function followNotification(page: Page, title: string, text: string | RegExp): Promise<void> {
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifiche' });
  await panel
    .getByRole('button', { name: `Da leggere: ${title}` })
    .filter({ hasText: text })
    .click();
}
