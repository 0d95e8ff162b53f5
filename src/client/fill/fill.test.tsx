// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith, unsplit } from '../../../tests/support/duties.ts';
import { type Answers, refusal } from '../../../tests/support/fakeApi.ts';
import { openPage } from '../../../tests/support/page.ts';

const entries = [
  entryWith({ id: 'mon', date: '2026-11-16' }),
  entryWith({ id: 'swapped', date: '2026-11-18', openRequestId: 'r1' }),
];
const open = (address: string, answers: Answers = {}) =>
  openPage(address, { answers: { 'GET /api/shifts': entries, 'GET /api/shift-patterns': [], ...answers } });
const work = { workLocation: 'sede', startTime: '06:00', endTime: '14:00', ...unsplit };

test('applies a rotation to the days and inserts it in one call', async () => {
  const page = await open('/shifts/fill');
  await page.reads(
    `Riempi il calendario\nNiente è salvato finché non premi Inserisci.\n[*Rotazione] [Copia] [A mano] [Da file]`,
  );
  await page.fill('Dal', '16/11/2026');
  await page.fill('Al', '19/11/2026');
  await page.reads('Già pieni, restano come sono: lun 16 nov, mer 18 nov');
  await page.tap('Sostituisci i giorni già pieni');
  await page.reads('Restano come sono: lun 16 nov, mer 18 nov');
  page.api.answer({
    'POST /api/shifts/bulk': {
      id: '00000000-0000-4000-8000-0000000000aa',
      shifts: [entryWith({ date: '2026-11-17' }), entryWith({ date: '2026-11-19' })],
      replaced: 0,
    },
  });
  await page.tap('Inserisci 2 giornate');
  await page.isTold('2 giornate aggiunte!');
  expect(page.api.changes()).toMatchObject([
    [
      'POST /api/shifts/bulk',
      {
        body: {
          isReplacing: true,
          shifts: [
            { ...work, date: '2026-11-17' },
            { ...work, date: '2026-11-19' },
          ],
        },
      },
    ],
  ]);
  await expect.poll(() => page.address).toBe('/calendar?month=2026-11');
  page.api.answer({ 'DELETE /api/shifts/bulk/:id': { removed: 2, restored: 0, kept: 1 } });
  await page.tap('Annulla', '[aria-label="Avvisi (F8)"]');
  await page.isTold('2 giornate tolte', 'Ne resta una, cambiate o in uno scambio.');
});

test('a refusal keeps the plan', async () => {
  const page = await open('/shifts/fill', { 'POST /api/shifts/bulk': refusal(409, 'x', 'Troppe ore.') });
  await page.fill('Dal', '17/11/2026');
  await page.fill('Al', '17/11/2026');
  await page.tap('Inserisci una giornata');
  await page.isTold('Impossibile inserire le giornate', 'Troppe ore.');
  await page.reads('mar 17 nov\n[Inserisci una giornata]');
});

test('rows of a rotation can be edited in place, extended and given any times', async () => {
  const page = await open('/shifts/fill', { 'GET /api/shifts': [] });
  const rows = () =>
    [...document.querySelectorAll('[aria-label="La rotazione"] [role="row"]')].map((row) => row.textContent);
  await page.tap('Cambia 6–14');
  await page.fill('Inizio', '09:00');
  await page.reads('Dura 8 ore');
  await page.tap('Usa');
  await expect.poll(rows).toEqual(['SCambia 9–175', 'LCambia Libero2']);
  await page.tap('Libero');
  await page.tap('14–22');
  await page.tap('14–22');
  await expect.poll(rows).toEqual(['SCambia 9–175', 'LCambia Libero3', 'SCambia 14–222']);
  await page.tap('Altro orario');
  await page.tap('Usa');
  await page.reads('Gli orari di inizio e fine sono obbligatori per Smart Working e Sede');
  await page.tap('Ferie');
  await page.tap('Usa');
  await expect.poll(rows).toHaveLength(4);
  await page.find('Altro orario');
});

test('paints single days', async () => {
  const page = await open('/shifts/fill?come=giorni');
  await page.reads('Scegli una giornata e tocca i giorni\n[Inserisci] (spento)');
  await page.tap('Tutti: martedì');
  await page.reads('mar 17 nov, mar 24 nov\n[Inserisci 2 giornate]');
  await page.tap('Altro orario');
  await page.tap('Smart working');
  await page.fill('Inizio', '09:00');
  await page.tap('Usa');
  await page.tap('Tutti: martedì');
  await page.find(/^martedì 17 novembre 2026, da inserire: Smart working 9–17$/);
  await page.tap('Tutti: martedì');
  await page.reads('[Inserisci] (spento)');
});

test('copies the last four weeks, excluding a day', async () => {
  const page = await open('/shifts/fill?come=copia', {
    'GET /api/shifts': [entryWith({ date: '2026-11-12' })],
  });
  await page.reads(
    'Le quattro settimane lun 19 ott – dom 15 nov, lavoro e riposi, ripetute dal giorno che scegli.',
  );
  await page.reads('gio 10 dic\n[Inserisci una giornata]');
  await page.tap('Mese successivo');
  await page.tap(/^giovedì 10 dicembre 2026, da inserire: 6–14$/);
  await page.reads('[Inserisci] (spento)');
});

test('without shifts to copy it asks for a file', async () => {
  const page = await open('/shifts/fill?come=copia', { 'GET /api/shifts': [] });
  await page.reads('In quelle settimane non c’è niente da copiare\n[Inserisci] (spento)');
  await page.tap('Da file');
  await page.reads('Scegli il file o incolla le celle\n[Inserisci] (spento)');
  expect(page.address).toBe('/shifts/fill?come=file');
});

test('saves a rotation under a name and deletes it', async () => {
  const kept = {
    id: '00000000-0000-4000-8000-0000000000ab',
    name: 'Cinque e due',
    steps: [{ duty: work, days: 5 }],
    startsOn: '2026-11-23',
  } as never;
  const page = await open('/shifts/fill', {
    'POST /api/shift-patterns': kept,
    'DELETE /api/shift-patterns/:id': undefined,
  });
  await page.tap('Salva questa rotazione');
  await page.fill('Nome', '');
  await page.tap('Salva');
  await page.reads('Dai un nome alla rotazione');
  await page.fill('Nome', 'Cinque e due');
  page.api.answer({ 'GET /api/shift-patterns': [kept] });
  await page.tap('Salva');
  await page.isTold('Rotazione salvata!', 'Cinque e due');
  await page.tap('Elimina questa rotazione');
  await page.isTold('Rotazione eliminata', 'Cinque e due');
  expect(page.api.changes()).toMatchObject([
    ['POST /api/shift-patterns', { body: { name: 'Cinque e due' } }],
    ['DELETE /api/shift-patterns/:id', { params: { id: '00000000-0000-4000-8000-0000000000ab' } }],
  ]);
});
