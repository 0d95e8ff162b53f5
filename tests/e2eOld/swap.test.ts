import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Day, formatLongDay, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { addShifts, dayCell, freeMonth, openCalendar } from './calendar.ts';
import {
  leaveRestAlone,
  moveShift,
  preAccept,
  publishShift,
  recordShift,
  requestOf,
  withdraw,
} from './calls.ts';
import {
  bellName,
  card,
  exchangeTab,
  expectTabCount,
  followNotification,
  openCard,
  pressOnCard,
  publish,
  markAllNotificationsRead,
  tabCount,
} from './exchanges.ts';
import {
  addressOf,
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  inTime,
  press,
  signIn,
  signInByForm,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';

let smtp: TestSmtpServer;
// before the stage: the server is told its address
const smtpStarted = startSmtpServer();
beforeAll(async () => {
  smtp = await smtpStarted;
});
const stage = setStage({
  settings: async () => ({
    SMTP_URL: (await smtpStarted).url,
    MAIL_FROM: 'Turnario <turni@turnario.example>',
  }),
});
afterAll(() => smtp.stop());
beforeAll(async () => {
  const people = ['Giulia', 'Marco', 'Sara'].map(stage.server.signInOf);
  await leaveRestAlone((await stage.desktop()).page, people);
});

const month = freeMonth();
const days: Day[] = [10, 11, 12].map((day) => `${month}-${day}`);
const [before, swapped, after] = days as [Day, Day, Day];

const nameOfFocus = (page: Page): Promise<string> => page.locator('*:focus').ariaSnapshot();

/**
 * For how many milliseconds of the page's own clock, from the first frame around a card, that frame stays and the
 * address keeps its parameter.
 */
const watchHighlight = (page: Page): Promise<{ frame: number; parameter: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let start: number | null = null;
        const ends: { frame?: number; parameter?: number } = {};
        const isFramed = (): boolean =>
          [...document.querySelectorAll('[role=tabpanel] article')].some((one) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(one);
            return outlineStyle === 'solid' && outlineWidth === '3px';
          });
        const isNamed = (): boolean => new URLSearchParams(window.location.search).has('highlight');
        const watch = setInterval(() => {
          const now = performance.now();
          if (start === null && isFramed()) start = now;
          if (start === null) return;
          if (!isFramed()) ends.frame ??= now - start;
          if (!isNamed()) ends.parameter ??= now - start;
          const { frame, parameter } = ends;
          if (frame === undefined || parameter === undefined) return;
          clearInterval(watch);
          resolve({ frame, parameter });
        }, 20);
      }),
  );

async function enter(firstName: string): Promise<Page> {
  const { page } = await stage.phone();
  await signInByForm(page, stage.server.signInOf(firstName), firstName);
  await markAllNotificationsRead(page);
  return page;
}

describe('two colleagues swap a shift, each on a phone', () => {
  test('from the printed sign-ins to both calendars and three mails', async () => {
    const giulia = await enter('Giulia');
    await addShifts(giulia, { days, kind: 'Sede', start: '06:00' });
    const marco = await enter('Marco');
    await addShifts(marco, { days, kind: 'Smart working', start: '14:00' });
    await goBy(marco, 'Scambi');
    await expectVisible(exchangeTab(marco, 'Disponibili'));
    const available = await tabCount(marco, 'Disponibili');

    // Giulia publishes; the new request stands in 'Le Mie', pointed out
    await goBy(giulia, 'Scambi');
    const message = 'Ho una visita, ti ringrazio!';
    await publish(giulia, { day: swapped, times: '06:00–14:00', wanted: 'Pomeriggio', message });
    await expectVisible(exchangeTab(giulia, 'Le Mie').and(giulia.getByRole('tab', { selected: true })));
    await expectVisible(card(giulia, 'La tua richiesta', swapped).getByText('In attesa', { exact: true }));
    const mine = await tabCount(giulia, 'Le Mie');
    const preAccepted = await tabCount(giulia, 'Pre-Accettati');

    // Marco hears of it without a reload and follows the notification to the card
    await expectTabCount(marco, 'Disponibili', available + 1);
    await expectSoon(() => bellName(marco), 'Notifiche, 1 da leggere');
    const highlight = watchHighlight(marco);
    // the address names the request for some seconds
    await Promise.all([
      marco.waitForURL(/\/exchanges\?.*highlight=/),
      followNotification(marco, 'Nuova richiesta di scambio', formatMediumDay(swapped)),
    ]);
    await expectSoon(() => bellName(marco), 'Notifiche');
    await expectSoon(async () => (await nameOfFocus(marco)).startsWith('- article "Giulia Ferri'), true);
    await expectVisible(card(marco, 'Giulia Ferri', swapped).getByText(message));
    const words = 'Cerca un turno di pomeriggio, come il tuo.';
    await expectVisible(card(marco, 'Giulia Ferri', swapped).getByText(words, { exact: true }));
    await expectVisible(card(marco, 'Giulia Ferri', swapped).getByText('compatibilità 100%'));
    await expectSoon(() => addressOf(marco), '/exchanges?tab=disponibili');
    const { frame, parameter } = await inTime(highlight, 'the end of the frame');
    for (const time of [frame, parameter]) {
      expect(time).toBeGreaterThan(4000);
      expect(time).toBeLessThan(10_000);
    }
    await pressOnCard(card(marco, 'Giulia Ferri', swapped), 'Pre-accetta lo scambio con Giulia Ferri');
    await expectVisible(toast(marco, 'Richiesta pre-accettata'));
    await expectTabCount(marco, 'Disponibili', available);
    await exchangeTab(marco, 'Pre-Accettati').click();
    const waiting = await openCard(card(marco, 'Giulia Ferri', swapped));
    await expectVisible(waiting.getByText('In attesa di Giulia', { exact: true }));
    await expectVisible(waiting.getByText('Ora tocca a Giulia Ferri confermare.'));

    // Giulia sees the offer without a reload and confirms
    await expectTabCount(giulia, 'Le Mie', mine - 1);
    await expectTabCount(giulia, 'Pre-Accettati', preAccepted + 1);
    await expectSoon(() => bellName(giulia), 'Notifiche, 1 da leggere');
    await followNotification(giulia, 'Richiesta pre-accettata', 'Marco Bianchi');
    await expectVisible(
      exchangeTab(giulia, 'Pre-Accettati').and(giulia.getByRole('tab', { selected: true })),
    );
    const own = card(giulia, 'La tua richiesta', swapped);
    await expectVisible(own.getByText('Tocca a te', { exact: true }));
    await press(own, 'Scambia con Marco');
    const question = giulia.getByRole('alertdialog', { name: 'Scambi il turno con Marco Bianchi?' });
    await expectVisible(question.getByRole('row', { name: /^Tu 06:00–14:00.*14:00–22:00/ }));
    await expectVisible(question.getByRole('row', { name: /^Marco 14:00–22:00.*06:00–14:00/ }));
    await press(question, 'Conferma lo scambio');
    const done = 'Fatto: i turni sono stati scambiati e le email inviate.';
    await expectVisible(toast(giulia, 'Scambio completato', done));
    await expectGone(question);
    await expectVisible(exchangeTab(giulia, 'Completati').and(giulia.getByRole('tab', { selected: true })));
    await expectVisible(card(giulia, 'Marco Bianchi', swapped));

    // Marco's screen follows
    await expectGone(card(marco, 'Giulia Ferri', swapped));
    await expectSoon(() => bellName(marco), 'Notifiche, 2 da leggere');
    await exchangeTab(marco, 'Completati').click();
    await expectVisible(card(marco, 'Giulia Ferri', swapped));

    await expectCalendars(giulia, marco);
    await expectDashboards(giulia, marco);
    await expectMails();
  });
});

test('a question follows what becomes of the offer it asks about', async () => {
  const [giulia, marco, sara] = await Promise.all(
    ['Giulia', 'Marco', 'Sara'].map(async (firstName) => {
      const { page } = await stage.phone();
      await signIn(page, stage.server.signInOf(firstName), firstName);
      return page;
    }) as [Promise<Page>, Promise<Page>, Promise<Page>],
  );
  const day: Day = `${month}-17`;
  // with Sara there is always somebody left who can accept
  await recordShift(sara, day, '14:00', '22:00');
  const late = await recordShift(marco, day, '14:00', '22:00');
  const id = await publishShift(giulia, await recordShift(giulia, day, '06:00', '14:00'), day);
  await preAccept(marco, id);
  const renew = async (startTime: string, endTime: string): Promise<void> => {
    await withdraw(marco, id);
    await moveShift(marco, late, startTime, endTime);
    await preAccept(marco, id);
  };

  await giulia.goto('/exchanges?tab=pre-accettati');
  await pressOnCard(card(giulia, 'La tua richiesta', day), 'Scambia con Marco');
  const question = giulia.getByRole('alertdialog', { name: 'Scambi il turno con Marco Bianchi?' });
  await expectVisible(question.getByRole('row', { name: /^Marco 14:00–22:00.*06:00–14:00/ }));
  const confirm = question.getByRole('button', { name: 'Conferma lo scambio', exact: true });

  // gone: the reason stands where the button was
  await withdraw(marco, id);
  await expectVisible(question.getByText('L’offerta di Marco Bianchi non c’è più.'));
  await expectGone(confirm);
  await moveShift(marco, late, '13:00', '21:00');
  await preAccept(marco, id);

  // there again, with another shift: to be looked at before it can be taken
  await expectVisible(question.getByText('Nel frattempo è cambiato:'));
  await expectVisible(question.getByRole('row', { name: /^Marco 13:00–21:00.*06:00–14:00/ }));
  await expectNone(confirm);
  await press(question, 'Ho visto');
  await expectVisible(confirm);

  // renewed unseen: what is pressed is what was seen, and the server says no to it
  const gate = Promise.withResolvers<void>();
  await giulia.route(`**/api/exchange-requests/${id}`, async (route) => {
    await gate.promise;
    await route.continue().catch(() => {});
  });
  await renew('15:00', '23:00');
  await expectVisible(question.getByRole('row', { name: /^Marco 13:00–21:00.*06:00–14:00/ }));
  const answer = giulia.waitForResponse((response) => response.url().endsWith(`/${id}/final-confirm`));
  await confirm.click();
  expect((await answer).status()).toBe(409);
  gate.resolve();
  const changed = 'Nel frattempo qualcosa è cambiato: ricontrolla prima di decidere.';
  await expectVisible(question.getByRole('alert').filter({ hasText: changed }));
  await expectVisible(question.getByRole('row', { name: /^Marco 15:00–23:00.*06:00–14:00/ }));
  await expectGone(confirm);
  expect((await requestOf(giulia, id)).status).toBe('aperta');
});

async function expectCalendars(giulia: Page, marco: Page): Promise<void> {
  await openCalendar(giulia, month);
  await expectVisible(dayCell(giulia, before, 'sede 06:00–14:00'));
  await expectVisible(dayCell(giulia, swapped, 'smart working 14:00–22:00, scambiato con Marco Bianchi'));
  await expectVisible(dayCell(giulia, after, 'sede 06:00–14:00'));
  await openCalendar(marco, month);
  await expectVisible(dayCell(marco, before, 'smart working 14:00–22:00'));
  await expectVisible(dayCell(marco, swapped, 'sede 06:00–14:00, scambiato con Giulia Ferri'));
  await expectVisible(dayCell(marco, after, 'smart working 14:00–22:00'));
}

/** The demo has one completed swap of Giulia's with Sara and none of Marco's. */
async function expectDashboards(giulia: Page, marco: Page): Promise<void> {
  for (const [page, count, partner] of [
    [giulia, 2, 'Marco Bianchi'],
    [marco, 1, 'Giulia Ferri'],
  ] as const) {
    await goBy(page, 'Home');
    await page.getByRole('tab', { name: `Scambi Completati (${count})`, exact: true }).click();
    await expectVisible(card(page, partner, swapped));
  }
}

/** The demo's own two completed swaps are mailed, too. */
async function expectMails(): Promise<void> {
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
