import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, daysOf } from '../../src/domain/calendar/day.ts';
import { waitingText } from '../../src/domain/rosters/texts.it.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsOf } from './axe.ts';
import { today } from './calendar.ts';
import { ask, signInQuietly } from './calls.ts';
import { expectStep, fields, fillStep, goOn, sendRegistration, terms, typedSoFar } from './entrance.ts';
import { storedShifts } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, heading, press, toast } from './screens.ts';
import { setStage } from './stage.ts';

// People of a roster without an account: the CEO invites them, they register and find their days.

const stage = setStage();

const worksite = 'Cantiere Tiburtina';
const first = addDays(today(), 40);
const days = { from: first, to: addDays(first, 2) };
const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

/** The CEO's page, once a roster names somebody without an account. */
async function openInvitations(name: string): Promise<Page> {
  const { page } = await stage.desktop();
  await signInQuietly(page, demoCeo);
  const found = (await ask(page, 'GET /api/ceo/worksites')).find((one) => one.name === worksite);
  const params = { id: found!.id };
  await ask(page, 'DELETE /api/ceo/worksites/:id/invitations', { params, query: {} });
  const shifts = daysOf(days).map((day) => ({ day, duty }));
  await ask(page, 'POST /api/rosters', {
    body: {
      worksiteId: found!.id,
      title: 'dicembre',
      days,
      people: [],
      unclaimed: [{ name, days: shifts }],
    },
  });
  await page.goto('/ceo-admin');
  await press(page, `Inviti per ${worksite}`);
  await expectVisible(
    page.getByRole('dialog', { name: `Inviti per ${worksite}` }).getByText(name, { exact: true }),
  );
  return page;
}

/** What follows the server's address in a link that was just made. */
async function linkOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await expectVisible(field);
  const { pathname, hash } = new URL(await field.inputValue());
  return pathname + hash;
}

const newcomer = { firstName: 'Carlo', lastName: 'Nuovo', password: 'Primavera!27' };

test('the CEO invites somebody of the roster, who registers without a code and accepts the days', async () => {
  const ceo = await openInvitations('NUOVO CARLO');
  await press(ceo, 'Crea l’invito di NUOVO CARLO');
  const link = await linkOf(ceo, 'Link di NUOVO CARLO');
  await expectVisible(ceo.getByRole('img', { name: 'Codice QR dell’invito' }));
  expect(await violationsOf(ceo)).toEqual([]);

  const { page } = await stage.phone();
  await page.goto(link);
  const awaited = `Ti aspettano ${waitingText({ shifts: 3, ...days })}`;
  await expectVisible(page.getByText(awaited));
  const person = { ...newcomer, email: 'carlo.nuovo@turnario.example' };
  await fillStep(page, 1, person);
  expect(await violationsOf(page)).toEqual([]);
  await goOn(page);
  await expectStep(page, 2);
  await expectVisible(page.getByText('Il codice non ti serve: hai un invito.'));
  await expectNone(fields.accessCode(page));
  await fillStep(page, 2, { role: 'Operatore' });
  await goOn(page);
  await fillStep(page, 3, person);
  await terms(page).check();
  await sendRegistration(page);
  await expectVisible(page.getByText('Il tabellone di dicembre è arrivato'));
  await press(page, 'Accetta tutto');
  await expectVisible(toast(page, 'Calendario aggiornato'));
  await expectSoon(async () => (await storedShifts(page, days.from, days.to)).length, 3);

  // used: another browser reads one sentence and goes on by the code
  const { page: late } = await stage.phone();
  await late.goto(link);
  await expectVisible(
    late.getByText('Questo invito non è più valido. Puoi continuare con il codice di accesso del cantiere.'),
  );
  await expectStep(late, 1);
});

test('an invitation that ends while the form is filled in loses nothing that was typed', async () => {
  const ceo = await openInvitations('NUOVA PIA');
  await press(ceo, 'Crea l’invito da appendere');
  const link = await linkOf(ceo, 'Link da appendere');
  const { page } = await stage.phone();
  await page.goto(link);
  await expectVisible(page.getByText(`Hai un invito per ${worksite}.`));
  const person = { ...newcomer, firstName: 'Pia', email: 'pia.nuova@turnario.example' };
  await fillStep(page, 1, person);
  await goOn(page);
  await fillStep(page, 2, { role: 'Operatore' });
  await goOn(page);
  await fillStep(page, 3, person);
  await terms(page).check();

  await press(ceo, 'Disattiva da appendere');
  await expectVisible(toast(ceo, 'Invito disattivato'));
  await expectGone(ceo.getByLabel('Link da appendere', { exact: true }));

  await sendRegistration(page);
  await expectVisible(page.getByText('Questo invito non è più valido.'));
  await expectStep(page, 2);
  await expectSoon(() => typedSoFar(page), { ...person, accessCode: '' });
  await fields.accessCode(page).fill(stage.server.accessCodeOf(worksite));
  await goOn(page);
  await sendRegistration(page);
  await expectVisible(heading(page, /Pia/));
});

test('the sheet for the wall is one A5 page with nothing else on it', async () => {
  const ceo = await openInvitations('NUOVO LUCA');
  await press(ceo, 'Crea l’invito da appendere');
  const link = await linkOf(ceo, 'Link da appendere');
  await expectVisible(ceo.getByRole('button', { name: 'Stampa il foglio' }));
  await ceo.emulateMedia({ media: 'print' });
  const sheet = ceo.locator('.invitation-sheet');
  await expectVisible(sheet.getByText(link));
  await expectVisible(sheet.getByText(worksite));
  await expectNone(ceo.getByRole('button', { name: 'Stampa il foglio' }));
  const pdf = (await ceo.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  // points of 148 × 210 mm
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([420, 595]);
});
