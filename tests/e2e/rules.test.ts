import type { Page } from '@playwright/test';
import { addDays } from '../../src/domain/calendar/day.ts';
import { dayCell, today } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { press, toast } from './screens.ts';

// A worksite's swap rules: rest, kinds, cut-off; for approval see approval.test.ts.

/** Two new people: `other` would work early after a late evening. */
async function pair(newcomer: () => Promise<Page>): Promise<{ one: Page; other: Page; requestId: string }> {
  const [one, other] = [await newcomer(), await newcomer()];
  const day = addDays(today(), 20);
  await recordShift(one, day, '06:00', '14:00');
  await recordShift(other, addDays(day, -1), '14:00', '22:00');
  const offered = await recordShift(other, day, '14:00', '22:00');
  return { one, other, requestId: await publishShift(other, offered, day, 'mattina') };
}

const ownSentence =
  /^Finiresti .* alle 22:00 e ricominceresti .* alle 06:00: 8 ore di riposo invece di 11 ore\.$/;

test('pre-accepting warns if the other person would rest too little, and both see it before they agree', async ({
  newcomer,
}) => {
  const { one, other, requestId } = await pair(newcomer);
  await one.goto(`/exchanges?highlight=${requestId}`);
  const yes = one.getByRole('button', { name: 'Pre-accetta lo scambio con Nina Nuova' }).first();
  await yes.tap();
  const asked = one.getByRole('alertdialog', { name: 'Pre-accetti la richiesta di Nina Nuova?' });
  await expect(asked.getByText('Poco riposo')).toBeVisible();
  await expect(asked.getByText('Per Nina il riposo sarebbe di 8 ore invece di 11 ore.')).toBeVisible();
  await expect(asked.getByText(ownSentence)).toHaveCount(0);
  await asked.getByRole('button', { name: 'Pre-accetta', exact: true }).tap();
  await expect(toast(one, 'Richiesta pre-accettata')).toBeVisible();

  await other.goto(`/exchanges?highlight=${requestId}`);
  await other.getByRole('button', { name: 'Scambia con Nina' }).first().tap();
  const confirm = other.getByRole('alertdialog', { name: /^Scambi .* con Nina Nuova\?$/ });
  await expect(confirm.getByText(ownSentence)).toBeVisible();
  await confirm.getByRole('button', { name: 'Conferma lo scambio' }).tap();
  await expect(toast(other, 'Scambio completato')).toBeVisible();
});

test('the CEO has such swaps refused, with custom limits, and the card shows that instead of a button', async ({
  desk,
  newcomer,
}) => {
  const { one, other, requestId } = await pair(newcomer);
  await preAccept(one, requestId);
  const ceo = await desk('CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  await press(ceo, 'Regole degli scambi di Cantiere Tiburtina');
  const rules = ceo.getByRole('dialog', { name: 'Regole degli scambi' });
  await expect(rules.getByRole('radio', { name: /^Avvisa/ })).toBeChecked();
  await rules.getByRole('radio', { name: /^Blocca/ }).check();
  const rest = rules.getByLabel('Riposo tra due giornate (ore)');
  await rest.fill('9');
  await press(rules, 'Salva');
  await expect(toast(ceo, 'Regole salvate')).toBeVisible();
  await expect(rules).toBeHidden();

  await other.goto(`/exchanges?highlight=${requestId}`);
  // the card shows the reason, and no button that would be refused
  const card = other.getByRole('article').filter({ hasText: 'Non puoi scambiare con Nina Nuova.' });
  await expect(
    card.getByText(/8 ore di riposo invece di 9 ore\. Nel tuo cantiere uno scambio così non si può fare\.$/),
  ).toBeVisible();
  await expect(card.getByRole('button', { name: 'Scambia con Nina' })).toBeHidden();
});

test('the CEO leaves one kind of swap and sets a cut-off: the calendar offers that kind and shows the deadline', async ({
  desk,
  newcomer,
}) => {
  const ceo = await desk('CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  const page = await newcomer();
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
  await press(rules, 'Salva');
  await expect(toast(ceo, 'Regole salvate')).toBeVisible();
  await expect(rules).toBeHidden();

  // with one kind left there is no choice to make
  await page.goto(`/exchanges?nuova=${shiftId}`);
  const form = page.getByRole('dialog', { name: 'Nuova richiesta di scambio' });
  await expect(form.getByRole('button', { name: 'Qualsiasi giorno entro 7 giorni' })).toBeVisible();
  await expect(form.getByRole('radio', { name: /^Il giorno libero/ })).toBeHidden();

  await page.goto(`/calendar?month=${tomorrow.slice(0, 7)}`);
  await dayCell(page, tomorrow, 'sede 06:00–14:00').tap();
  const sheet = page.getByRole('dialog');
  const closed = sheet.getByText('Gli scambi si chiudono 72 ore prima del turno.');
  const swap = sheet.getByRole('button', { name: 'Scambia', exact: true });
  await expect(closed).toBeVisible();
  await expect(swap).toBeHidden();

  // updates live when the rules change again
  await press(ceo, open);
  await rules.getByRole('button', { name: /Quando si può confermare/ }).click();
  await ceo.getByRole('option', { name: 'Fino all’inizio del turno' }).click();
  await press(rules, 'Salva');
  await expect(rules).toBeHidden();
  await expect(swap).toBeVisible();
  await expect(closed).toBeHidden();
});
