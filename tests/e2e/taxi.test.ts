import type { Page } from '@playwright/test';
import { addDays, type Day, daysOf, saturdayWeekOf, type Week } from '../../src/domain/calendar/day.ts';
import { formatLongWeek, formatWeek } from '../../src/domain/calendar/weekNames.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import type { TestSmtpServer } from '../../tools/smtpServer.ts';
import { addShifts, dayCell, freeMonth, openCalendar } from './calendar.ts';
import {
  chooseWeek,
  exchangeTab,
  followNotification,
  openCard,
  pressOnCard,
  publishWeek,
  weekCard,
  weekRows,
} from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { fillRegistration, sendRegistration, storeShift, terms, type Duty } from './people.ts';
import { goBy, heading, navigation, press, toast } from './screens.ts';

test.use({
  settings: ({ smtp }, use) => use({ SMTP_URL: smtp.url, MAIL_FROM: 'Turnario <turni@turnario.example>' }),
});

/** A month without shifts in the demo, and the first three weeks that begin in it. */
const month = freeMonth();
const weeks = ['07', '14', '21'].map((day) => saturdayWeekOf(`${month}-${day}`)) as [Week, Week, Week];
const workdays = (week: Week): Day[] => daysOf(week).slice(0, 5);

const nadia = { name: 'Nadia Riva', licence: 'RM-7001', phone: '+39 333 0107001' };
const oscar = { name: 'Oscar Leoni', licence: 'RM-7002', phone: '+39 333 0107002' };

/** Registers a driver by the form, on their own phone. */
async function register(page: Page, server: ProductServer, { name, licence, phone }: typeof nadia) {
  const [firstName = '', lastName = ''] = name.split(' ');
  await page.goto('/register');
  await expect(heading(page, 'Registrati')).toBeVisible();
  await fillRegistration(page, {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@turnario.example`.toLowerCase(),
    worksite: 'Taxi Urbe Roma',
    accessCode: server.accessCodeOf('Taxi Urbe Roma'),
    password: 'Primavera!27',
    licence,
    phone,
  });
  await terms(page).check();
  await sendRegistration(page);
  await expect(heading(page, `Ciao ${firstName}`)).toBeVisible();
  return page;
}

/** Records the same duty on several days by calls. */
async function store(page: Page, days: readonly Day[], duty: Duty): Promise<void> {
  await Promise.all(days.map((date) => storeShift(page, { date, ...duty })));
}

const morning = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
const afternoon = { workLocation: 'sede', startTime: '13:00', endTime: '20:00' } as const;
const holiday = { workLocation: 'ferie' } as const;
const rest = { workLocation: 'libero' } as const;

/** Expects these entries on the days of a week in the person's calendar. */
async function expectDays(page: Page, week: Week, says: (place: number) => string): Promise<void> {
  await openCalendar(page, month);
  for (const [place, day] of daysOf(week).entries())
    await expect(dayCell(page, day, says(place))).toBeVisible();
}

/** Expects the mails about a swap, with its weeks in the subject. */
async function expectMails(smtp: TestSmtpServer, count: number, subject: string, ...says: string[]) {
  await expect
    .poll(() => smtp.mails.filter(({ content }) => content.subject === subject).length)
    .toEqual(count);
  const mails = smtp.mails.filter(({ content }) => content.subject === subject);
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'nadia.riva@turnario.example',
    'oscar.leoni@turnario.example',
    'taxi@turnario.example',
  ]);
  for (const { content } of mails) for (const text of says) expect(content.text).toContain(text);
}

test.describe('two drivers, each on a phone', () => {
  test('swap a week, and then their holidays, from registration to both calendars', async ({
    phone,
    server,
    smtp,
  }) => {
    const [week, early, late] = weeks;
    const one = await register(await phone(), server, nadia);
    await addShifts(one, { days: workdays(week), kind: 'Mattina' });
    const other = await register(await phone(), server, oscar);
    // Oscar is off on other days
    await store(other, daysOf(week).slice(2), afternoon);

    // Nadia offers her week; Oscar is notified and views both weeks before accepting
    await goBy(one, 'Scambi');
    await publishWeek(one, { week, wanted: 'Pomeriggio', message: 'Ho un corso di mattina.' });
    const hers = await openCard(weekCard(one, 'La tua richiesta', week));
    await expect(hers.getByText('Una settimana di pomeriggio', { exact: true })).toBeVisible();
    await followNotification(other, 'Nadia · ', formatWeek(week));
    const available = weekCard(other, nadia.name, week);
    await expect(available.getByText('Ho un corso di mattina.')).toBeVisible();
    await expect(available.getByText('Cerca una settimana di pomeriggio, come la tua.')).toBeVisible();
    await press(available, `Pre-accetta lo scambio con ${nadia.name}`);
    const yes = other.getByRole('alertdialog', { name: `Pre-accetti la richiesta di ${nadia.name}?` });
    await expect
      .poll(() => weekRows(yes, week))
      .toEqual([
        'Tu adesso: ··PPPPP',
        'Tu dopo: ··MMMMM',
        'Nadia Riva adesso: MMMMM––',
        'Nadia Riva dopo: PPPPP––',
      ]);
    await press(yes, 'Pre-accetta');
    await expect(toast(other, 'Richiesta pre-accettata')).toBeVisible();

    // Nadia confirms; both calendars change
    await followNotification(one, 'Oscar · ', formatWeek(week));
    await pressOnCard(weekCard(one, 'La tua richiesta', week), 'Scambia con Oscar');
    const question = one.getByRole('alertdialog', { name: `Scambi la settimana con ${oscar.name}?` });
    await expect
      .poll(() => weekRows(question, week))
      .toEqual([
        'Tu adesso: MMMMM··',
        'Tu dopo: PPPPP··',
        'Oscar Leoni adesso: ––PPPPP',
        'Oscar Leoni dopo: ––MMMMM',
      ]);
    await press(question, 'Conferma lo scambio');
    await expect(toast(one, 'Scambio completato')).toBeVisible();
    await expect(question).toBeHidden();
    await expectPartner(one, week);
    await expectDays(one, week, (place) =>
      place < 5 ? `pomeriggio 13:00–20:00, scambiato con ${oscar.name}` : 'nessun turno',
    );
    await expectDays(other, week, (place) =>
      place >= 2 ? `mattina 06:00–13:00, scambiato con ${nadia.name}` : 'nessun turno',
    );
    await expectMails(
      smtp,
      3,
      `Scambio di turno completato: ${nadia.name} e ${oscar.name}, settimana ${formatLongWeek(week)}`,
      'mattina 06:00–13:00',
      'pomeriggio 13:00–20:00',
    );

    // the same two swap their holidays: Nadia has the early week, Oscar the late one
    await store(one, workdays(early), holiday);
    await store(one, workdays(late), morning);
    await store(other, workdays(early), afternoon);
    await store(other, workdays(late), holiday);
    await store(other, daysOf(late).slice(5), rest);
    await swapHolidays(one, other, early, late);
    await expectDays(one, early, (place) =>
      place < 5 ? `pomeriggio 13:00–20:00, scambiato con ${oscar.name}` : 'nessun turno',
    );
    // days on which neither works are unchanged
    await expectDays(one, late, (place) =>
      place < 5 ? `ferie, scambiato con ${oscar.name}` : 'nessun turno',
    );
    await expectDays(other, early, (place) =>
      place < 5 ? `ferie, scambiato con ${nadia.name}` : 'nessun turno',
    );
    await expectDays(other, late, (place) =>
      place < 5 ? `mattina 06:00–13:00, scambiato con ${nadia.name}` : 'riposo',
    );
    await expectMails(
      smtp,
      3,
      `Scambio di turno completato: ${nadia.name} e ${oscar.name}, ferie, settimane ${formatLongWeek(early)} e ${formatLongWeek(late)}`,
      ': ferie',
    );
  });
});

/** Expects licence, phone and receipt of a completed swap. */
async function expectPartner(page: Page, week: Week): Promise<void> {
  const done = weekCard(page, oscar.name, week);
  await expect(done.getByText(`Licenza ${oscar.licence}`, { exact: true })).toBeVisible();
  const hrefs = (['Chiama', 'Messaggio a'] as const).map((what) =>
    done.getByRole('link', { name: `${what} ${oscar.name}`, exact: true }).getAttribute('href'),
  );
  expect(await Promise.all(hrefs)).toEqual(['tel:+393330107002', 'sms:+393330107002']);
  await done.getByRole('link', { name: /^Ricevuta/ }).click();
  await expect(page.getByRole('heading', { name: 'Scambio di settimana', level: 2 })).toBeVisible();
  await expect
    .poll(() => weekRows(page.getByRole('article'), week))
    .toEqual([
      'Nadia Riva prima: MMMMM==',
      'Nadia Riva dopo: PPPPP==',
      'Oscar Leoni prima: ==PPPPP',
      'Oscar Leoni dopo: ==MMMMM',
    ]);
  const here = navigation(page).getByRole('link', { name: 'Scambi', exact: true });
  await expect(here).toHaveAttribute('aria-current', 'true');
}

async function swapHolidays(one: Page, other: Page, early: Week, late: Week): Promise<void> {
  await one.goto('/?tab=calendario');
  await one.getByRole('link', { name: /^Scambia Ferie/ }).click();
  const dialog = one.getByRole('dialog', { name: 'Scambia Ferie' });
  // the only holiday week is preselected; a week without work shows why it is unavailable
  await chooseWeek(dialog, 'La settimana che vorresti', saturdayWeekOf(addDays(late.to, 1)));
  const reason = 'In questa settimana non lavori: non hai turni da dare in cambio delle ferie.';
  await expect(dialog.getByText(reason)).toBeVisible();
  await chooseWeek(dialog, 'La settimana che vorresti', late);
  await expect
    .poll(() => weekRows(dialog, early))
    .toEqual([
      'Tu adesso: FFFFF··',
      'Tu dopo: ???????',
      'Il collega che accetta adesso: ???????',
      'Il collega che accetta dopo: FFFFF··',
    ]);
  await press(dialog, 'Pubblica richiesta');
  await expect(toast(one, 'Richiesta creata')).toBeVisible();
  await expect(weekCard(one, 'La tua richiesta', late).getByText('In attesa', { exact: true })).toBeVisible();

  await goBy(other, 'Scambi');
  await pressOnCard(weekCard(other, nadia.name, early), `Pre-accetta lo scambio con ${nadia.name}`);
  const yes = other.getByRole('alertdialog', { name: `Pre-accetti la richiesta di ${nadia.name}?` });
  await press(yes, 'Pre-accetta');
  await expect(toast(other, 'Richiesta pre-accettata')).toBeVisible();

  await exchangeTab(one, 'Pre-Accettati').click();
  await pressOnCard(weekCard(one, 'La tua richiesta', early), 'Scambia con Oscar');
  const question = one.getByRole('alertdialog', { name: `Scambi le ferie con ${oscar.name}?` });
  await press(question, 'Conferma lo scambio');
  await expect(toast(one, 'Scambio completato')).toBeVisible();
  await expect(question).toBeHidden();
}
