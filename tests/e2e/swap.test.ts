import type { Page } from '@playwright/test';
import { type Day, formatLongDay, formatMediumDay } from '../../src/domain/calendar/day.ts';
import type { SignIn } from '../../tools/productServer.ts';
import type { TestSmtpServer } from '../../tools/smtpServer.ts';
import { addShifts, dayCell, freeMonth, openCalendar } from './calendar.ts';
import { leaveRestAlone, recordShift } from './calls.ts';
import {
  card,
  exchangeTab,
  expectTabCount,
  followNotification,
  openCard,
  pressOnCard,
  publish,
  markAllNotificationsRead,
  tabCount,
  bell,
} from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { pressOn } from './keyboard.ts';
import { goBy, navigation, press, signInByForm, toast } from './screens.ts';

test.use({
  settings: ({ smtp }, use) => use({ SMTP_URL: smtp.url, MAIL_FROM: 'Turnario <turni@turnario.example>' }),
});
test.beforeAll(async ({ desk, server }) => {
  const people = ['Giulia', 'Marco', 'Sara'].map(server.signInOf);
  await leaveRestAlone(await desk(), people);
});

const month = freeMonth();
const swapped: Day = `${month}-11`;

const nameOfFocus = (page: Page): Promise<string> => page.locator('*:focus').ariaSnapshot();

async function enter(page: Page, account: SignIn, firstName: string): Promise<Page> {
  await signInByForm(page, account, firstName);
  await markAllNotificationsRead(page);
  return page;
}

test.describe('two colleagues swap a shift, each on a phone', () => {
  test('from the printed sign-ins to both calendars and three mails', async ({ phone, server, smtp }) => {
    const giulia = await enter(await phone(), server.signInOf('Giulia'), 'Giulia');
    await addShifts(giulia, { days: [swapped], kind: 'Sede', start: '06:00' });
    const marco = await enter(await phone(), server.signInOf('Marco'), 'Marco');
    await addShifts(marco, { days: [swapped], kind: 'Smart working', start: '14:00' });
    await goBy(marco, 'Scambi');
    await expect(exchangeTab(marco, 'Disponibili')).toBeVisible();
    const available = await tabCount(marco, 'Disponibili');

    // Giulia publishes; the new request is highlighted in 'Le Mie'
    await goBy(giulia, 'Scambi');
    const message = 'Ho una visita, ti ringrazio!';
    await publish(giulia, { day: swapped, times: '06:00–14:00', wanted: 'Pomeriggio', message });
    await expect(
      exchangeTab(giulia, 'Le Mie').and(giulia.getByRole('tab', { selected: true })),
    ).toBeVisible();
    await expect(
      card(giulia, 'La tua richiesta', swapped).getByText('In attesa', { exact: true }),
    ).toBeVisible();
    const mine = await tabCount(giulia, 'Le Mie');
    const preAccepted = await tabCount(giulia, 'Pre-Accettati');

    // Marco is notified without a reload and follows the notification to the card
    await expectTabCount(marco, 'Disponibili', available + 1);
    await expect(bell(marco)).toHaveAccessibleName('Notifiche, 1 da leggere');
    // the address contains the request for some seconds
    await Promise.all([
      marco.waitForURL(/\/exchanges\?.*highlight=/),
      followNotification(marco, 'Giulia · ', formatMediumDay(swapped)),
    ]);
    await expect(bell(marco)).toHaveAccessibleName('Notifiche');
    await expect
      .poll(async () => (await nameOfFocus(marco)).startsWith('- article "Giulia Ferri'))
      .toBe(true);
    await expect(card(marco, 'Giulia Ferri', swapped).getByText(message)).toBeVisible();
    await expect(marco).toHaveURL(/^[^&]+\/exchanges\?tab=disponibili&richiesta=[^&]+$/);
    await pressOnCard(card(marco, 'Giulia Ferri', swapped), 'Pre-accetta lo scambio con Giulia Ferri');
    await expect(toast(marco, 'Richiesta pre-accettata')).toBeVisible();
    await expectTabCount(marco, 'Disponibili', available);
    await exchangeTab(marco, 'Pre-Accettati').click();
    const waiting = await openCard(card(marco, 'Giulia Ferri', swapped));
    await expect(waiting.getByText('In attesa di Giulia', { exact: true })).toBeVisible();
    await expect(waiting.getByText('Ora tocca a Giulia Ferri confermare.')).toBeVisible();

    // Giulia sees the offer without a reload and confirms
    await expectTabCount(giulia, 'Le Mie', mine - 1);
    await expectTabCount(giulia, 'Pre-Accettati', preAccepted + 1);
    await expect(bell(giulia)).toHaveAccessibleName('Notifiche, 1 da leggere');
    await followNotification(giulia, 'Marco · ', formatMediumDay(swapped));
    await expect(
      exchangeTab(giulia, 'Pre-Accettati').and(giulia.getByRole('tab', { selected: true })),
    ).toBeVisible();
    const own = card(giulia, 'La tua richiesta', swapped);
    await expect(own.getByText('Tocca a te', { exact: true })).toBeVisible();
    await press(own, 'Scambia con Marco');
    const question = giulia.getByRole('alertdialog', { name: 'Scambi il turno con Marco Bianchi?' });
    await expect(question.getByRole('row', { name: /^Tu 06:00–14:00.*14:00–22:00/ })).toBeVisible();
    await expect(question.getByRole('row', { name: /^Marco 14:00–22:00.*06:00–14:00/ })).toBeVisible();
    await press(question, 'Conferma lo scambio');
    const done = 'Fatto: i turni sono stati scambiati e le email inviate.';
    await expect(toast(giulia, 'Scambio completato', done)).toBeVisible();
    await expect(question).toBeHidden();
    await expect(
      exchangeTab(giulia, 'Completati').and(giulia.getByRole('tab', { selected: true })),
    ).toBeVisible();
    await expect(card(giulia, 'Marco Bianchi', swapped)).toBeVisible();

    // Marco's screen updates
    await expect(card(marco, 'Giulia Ferri', swapped)).toBeHidden();
    await expect(bell(marco)).toHaveAccessibleName('Notifiche, 2 da leggere');
    await exchangeTab(marco, 'Completati').click();
    await expect(card(marco, 'Giulia Ferri', swapped)).toBeVisible();

    await expectCalendars(giulia, marco);
    await expectMails(smtp);
  });
});

async function expectCalendars(giulia: Page, marco: Page): Promise<void> {
  await openCalendar(giulia, month);
  await expect(
    dayCell(giulia, swapped, 'smart working 14:00–22:00, scambiato con Marco Bianchi'),
  ).toBeVisible();
  await openCalendar(marco, month);
  await expect(dayCell(marco, swapped, 'sede 06:00–14:00, scambiato con Giulia Ferri')).toBeVisible();
}

/** Includes the mails of the demo's two completed swaps. */
async function expectMails(smtp: TestSmtpServer): Promise<void> {
  await smtp.waitForMails(9);
  const mails = smtp.mails.filter(({ content }) => content.subject?.includes(formatLongDay(swapped)));
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'giulia.ferri@turnario.example',
    'marco.bianchi@turnario.example',
    'tiburtina@turnario.example',
  ]);
  const [first, ...others] = mails.map(({ content: { subject, html, text, from } }) => ({
    subject,
    html,
    text,
    from,
  }));
  expect(others).toEqual([first, first]);
  expect(first?.from?.address).toBe('turni@turnario.example');
  expect(first?.subject).toBe(
    `Scambio di turno completato: Giulia Ferri e Marco Bianchi, ${formatLongDay(swapped)}`,
  );
  for (const content of [first?.text, first?.html]) {
    expect(content).toContain(`${formatLongDay(swapped)}: mattina, sede 06:00–14:00`);
    expect(content).toContain(`${formatLongDay(swapped)}: pomeriggio, smart working 14:00–22:00`);
  }
}

test('a swap is published, pre-accepted and confirmed by keyboard only', async ({ desk }) => {
  const [giulia, marco] = [await desk('Giulia'), await desk('Marco')];
  const day: Day = `${month}-24`;
  await recordShift(giulia, day, '06:00', '14:00');
  await recordShift(marco, day, '14:00', '22:00');
  for (const page of [giulia, marco]) await markAllNotificationsRead(page);

  // the navigation precedes the page
  const link = navigation(giulia).getByRole('link', { name: 'Scambi', exact: true });
  await pressOn(giulia, link, { by: 'Shift+Tab' });
  await expect(giulia.getByRole('heading', { level: 1 })).toBeFocused();
  await pressOn(giulia, giulia.getByRole('button', { name: 'Nuova', exact: true }));
  const form = giulia.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await pressOn(giulia, form.getByRole('button', { name: /Turno da offrire/ }));
  const offered = giulia.getByRole('option', { name: `${formatMediumDay(day)}, 06:00–14:00` });
  await expect(offered).toBeVisible();
  await giulia.keyboard.press('End');
  await expect(offered).toBeFocused();
  await giulia.keyboard.press('Enter');
  // the only type any colleague has
  await pressOn(giulia, form.getByRole('radio', { name: 'Pomeriggio' }), { key: 'Space' });
  await expect(form.getByRole('radio', { name: 'Pomeriggio' })).toBeChecked();
  await pressOn(giulia, form.getByRole('button', { name: 'Pubblica richiesta' }));
  await expect(toast(giulia, 'Richiesta creata')).toBeVisible();

  await followByKeyboard(marco, 'Giulia · ', day);
  await expect(card(marco, 'Giulia Ferri', day)).toBeFocused();
  await pressOn(marco, marco.getByRole('button', { name: 'Pre-accetta lo scambio con Giulia Ferri' }));
  await expect(toast(marco, 'Richiesta pre-accettata')).toBeVisible();

  await followByKeyboard(giulia, 'Marco · ', day);
  const own = card(giulia, 'La tua richiesta', day);
  await expect(own).toBeFocused();
  await pressOn(giulia, own.getByRole('button', { name: /^Scambia con Marco/ }));
  const question = giulia.getByRole('alertdialog', { name: 'Scambi il turno con Marco Bianchi?' });
  await pressOn(giulia, question.getByRole('button', { name: 'Conferma lo scambio' }));
  await expect(toast(giulia, 'Scambio completato')).toBeVisible();
});

async function followByKeyboard(page: Page, title: string, day: Day): Promise<void> {
  await expect(bell(page)).toHaveAccessibleName(/da leggere/);
  await pressOn(page, bell(page), { by: 'Shift+Tab' });
  const news = page.getByRole('dialog', { name: 'Notifiche' }).getByRole('button');
  await pressOn(
    page,
    news.filter({ hasText: `Da leggere: ${title}` }).filter({ hasText: formatMediumDay(day) }),
  );
}
