import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { violationsOf } from './axe.ts';
import { today } from './calendar.ts';
import { ask, idOf, preAccept, publishShift, recordShift, requestOf } from './calls.ts';
import { bell, bellName } from './exchanges.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectGone, expectSoon, expectVisible, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';
import { countTaps } from './taps.ts';

const stage = setStage();

async function newcomer(): Promise<Page> {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  return page;
}

/** A request for an afternoon that a colleague has pre-accepted. */
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
  await expectVisible(dialog.getByText(/quando lo scambio è approvato/));
  await dialog.getByRole('button', { name: 'Conferma lo scambio' }).tap();
  await expectVisible(toast(one, 'Scambio confermato'));
}

test('a confirmed swap waits where the CEO wants so: approved in two taps from the bell, refused with a reason', async () => {
  const [one, other, approver] = [await newcomer(), await newcomer(), await newcomer()];
  const { page: ceo } = await stage.desktop();
  await signIn(ceo, demoCeo, 'CEO');
  await ceo.goto('/ceo-admin?tab=worksites');
  await press(ceo, 'Regole degli scambi di Cantiere Tiburtina');
  const rules = ceo.getByRole('dialog', { name: 'Regole degli scambi' });
  await rules
    .getByRole('group', { name: 'Quando uno scambio va approvato' })
    .getByLabel(/^Sempre/)
    .check();
  await press(rules, 'Salva');
  await expectVisible(toast(ceo, 'Regole salvate'));
  const permissions = { params: { id: await idOf(approver) }, body: { mayApproveSwaps: true } };
  await ask(ceo, 'PATCH /api/ceo/users/:id/permissions', permissions);
  const day = addDays(today(), 20);
  const approvedId = await offered(one, other, day);

  // who confirms reads that it waits, and so does the colleague
  await one.reload();
  await confirm(one, approvedId);
  await expectVisible(one.getByText('In approvazione').first());
  await expectVisible(one.getByText(/^Hai confermato lo scambio con Nina Nuova: aspetta l’approvazione/));
  expect(await violationsOf(one)).toEqual([]);
  await other.goto(`/exchanges?highlight=${approvedId}`);
  await expectVisible(other.getByText(/^Nina Nuova ha confermato lo scambio con te: aspetta l’approvazione/));

  await approver.reload();
  await expectSoon(async () => (await bellName(approver)) !== 'Notifiche', true);
  await bell(approver).tap();
  const panel = approver.getByRole('dialog', { name: 'Notifiche' });
  const answer = panel
    .getByRole('list', { name: 'Tocca a te' })
    .getByRole('button', { name: /^Vedi e approva/ });
  await expectVisible(answer);
  const count = await countTaps(approver);
  await answer.tap();
  const decision = approver.getByRole('dialog', { name: 'Approvi lo scambio?' });
  await expectVisible(decision.getByText(/06:00–14:00/));
  expect(await violationsOf(approver)).toEqual([]);
  await decision.getByRole('button', { name: 'Approva', exact: true }).tap();
  await expectVisible(toast(approver, 'Scambio approvato'));
  expect(count).toEqual({ taps: 2, submits: 0 });
  await expectGone(decision);
  await expectGone(approver.getByRole('button', { name: /^Vedi e decidi/ }));
  expect((await requestOf(one, approvedId)).status).toBe('completata');

  // from the home of who approves, with a reason that the two read
  const refusedId = await offered(one, other, addDays(day, 2));
  await confirm(one, refusedId);
  await approver.getByRole('button', { name: /^Vedi e decidi/ }).tap();
  await decision.getByRole('button', { name: 'Rifiuta', exact: true }).tap();
  const refusal = approver.getByRole('dialog', { name: 'Rifiuti lo scambio?' });
  await refusal.getByRole('button', { name: 'Rifiuta lo scambio' }).tap();
  await expectVisible(refusal.getByText('Scrivi il motivo'));
  await refusal.getByLabel('Motivo').fill('Quel giorno servite tutti e due');
  await refusal.getByRole('button', { name: 'Rifiuta lo scambio' }).tap();
  await expectVisible(toast(approver, 'Scambio rifiutato'));
  await expectSoon(async () => (await requestOf(one, refusedId)).isAwaitingApproval, false);
  await bell(one).tap();
  await expectVisible(one.getByText(/Motivo: Quel giorno servite tutti e due/).first());
});
