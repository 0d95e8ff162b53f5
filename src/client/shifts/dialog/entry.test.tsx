// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith, unsplit } from '../../../../tests/support/duties.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { driver, worker } from '../../../../tests/support/sessions.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';

const id = '00000000-0000-4000-8000-0000000000b1';
const shift = entryWith({ id, date: '2026-11-20' });
const swap = { exchangePartner: 'Anna Neri', completedDate: '2026-11-10T09:00:00.000Z' };
const body = {
  date: '2026-11-20',
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  ...unsplit,
  notes: null,
};

/** Opens an entry's dialog from the calendar. */
async function openEntry(entry: Shift, answers: Answers = {}, as = worker()) {
  const page = await openPage('/calendar', {
    as,
    answers: { 'GET /api/calendar/shifts': [entry], ...answers },
  });
  await page.tap(/^(venerdì 20|martedì 10|mercoledì 25) novembre 2026, (sede|ferie)/, '[role="grid"]');
  await page.find('Chiudi');
  return page;
}

test('shows an entry and its actions', async () => {
  const page = await openEntry({ ...shift, notes: 'Portare le chiavi' });
  await page.reads(`
    venerdì 20 novembre 2026
    [Chiudi]
    Sede
    06:00–14:00 · 8 ore
    Note
    Portare le chiavi
    [Scambia]
    [Modifica] [Duplica] [Cancella]
    [Chi lavora venerdì 20]`);
});

test.each<[string, Partial<Shift>, string]>([
  [
    'came from a swap',
    { exchangeInfo: swap },
    `Turno scambiato
    Viene dallo scambio con Anna Neri, completato il 10/11/2026. Per cambiarne giorno o orari, o cancellarlo, ti chiederemo conferma.`,
  ],
  [
    'is on offer',
    { openRequestId: 'r1' },
    `Offerto in uno scambio
    Se ne cambi giorno o orari, o lo cancelli, la richiesta si chiude. <Vedi la richiesta>
    [Modifica] [Duplica] [Cancella]`,
  ],
  [
    'waits for approval',
    { reservedRequestId: 'r1' },
    `In uno scambio che aspetta l’approvazione
    Se ne cambi giorno o orari, o lo cancelli, lo scambio non si fa. <Vedi la richiesta>
    [Modifica] [Duplica] [Cancella]`,
  ],
  [
    'is not as long as the contract',
    { endTime: '12:00' },
    `06:00–12:00 · 6 ore
    [Modifica] [Duplica] [Cancella]`,
  ],
])('an entry that %s', async (_what, changes, lines) => {
  const page = await openEntry({ ...shift, ...changes });
  await page.reads(lines);
});

test('a past entry can only be copied', async () => {
  const page = await openEntry({ ...shift, date: '2026-11-10' });
  await page.reads('Non puoi modificare o cancellare turni passati.');
  expect(page.reading()).not.toContain('[Modifica]');
});

test('edits an entry and refetches the calendar', async () => {
  const page = await openEntry(shift, { 'PATCH /api/shifts/:id': shift });
  await page.tap('Modifica');
  await page.fill('Inizio', '08:00');
  await page.reads('Dura 8 ore');
  await page.fill('Note (facoltativo)', 'Chiavi');
  const asked = page.api.timesAsked('GET /api/calendar/shifts');
  await page.tap('Salva');
  await page.sends([
    'PATCH /api/shifts/:id',
    { params: { id }, body: { ...body, startTime: '08:00', endTime: '16:00', notes: 'Chiavi' } },
  ]);
  await page.isTold('Turno aggiornato!');
  await page.asksAgain('GET /api/calendar/shifts', asked);
});

test('a refused change keeps the input', async () => {
  const page = await openEntry(shift, {
    'PATCH /api/shifts/:id': refusal(409, 'shift_day_taken', 'Hai già un turno in questa data.'),
  });
  await page.tap('Modifica');
  await page.fill('Note (facoltativo)', 'Chiavi');
  await page.fill('Data', '21/11/2026');
  await page.tap('Salva');
  await page.isTold('Errore di validazione', 'Hai già un turno in questa data.');
  await page.reads('Data: 21/11/2026 [Data: scegli dal calendario]');
  await page.reads('Note (facoltativo): Chiavi');
});

test('asks before changing a swapped entry', async () => {
  const asks = refusal(409, 'shift_swapped', 'Viene da uno scambio.', {
    requiresConfirmation: true,
    exchangeInfo: swap,
  });
  const page = await openEntry({ ...shift, exchangeInfo: swap }, { 'PATCH /api/shifts/:id': asks });
  await page.tap('Modifica');
  await page.fill('Fine', '13:00');
  await page.fill('Fine', '14:00');
  await page.fill('Data', '21/11/2026');
  await page.tap('Salva');
  await page.reads(`
    Turno Protetto da Scambio
    Questo turno viene dallo scambio con Anna Neri, completato il 10/11/2026.
    Se lo modifichi diventa un turno nuovo, senza il segno dello scambio: potrai offrirlo di nuovo.
    [Modifica lo stesso] [Lascia com’è]`);
  page.api.answer({ 'PATCH /api/shifts/:id': shift });
  await page.tap('Modifica lo stesso');
  const sent = { params: { id }, body: { ...body, date: '2026-11-21' } };
  await page.sends(
    ['PATCH /api/shifts/:id', sent],
    ['PATCH /api/shifts/:id', { ...sent, headers: { 'x-override-exchange': 'true' } }],
  );
});

test('deletes an entry and undoes it', async () => {
  const page = await openEntry(shift, { 'DELETE /api/shifts/:id': undefined, 'POST /api/shifts': shift });
  await page.tap('Cancella');
  await page.reads(`
    Cancelli questo turno?
    venerdì 20 novembre 2026, sede 06:00–14:00
    Se l’hai offerto a un collega, l’offerta decade.
    [Cancella il turno] [Lascia com’è]`);
  const asked = page.api.timesAsked('GET /api/calendar/shifts');
  await page.tap('Cancella il turno');
  await page.isTold('Turno cancellato!');
  await page.asksAgain('GET /api/calendar/shifts', asked);
  await page.tap('Annulla', '[aria-label="Avvisi (F8)"]');
  await page.isTold('Il turno è tornato', 'Un’offerta fatta con questo turno resta chiusa.');
  await page.sends(['DELETE /api/shifts/:id', { params: { id } }], ['POST /api/shifts', { body }]);
});

test('deleting a swapped entry explains the consequences; a refusal is shown', async () => {
  const page = await openEntry(
    { ...shift, exchangeInfo: swap },
    { 'DELETE /api/shifts/:id': refusal(409, 'x', 'È cambiato.') },
  );
  await page.tap('Cancella');
  await page.reads(
    `Se lo cancelli sparisce dal tuo calendario; il turno del collega resta com’è.\n[Cancella lo stesso] [Lascia com’è]`,
  );
  await page.tap('Cancella lo stesso');
  await page.isTold('Impossibile cancellare il turno', 'È cambiato.');
  await page.sends([
    'DELETE /api/shifts/:id',
    { params: { id }, headers: { 'x-override-exchange': 'true' } },
  ]);
  await page.reads('[Modifica] [Duplica] [Cancella]');
});

test('copies an entry to other days of its week', async () => {
  const page = await openEntry(
    { ...shift, notes: 'x' },
    { 'POST /api/shifts': ({ body: one }) => entryWith({ date: one.date ?? '' }) },
  );
  await page.tap('Duplica');
  await page.reads(`
    Duplica la giornata
    [Chiudi]
    sede 06:00–14:00
    In quali giorni?
    [Tutti i vuoti]
    [ ] lunedì 16 novembre 2026`);
  await page.tap('sabato 21 novembre 2026');
  await page.tap('lunedì 16 novembre 2026');
  await page.tap('Duplica su 2 giorni');
  await page.isTold('2 giornate aggiunte!');
  const copy = { ...body, userId: worker().user.id };
  await page.sends(
    ['POST /api/shifts', { body: { ...copy, date: '2026-11-16' } }],
    ['POST /api/shifts', { body: { ...copy, date: '2026-11-21' } }],
  );
});

test('a driver’s holiday is offered as its week', async () => {
  const holiday = {
    ...shift,
    date: '2026-11-25',
    workLocation: 'ferie',
    startTime: null,
    endTime: null,
    shiftType: null,
  } as const;
  const page = await openEntry(
    holiday,
    { 'GET /api/exchange-requests/holiday-weeks': { own: [], weeks: [] } as never },
    driver(),
  );
  await page.reads(
    `Preferisci un’altra settimana?\nOffri queste ferie ai colleghi e chiedi la loro settimana in cambio.\n[Scambia Ferie]`,
  );
  await page.tap('Cancella');
  await page.reads(
    `Cancelli questa giornata?\nmercoledì 25 novembre 2026, ferie\n[Cancella la giornata] [Lascia com’è]`,
  );
});
