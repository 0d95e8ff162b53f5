import type { Page } from '@playwright/test';
import { addDays, daysOf } from '../../src/domain/calendar/day.ts';
import { waitingText } from '../../src/domain/rosters/texts.it.ts';
import { freeMonth, today } from './calendar.ts';
import { ask, idOf, preAccept, publishShift, recordShift } from './calls.ts';
import { expect, type Open, test } from './fixtures.ts';
import {
  expectStep,
  fields,
  fillStep,
  goOn,
  sendRegistration,
  storedShifts,
  terms,
  typedSoFar,
} from './people.ts';
import { heading, press, toast } from './screens.ts';

// The mail account, the state of the outbox, and invitations to people in a roster.

/** The mails of the demo's two completed swaps. */
const demoMails = 6;
const login = { user: 'turni@example.it', password: 'giusta' };
test.use({ smtpLogin: login });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

/** Completes a swap, which queues three mails. */
async function completeSwap(giulia: Page, marco: Page, day: string): Promise<void> {
  const shift = await recordShift(giulia, day, '06:00', '14:00');
  await recordShift(marco, day, '14:00', '22:00');
  const id = await publishShift(giulia, shift, day);
  await preAccept(marco, id);
  const body = { accepterUserId: await idOf(marco) };
  await ask(giulia, 'POST /api/exchange-requests/:id/final-confirm', { params: { id }, body });
}

test('the CEO sets up the mail account, sees failed mails and sends them again', async ({
  phone,
  desk,
  smtp,
  server,
}) => {
  const giulia = await desk('Giulia');
  await giulia.getByRole('link', { name: 'Email degli scambi' }).click();
  await expect(giulia.getByText('In coda', { exact: true })).toBeVisible();
  await expect(giulia.getByRole('button', { name: 'Testa Email' })).toHaveCount(0);

  const page = await phone('CEO', { at: '/email-config' });
  await expect(page.getByText(/^Nessuno: le email aspettano in coda, e chi/)).toBeVisible();
  await expect(rows(page)).toHaveCount(demoMails);
  // a known provider fills in its server
  await field(page, 'Email').fill('turni@outlook.com');
  await field(page, 'Password per le app').fill('sbagliata');
  const provider = page.getByRole('button', { name: /Fornitore/ });
  await expect(provider).toContainText('Outlook');
  await expect(field(page, 'Server')).toHaveCount(0);
  await provider.click();
  await page.getByRole('option', { name: 'Altro' }).click();

  await field(page, 'Email').fill(login.user);
  await field(page, 'Server').fill('127.0.0.1');
  await field(page, 'Porta').fill(String(smtp.port));
  await press(page, 'Testa Email');
  await expect(page.getByRole('alert').getByText('Verifica le credenziali email')).toBeVisible();
  await field(page, 'Password per le app').fill(login.password);
  await press(page, 'Testa Email');
  const done = `Tre email di prova sono partite per ${server.signInOf('CEO').email}: controlla la posta.`;
  await expect(page.getByText(done)).toBeVisible();
  await smtp.waitForMails(demoMails + 3);
  await expect(tab(page, 'Inviate')).toHaveText(`Inviate${demoMails}`);
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(login.user);
  await expect(field(page, 'Password per le app')).toHaveValue('');
  await giulia.reload();
  await expect(giulia.getByText('Niente in attesa: tutte le email per te sono partite.')).toBeVisible();

  // failed mails are shown at once
  const marco = await phone('Marco');
  const ofMarco = rows(page).filter({ hasText: server.signInOf('Marco').email });
  await tab(page, 'Non riuscite').click();
  await expect(page.getByText('Nessuna email è andata storta.')).toBeVisible();
  smtp.onRecipient = () => ({ code: 550, text: 'no such user' });
  await completeSwap(giulia, marco, `${freeMonth()}-12`);
  await expect(rows(page)).toHaveCount(3);
  await expect(ofMarco.getByText(/550 no such user/)).toBeVisible();
  delete smtp.onRecipient;
  await press(page, 'Rispedisci tutte');
  await expect(page.getByText('Nessuna email è andata storta.')).toBeVisible();

  await smtp.waitForMails(demoMails + 6);
});

const worksite = 'Cantiere Tiburtina';
const first = addDays(today(), 40);
const days = { from: first, to: addDays(first, 2) };
const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
const person = { firstName: 'Carlo', lastName: 'Nuovo', password: 'Primavera!27' };

/** Loads a roster with a person without an account and opens the CEO's page of invitations. */
async function openInvitations(desk: Open, name: string): Promise<Page> {
  const page = await desk('CEO');
  const found = (await ask(page, 'GET /api/ceo/worksites')).find((one) => one.name === worksite);
  const worksiteId = found?.id ?? '';
  const unclaimed = [{ name, days: daysOf(days).map((day) => ({ day, duty })) }];
  const body = { worksiteId, title: 'dicembre', days, people: [], unclaimed };
  await ask(page, 'POST /api/rosters', { body });
  await page.goto('/ceo-admin');
  await press(page, `Inviti per ${worksite}`);
  return page;
}

/** The path of a link that was just created. */
async function linkOf(page: Page, label: string): Promise<string> {
  await expect(field(page, label)).toBeVisible();
  const { pathname, hash } = new URL(await field(page, label).inputValue());
  return pathname + hash;
}

test('a person in a roster registers by invitation and accepts the days', async ({ phone, desk }) => {
  const ceo = await openInvitations(desk, 'NUOVO CARLO');
  await press(ceo, 'Crea l’invito di NUOVO CARLO');
  const link = await linkOf(ceo, 'Link di NUOVO CARLO');
  await expect(ceo.getByRole('img', { name: 'Codice QR dell’invito' })).toBeVisible();

  const page = await phone(null, { at: link });
  await expect(page.getByText(`Ti aspettano ${waitingText({ shifts: 3, ...days })}`)).toBeVisible();
  const carlo = { ...person, email: 'carlo.nuovo@turnario.example' };
  await fillStep(page, 1, carlo);
  await goOn(page);
  await expect(page.getByText('Il codice non ti serve: hai un invito.')).toBeVisible();
  await expect(fields.accessCode(page)).toHaveCount(0);
  await fillStep(page, 2, { role: 'Operatore' });
  await goOn(page);
  await fillStep(page, 3, carlo);
  await terms(page).check();
  await sendRegistration(page);
  await expect(page.getByText('Il tabellone di dicembre è arrivato')).toBeVisible();
  await press(page, 'Accetta tutto');
  await expect(toast(page, 'Calendario aggiornato')).toBeVisible();
  await expect.poll(async () => (await storedShifts(page, days.from, days.to)).length).toBe(3);
});

test('a public invitation prints as one A5 page; once revoked, typed input is kept', async ({
  phone,
  desk,
  server,
}) => {
  const ceo = await openInvitations(desk, 'NUOVA PIA');
  await press(ceo, 'Crea l’invito da appendere');
  const link = await linkOf(ceo, 'Link da appendere');
  await ceo.emulateMedia({ media: 'print' });
  await expect(ceo.locator('.invitation-sheet').getByText(link)).toBeVisible();
  await expect(ceo.getByRole('button', { name: 'Stampa il foglio' })).toHaveCount(0);
  const pdf = (await ceo.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  // 148 × 210 mm in points
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([420, 595]);
  await ceo.emulateMedia({ media: 'screen' });

  const page = await phone(null, { at: link });
  await expect(page.getByText(`Hai un invito per ${worksite}.`)).toBeVisible();
  const pia = { ...person, firstName: 'Pia', email: 'pia.nuova@turnario.example' };
  await fillStep(page, 1, pia);
  await goOn(page);
  await fillStep(page, 2, { role: 'Operatore' });
  await goOn(page);
  await fillStep(page, 3, pia);
  await terms(page).check();
  await press(ceo, 'Disattiva da appendere');
  await expect(toast(ceo, 'Invito disattivato')).toBeVisible();

  await sendRegistration(page);
  await expect(page.getByText('Questo invito non è più valido.')).toBeVisible();
  await expectStep(page, 2);
  expect(await typedSoFar(page)).toEqual({ ...pia, accessCode: '' });
  await fields.accessCode(page).fill(server.accessCodeOf(worksite));
  await goOn(page);
  await sendRegistration(page);
  await expect(heading(page, /Pia/)).toBeVisible();
});
