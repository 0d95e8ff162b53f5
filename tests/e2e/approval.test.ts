import type { Page } from '@playwright/test';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { today } from './calendar.ts';
import { ask, idOf, preAccept, publishShift, recordShift, requestOf } from './calls.ts';
import { bell } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { press, toast } from './screens.ts';

/** Publishes a request for an afternoon, pre-accepted by a colleague. */
async function offered(one: Page, other: Page, day: Day): Promise<string> {
  const shiftId = await recordShift(one, day, '06:00', '14:00');
  await recordShift(other, day, '14:00', '22:00');
  const id = await publishShift(one, shiftId, day);
  await preAccept(other, id);
  return id;
}

async function confirm(one: Page, id: string): Promise<void> {
  await one.goto(`/exchanges?highlight=${id}`);
  await one.getByRole('button', { name: 'Scambia con Nina' }).first().tap();
  const dialog = one.getByRole('alertdialog', { name: /^Scambi .* con Nina Nuova\?$/ });
  await expect(dialog.getByText(/quando lo scambio è approvato/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Conferma lo scambio' }).tap();
  await expect(toast(one, 'Scambio confermato')).toBeVisible();
}

test('a confirmed swap waits if approval is required: approved in two taps from the bell, refused with a reason', async ({
  desk,
  newcomer,
}) => {
  const [one, other, approver] = [await newcomer(), await newcomer(), await newcomer()];
  const ceo = await desk('CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  await press(ceo, 'Regole degli scambi di Cantiere Tiburtina');
  const rules = ceo.getByRole('dialog', { name: 'Regole degli scambi' });
  await rules
    .getByRole('group', { name: 'Quando uno scambio va approvato' })
    .getByLabel(/^Sempre/)
    .check();
  await press(rules, 'Salva');
  await expect(toast(ceo, 'Regole salvate')).toBeVisible();
  const permissions = { params: { id: await idOf(approver) }, body: { mayApproveSwaps: true } };
  await ask(ceo, 'PATCH /api/ceo/users/:id/permissions', permissions);
  const day = addDays(today(), 20);
  const approvedId = await offered(one, other, day);

  await one.reload();
  await confirm(one, approvedId);
  await expect(one.getByText('In approvazione').first()).toBeVisible();
  await approver.reload();
  await expect(bell(approver)).toHaveAccessibleName(/da leggere/);
  await bell(approver).tap();
  const panel = approver.getByRole('dialog', { name: 'Notifiche' });
  const answer = panel
    .getByRole('list', { name: 'Tocca a te' })
    .getByRole('button', { name: /^Vedi e approva/ });
  await expect(answer).toBeVisible();
  const count = await countTaps(approver);
  await answer.tap();
  const decision = approver.getByRole('dialog', { name: 'Approvi lo scambio?' });
  await expect(decision.getByText(/06:00–14:00/)).toBeVisible();
  await decision.getByRole('button', { name: 'Approva', exact: true }).tap();
  await expect(toast(approver, 'Scambio approvato')).toBeVisible();
  expect(count).toEqual({ taps: 2, submits: 0 });
  await expect(decision).toBeHidden();
  await expect(approver.getByRole('button', { name: /^Vedi e decidi/ })).toBeHidden();
  expect((await requestOf(one, approvedId)).status).toBe('completata');

  // from the approver's Home, with a reason that both people read
  const refusedId = await offered(one, other, addDays(day, 2));
  await confirm(one, refusedId);
  await approver.getByRole('button', { name: /^Vedi e decidi/ }).tap();
  await decision.getByRole('button', { name: 'Rifiuta', exact: true }).tap();
  const refusal = approver.getByRole('dialog', { name: 'Rifiuti lo scambio?' });
  await refusal.getByLabel('Motivo').fill('Quel giorno servite tutti e due');
  await refusal.getByRole('button', { name: 'Rifiuta lo scambio' }).tap();
  await expect(toast(approver, 'Scambio rifiutato')).toBeVisible();
  await expect.poll(async () => (await requestOf(one, refusedId)).isAwaitingApproval).toBe(false);
  await bell(one).tap();
  await expect(one.getByText(/Motivo: Quel giorno servite tutti e due/).first()).toBeVisible();
});
