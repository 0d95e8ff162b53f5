import { expect, test } from 'vitest';
import { addDays, dayInRome, formatLongDay, mondayWeekOf } from '../../src/domain/calendar/day.ts';
import { formatLongWeek } from '../../src/domain/calendar/weekNames.ts';
import { violationsOf } from './axe.ts';
import { calendar, dayCell, deleteEntry, freeMonth } from './calendar.ts';
import { recordShift } from './calls.ts';
import { isFocused } from './keyboard.ts';
import { enterAsNewcomer, storeShift } from './newcomer.ts';
import { addressOf, expectGone, expectNone, expectSoon, expectVisible, press, signIn } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const day = `${freeMonth()}-10`;

test('the team’s day shows who works and when, and says nothing of who does not', async () => {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  const { page: marco } = await stage.phone();
  await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
  await recordShift(marco, day, '14:00', '22:00');
  const { page: sara } = await stage.phone();
  await signIn(sara, stage.server.signInOf('Sara'), 'Sara');
  await storeShift(sara, { date: day, workLocation: 'malattia' });
  await page.goto(`/calendar?squadra=${day}`);
  const dialog = page.getByRole('dialog', { name: 'Chi lavora' });
  await expectVisible(dialog.getByText(/^\S+ 10 \S+/));
  const names = dialog.getByRole('region', { name: 'pomeriggio (1)' }).getByRole('listitem');
  await expectSoon(() => names.allInnerTexts(), ['Marco Bianchi\n14:00–22:00']);
  await expectNone(dialog.getByText('Sara'));
  expect(await violationsOf(page)).toEqual([]);
  await press(dialog, 'Giorno successivo');
  await expectVisible(dialog.getByText('Per ora nessun collega ha un turno in questo giorno.'));
  await press(dialog, 'Chiudi');
  await expectGone(dialog);
  await expectSoon(() => addressOf(page), '/calendar');
  await press(page, 'Chi lavora');
  await expectVisible(dialog.getByText(/^oggi, /));
  await expectSoon(() => dialog.getByRole('button', { name: 'Giorno precedente' }).isDisabled(), true);
});

test('the sheet of an entry leads to who else works on its day', async () => {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  const third = addDays(day, 2);
  await storeShift(page, { date: third, workLocation: 'ferie' });
  const { page: marco } = await stage.phone();
  await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
  await recordShift(marco, third, '14:00', '22:00');
  await page.goto(`/calendar?month=${freeMonth()}`);
  await dayCell(page, third, 'ferie').click();
  const [weekday, number] = formatLongDay(third).split(' ');
  await press(page.getByRole('dialog'), `Chi lavora ${weekday} ${number}`);
  const dialog = page.getByRole('dialog', { name: 'Chi lavora' });
  await expectVisible(dialog.getByText('Marco Bianchi', { exact: true }));
  await expectSoon(() => page.getByRole('dialog').count(), 1);
  await expectSoon(() => addressOf(page), `/calendar?month=${freeMonth()}&squadra=${third}`);
  await page.goBack();
  await expectGone(dialog);
  await expectSoon(() => addressOf(page), `/calendar?month=${freeMonth()}`);
});

test('the week view shows each day with its times, opens an entry, and leads back to the month', async () => {
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await recordShift(page, day, '06:00', '14:00');
  await page.goto(`/calendar?month=${freeMonth()}`);
  await expectVisible(calendar(page).getByRole('grid'));
  await press(page, 'Settimana');
  await page.goto(`/calendar?settimana=${day}`);
  const week = calendar(page).getByRole('list', { name: formatLongWeek(mondayWeekOf(day)) });
  await expectVisible(week.getByText('Sede, mattina'));
  await expectSoon(() => week.getByRole('listitem').count(), 7);
  expect(await violationsOf(page)).toEqual([]);
  await week.getByRole('button', { name: new RegExp(`^${formatLongDay(day)}, sede 06:00–14:00`) }).tap();
  const sheet = page.getByRole('dialog');
  await expectVisible(sheet);
  await page.keyboard.press('Escape');
  await expectGone(sheet);
  await press(page, 'Settimana successiva');
  await expectGone(week);
  await press(page, 'Mese');
  await expectVisible(calendar(page).getByRole('grid'));
  await expectSoon(() => addressOf(page), expect.not.stringContaining('settimana'));
});

test.each([
  ['the week view', 'Turni della settimana', () => [day, `/calendar?settimana=${day}`] as const],
  ['the two weeks of Home', 'Questa settimana e la prossima', () => [nextTuesday(), '/'] as const],
])('who deletes an entry in %s stands on its day then', async (_where, name, place) => {
  const [date, address] = place();
  const { page } = await stage.phone();
  await enterAsNewcomer(page, stage.server);
  await storeShift(page, { date, workLocation: 'ferie' });
  // Home shows no calendar without any entry
  await storeShift(page, { date: addDays(date, 1), workLocation: 'libero' });
  await page.goto(address);
  const list = calendar(page).getByRole(name.startsWith('Turni') ? 'list' : 'region', { name });
  const row = list.getByRole('listitem').filter({ hasText: formatLongDay(date) });
  await row.getByRole('button').tap();
  await deleteEntry(page, 'Cancella la giornata');
  await expectVisible(row.getByRole('link', { name: /nessun turno$/ }));
  await expectSoon(() => isFocused(row), true);
});

/** A day of the next week, which no test finds past. */
const nextTuesday = () => addDays(mondayWeekOf(dayInRome(new Date().toISOString())).from, 8);
