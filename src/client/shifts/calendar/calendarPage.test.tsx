// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { type Answers, refusal } from '../../../../tests/support/fakeApi.ts';
import { openPage } from '../../../../tests/support/page.ts';
import { driver, worker } from '../../../../tests/support/sessions.ts';

const exchangeInfo = { exchangePartner: 'Anna Neri', completedDate: '2026-11-10T09:00:00.000Z' };
const late = { startTime: '20:00', endTime: '03:00', shiftType: 'notte' } as const;
const month = [
  entryWith({
    id: 'past',
    date: '2026-11-03',
    workLocation: 'smart_working',
    startTime: '09:00',
    endTime: '17:00',
  }),
  entryWith({ id: 'today', date: '2026-11-16', exchangeInfo, notes: 'chiavi' }),
  entryWith({ id: 'early', date: '2026-11-19' }),
  entryWith({ id: 'late', date: '2026-11-21', ...late }),
  entryWith({
    id: 'off',
    date: '2026-11-25',
    workLocation: 'ferie',
    startTime: null,
    endTime: null,
    shiftType: null,
  }),
];
const open = (address: string, answers: Answers = {}, as = worker()) =>
  openPage(address, { as, answers: { 'GET /api/calendar/shifts': month, ...answers } });

test('shows the month’s days and counts', async () => {
  const page = await open('/calendar');
  await page.reads(`
    Il Mio Calendario
    <Aggiungi Turno>
    Giulia Ferrari, novembre 2026 (Cantiere Tiburtina)
    novembre 2026
    [Mese precedente] [Mese successivo] [Oggi] [Altre azioni]
    [Mese] [Settimana]`);
  await page.reads('[lunedì 16 novembre 2026, sede 06:00–14:00, scambiato con Anna Neri, con note]');
  await page.reads('[sabato 21 novembre 2026, sede 20:00–03:00 (+1)]');
  await page.reads('[mercoledì 25 novembre 2026, ferie]');
  await page.reads('<lunedì 23 novembre 2026, nessun turno>');
  await page.reads(`
    Smart working
    1
    In sede
    3
    Turni in tutto
    4`);
  expect(page.api.asked('GET /api/calendar/shifts')[0]).toEqual({
    query: { from: '2026-10-26', to: '2026-12-06' },
  });
});

test('month navigation updates the URL', async () => {
  const page = await open('/calendar');
  await page.tap('Mese successivo');
  await page.reads('dicembre 2026');
  expect(page.address).toBe('/calendar?month=2026-12');
  await page.tap('Mese precedente');
  await page.tap('Mese precedente');
  await page.reads('ottobre 2026');
  await page.tap('Oggi');
  await expect.poll(() => page.address).toBe('/calendar?month=2026-11');
});

test('the week starts today, one line per day', async () => {
  const page = await open('/calendar');
  await page.tap('Settimana');
  await page.reads(`
    lun 16 – dom 22 nov
    [Settimana precedente] [Settimana successiva] [Oggi] [Altre azioni]`);
  await page.reads('[sabato 21 novembre 2026, sede 20:00–03:00 (+1)]');
  await page.tap('Settimana successiva');
  await page.reads('[mercoledì 25 novembre 2026, ferie]');
  expect(page.address).toBe('/calendar?settimana=2026-11-23&month=2026-11');
  await page.tap('Mese');
  await page.find('Mese successivo');
});

test('shows the colleagues who work, day by day', async () => {
  const colleague = { ...entryWith(), id: 'c1', name: 'Marco Bianchi' };
  const page = await open('/calendar', { 'GET /api/calendar/team': { colleagues: [colleague], total: 3 } });
  await page.tap('Altre azioni');
  await page.reads(
    '[Chi lavora]\n[Esporta]\n[Stampa il mese]\n<Abbonati I tuoi turni nel calendario del telefono, sempre aggiornati>',
  );
  await page.tap('Chi lavora');
  await page.reads(`
    Chi lavora
    [Chiudi]
    oggi, lunedì 16
    [Giorno precedente] (spento) [Giorno successivo]
    mattina (1)`);
  await page.reads('Marco Bianchi 06:00–14:00');
  await page.reads('E altri 2.');
  page.api.answer({ 'GET /api/calendar/team': { colleagues: [], total: 0 } });
  await page.tap('Giorno successivo');
  await page.reads('domani, martedì 17');
  await page.reads('Per ora nessun collega ha un turno in questo giorno.');
  await page.tap('Giorno precedente');
  await page.reads('oggi, lunedì 16');
  await page.tap('Giorno successivo');
  expect(page.api.asked('GET /api/calendar/team').slice(0, 2)).toEqual([
    { query: { day: '2026-11-16' } },
    { query: { day: '2026-11-17' } },
  ]);
  page.api.answer({ 'GET /api/calendar/team': refusal(500, 'internal_error', 'Non va.') });
  await page.tap('Giorno successivo');
  await page.reads('Non va.\n[Riprova]');
});

test('exports the shifts of the chosen days as a file', async () => {
  const page = await open('/calendar');
  await page.tap('Altre azioni');
  await page.tap('Esporta');
  const file = async () => (await page.find('Excel (.xlsx)')).getAttribute('href');
  expect(await file()).toBe('/api/shifts/export?format=xlsx&from=2026-11-01&to=2026-11-30');
  await page.fill('Al giorno', '15/12/2026');
  expect(await file()).toBe('/api/shifts/export?format=xlsx&from=2026-11-01&to=2026-12-15');
  await page.fill('Al giorno', '15/10/2026');
  await page.reads('Scegli da 1 a 400 giorni\n[Excel (.xlsx)] (spento)');
});

test('shows the month’s hours against the contract, except for drivers', async () => {
  const more: Answers = {
    'GET /api/user-shifts': month,
  };
  const page = await open('/?tab=calendario', more);
  await page.reads(`
    Le mie ore di novembre 2026
    39 su 168
    Ore nel calendario
    39
    Ore previste
    168
    Ore mancanti
    129`);
  await page.reads(
    `23% delle ore previste. Ferie e malattia contano come le ore di contratto.\nSede 23 ore\nSmart working 8 ore\nFerie 8 ore`,
  );
});

test('the legend of a taxi worksite has its own shifts', async () => {
  const page = await open('/calendar', {}, driver());
  await page.reads('Mattina\nPomeriggio\nSeminotte\nNotte\nFerie\nRiposo\nMalattia');
  expect(page.reading()).not.toContain('Turni in tutto');
});
