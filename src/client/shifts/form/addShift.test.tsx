// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith, unsplit } from '../../../../tests/support/duties.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { driver, worker } from '../../../../tests/support/sessions.ts';

const userId = worker().user.id;
const created: Answers = {
  'POST /api/shifts': ({ body }) => entryWith({ id: `of-${body.date}`, date: body.date ?? '' }),
};
const open = (address: string, answers: Answers = {}, as = worker()) =>
  openPage(address, { as, answers: { ...created, ...answers } });
const body = (date: string) => ({
  date,
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  ...unsplit,
  notes: null,
  userId,
});

test('adds an entry on a day from the calendar and returns there', async () => {
  const page = await open('/shifts/new?date=2026-11-20');
  await page.tap('Altro');
  await page.tap('Sede');
  await page.fill('Inizio', '06:00');
  await page.reads('Inizio: 06:00\nFine: 14:00');
  await page.fill('Note (facoltativo)', 'Chiavi');
  await page.reads('sede 06:00–14:00 · ven 20 nov\n[Aggiungi giornata]');
  await page.tap('Aggiungi giornata');
  await page.isTold('Giornata aggiunta!');
  await page.sends(['POST /api/shifts', { body: { ...body('2026-11-20'), notes: 'Chiavi' } }]);
  await expect.poll(() => page.address).toBe('/calendar?month=2026-11');
});

test('missing values are shown at their fields, and nothing is sent', async () => {
  const page = await open('/shifts/new');
  expect(page.reading()).not.toContain('I tuoi soliti turni');
  await page.tap('Aggiungi giornata');
  await page.reads('Data e tipo di giornata sono obbligatori');
  await page.tap('Sede');
  await page.tap('Aggiungi giornata');
  await page.reads('Scegli almeno un giorno');
  await page.fill('Inizio', '06:00');
  await page.fill('Fine', '12:00');
  await page.tap('Turno spezzato');
  await page.tap('Aggiungi giornata');
  await page.reads('Seconda parte, inizio: --:--\nOrario inizio richiesto');
  expect(document.activeElement).toBe(await page.find('Seconda parte, inizio'));
  expect(page.api.changes()).toEqual([]);
});

test('failed days stay chosen, and the form keeps its input', async () => {
  const page = await open('/shifts/new', {
    'POST /api/shifts': ({ body: { date } }) =>
      date === '2026-11-24'
        ? refusal(409, 'shift_day_taken', 'Hai già un turno.')
        : entryWith({ id: date, date }),
  });
  await page.tap('Sede');
  await page.fill('Inizio', '06:00');
  await page.tap('Tutti i feriali vuoti');
  await page.reads('sede 06:00–14:00 · 11 giorni da lun 16 nov a lun 30 nov\n[Aggiungi 11 giornate]');
  await page.tap('Aggiungi 11 giornate');
  await page.reads("Errore nell'aggiunta del turno\nHai già un turno.\nmar 24 nov");
  await page.tap('Ho Capito');
  await page.reads('Aggiunte 10 giornate su 11: un giorno da sistemare');
  await page.reads('sede 06:00–14:00 · mar 24 nov\n[Aggiungi giornata]');
  expect(page.api.changes()).toHaveLength(11);
});

test('undoes added days', async () => {
  const page = await open('/shifts/new?date=2026-11-20', { 'DELETE /api/shifts/:id': undefined });
  await page.tap('Libero');
  await page.isTold('Giornata aggiunta!');
  page.api.answer({ 'GET /api/shifts': [entryWith({ id: 'of-2026-11-20', date: '2026-11-20' })] });
  await page.tap('Annulla', '[aria-label="Avvisi (F8)"]');
  await page.isTold('Giornata cancellata', 'Un’offerta che l’aggiunta avesse chiuso resta chiusa.');
  expect(page.api.changes().at(-1)).toEqual(['DELETE /api/shifts/:id', { params: { id: 'of-2026-11-20' } }]);
});

test('with a known day, frequent duties take one tap', async () => {
  const usual = [1, 2, 3].map((day) =>
    entryWith({ id: `u${day}`, date: `2026-11-0${day}`, startTime: '14:00', endTime: '22:00' }),
  );
  const page = await open('/shifts/new?date=2026-11-20', { 'GET /api/shifts': usual });
  await page.reads(
    'venerdì 20 novembre 2026\nI tuoi soliti turni\nUn tocco e salva\n[14–22] [6–14] [Libero]\n[Altro]',
  );
  await page.tap('14–22');
  await page.isTold('Giornata aggiunta!');
  await page.sends([
    'POST /api/shifts',
    { body: { ...body('2026-11-20'), startTime: '14:00', endTime: '22:00' } },
  ]);
});

test('a driver chooses a named shift for a whole week', async () => {
  const page = await open('/shifts/new', {}, driver());
  await page.tap(/^Mattina/);
  await page.tap('venerdì 27 novembre 2026');
  await page.tap('Tutta la settimana, sab–ven');
  await page.tap('Aggiungi 7 giornate');
  await page.isTold('7 giornate aggiunte!');
  expect(page.api.changes()[0]).toEqual([
    'POST /api/shifts',
    { body: { ...body('2026-11-21'), endTime: '13:00' } },
  ]);
});

test.each([401, 429, 503])('a %d ends the run: the following days would fail too', async (status) => {
  const page = await open('/shifts/new', { 'POST /api/shifts': refusal(status, 'x', 'Aspetta.') });
  await page.tap('Libero');
  await page.tap('Tutti i feriali vuoti');
  await page.tap('Aggiungi 11 giornate');
  await page.reads('Nessuna giornata aggiunta: 11 giorni da sistemare', '[aria-labelledby="days-title"]');
  expect(page.api.changes()).toHaveLength(1);
});
