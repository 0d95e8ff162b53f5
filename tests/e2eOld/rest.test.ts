import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/day.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsOf } from './axe.ts';
import { dayCell, today } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectGone, expectNone, expectSoon, expectVisible, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Two people who have just registered: `other` would work early after a late evening. */
async function pair(): Promise<{ one: Page; other: Page; requestId: string }> {
  const { page: one } = await stage.phone();
  const { page: other } = await stage.phone();
  await enterAsNewcomer(one, stage.server);
  await enterAsNewcomer(other, stage.server);
  const day = addDays(today(), 20);
  await recordShift(one, day, '06:00', '14:00');
  await recordShift(other, addDays(day, -1), '14:00', '22:00');
  const offered = await recordShift(other, day, '14:00', '22:00');
  return { one, other, requestId: await publishShift(other, offered, day, 'mattina') };
}

const ownSentence =
  /^Finiresti .* alle 22:00 e ricominceresti .* alle 06:00: 8 ore di riposo invece di 11 ore\.$/;

test('who would pre-accept is asked where the other one would rest too little, and both read it before they agree', async () => {
  const { one, other, requestId } = await pair();
  await one.goto(`/exchanges?highlight=${requestId}`);
  const yes = one.getByRole('button', { name: 'Pre-accetta lo scambio con Nina Nuova' }).first();
  await yes.tap();
  const asked = one.getByRole('alertdialog', { name: 'Pre-accetti la richiesta di Nina Nuova?' });
  await expectVisible(asked.getByText('Poco riposo'));
  await expectVisible(asked.getByText('Per Nina il riposo sarebbe di 8 ore invece di 11 ore.'));
  await expectNone(asked.getByText(ownSentence));
  expect(await violationsOf(one)).toEqual([]);
  await asked.getByRole('button', { name: 'Pre-accetta', exact: true }).tap();
  await expectVisible(toast(one, 'Richiesta pre-accettata'));

  await other.goto(`/exchanges?highlight=${requestId}`);
  await other.getByRole('button', { name: 'Scambia con Nina' }).first().tap();
  const confirm = other.getByRole('alertdialog', { name: /^Scambi .* con Nina Nuova\?$/ });
  await expectVisible(confirm.getByText(ownSentence));
  expect(await violationsOf(other)).toEqual([]);
  await confirm.getByRole('button', { name: 'Conferma lo scambio' }).tap();
  await expectVisible(toast(other, 'Scambio completato'));
});

test('the CEO has such swaps refused, with limits of their own, and the card says so instead of a button', async () => {
  const { one, other, requestId } = await pair();
  await preAccept(one, requestId);
  const { page: ceo } = await stage.desktop();
  await signIn(ceo, demoCeo, 'CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  await press(ceo, 'Regole degli scambi di Cantiere Tiburtina');
  const rules = ceo.getByRole('dialog', { name: 'Regole degli scambi' });
  await expectSoon(() => rules.getByRole('radio', { name: /^Avvisa/ }).isChecked(), true);
  await rules.getByRole('radio', { name: /^Blocca/ }).check();
  const rest = rules.getByLabel('Riposo tra due giornate (ore)');
  await rest.fill('17');
  await press(rules, 'Salva');
  await expectVisible(rules.getByText('Scrivi un numero intero da 0 a 16'));
  await expectSoon(() => rest.inputValue(), '17');
  expect(await violationsOf(ceo)).toEqual([]);
  await rest.fill('9');
  await press(rules, 'Salva');
  await expectVisible(toast(ceo, 'Regole salvate'));
  await expectGone(rules);

  await other.goto(`/exchanges?highlight=${requestId}`);
  // the card says why, and offers no confirmation that would be refused
  const card = other.getByRole('article').filter({ hasText: 'Non puoi scambiare con Nina Nuova.' });
  await expectVisible(
    card.getByText(/8 ore di riposo invece di 9 ore\. Nel tuo cantiere uno scambio così non si può fare\.$/),
  );
  await expectGone(card.getByRole('button', { name: 'Scambia con Nina' }));

  // once the rules are gone, so is what they said
  await press(ceo, 'Regole degli scambi di Cantiere Tiburtina');
  await rules.getByRole('radio', { name: /^Non controllare/ }).check();
  await expectGone(rules.getByLabel('Riposo tra due giornate (ore)'));
  await press(rules, 'Salva');
  await expectGone(rules);
  await other.reload();
  await other.getByRole('button', { name: 'Scambia con Nina' }).first().tap();
  const confirm = other.getByRole('alertdialog', { name: /^Scambi .* con Nina Nuova\?$/ });
  await expectVisible(confirm.getByRole('button', { name: 'Conferma lo scambio' }));
  await expectNone(confirm.getByText(/di riposo invece/));
});

test('the CEO leaves one kind of swaps and sets a cut-off: the calendar offers what is left and says until when', async () => {
  const { page: ceo } = await stage.desktop();
  await signIn(ceo, demoCeo, 'CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  const tomorrow = addDays(today(), 1);
  await recordShift(page, tomorrow, '06:00', '14:00');
  const day = addDays(today(), 20);
  const shiftId = await recordShift(page, day, '06:00', '14:00');

  const open = 'Regole degli scambi di Cantiere Tiburtina';
  await press(ceo, open);
  const rules = ceo.getByRole('dialog', { name: 'Regole degli scambi' });
  await rules.getByRole('checkbox', { name: 'Un altro orario' }).uncheck();
  await rules.getByRole('button', { name: /Quando si può confermare/ }).click();
  await ceo.getByRole('option', { name: 'Fino a 72 ore prima del turno' }).click();
  expect(await violationsOf(ceo)).toEqual([]);
  await press(rules, 'Salva');
  await expectVisible(toast(ceo, 'Regole salvate'));
  await expectGone(rules);

  // of two choices one is left: nothing is asked
  await page.goto(`/exchanges?nuova=${shiftId}`);
  const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await expectVisible(form.getByRole('button', { name: 'Qualsiasi giorno entro 7 giorni' }));
  await expectGone(form.getByRole('radio', { name: /^Il giorno libero/ }));

  await page.goto(`/calendar?month=${tomorrow.slice(0, 7)}`);
  await dayCell(page, tomorrow, 'sede 06:00–14:00').tap();
  const sheet = page.getByRole('dialog');
  const closed = sheet.getByText('Gli scambi si chiudono 72 ore prima del turno.');
  const swap = sheet.getByRole('button', { name: 'Scambia', exact: true });
  await expectVisible(closed);
  await expectGone(swap);

  // live, as the rules change again
  await press(ceo, open);
  await rules.getByRole('button', { name: /Quando si può confermare/ }).click();
  await ceo.getByRole('option', { name: 'Fino all’inizio del turno' }).click();
  await press(rules, 'Salva');
  await expectGone(rules);
  await expectVisible(swap);
  await expectGone(closed);

  await press(ceo, open);
  await rules.getByRole('checkbox', { name: 'Il giorno libero' }).uncheck();
  await press(rules, 'Salva');
  await expectGone(rules);
  await expectGone(swap);
  await page.goto('/exchanges');
  await expectVisible(page.getByRole('tab', { name: /Disponibili/ }));
  await expectGone(page.getByRole('button', { name: 'Nuova', exact: true }));
});
