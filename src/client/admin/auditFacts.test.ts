import { expect, test } from 'vitest';
import { factsOf } from './auditFacts.ts';

test('only what changed is shown, in plain words, without identifiers', () => {
  const shiftId = '0190a000-0000-7000-8000-000000000001';
  const before = { name: 'Porto', isActive: true, requester: [{ startTime: '06:00', shiftId }] };
  const after = {
    name: 'Porto',
    isActive: false,
    requester: [{ startTime: '07:00', shiftId: crypto.randomUUID() }],
  };
  expect(factsOf({ before, after, targetType: 'worksite' })).toEqual([
    { name: 'attivo', before: 'sì', after: 'no' },
    { name: 'richiedente 1 · inizio', before: '06:00', after: '07:00' },
  ]);
});

test('nothing changed: everything there is; nothing at all: nothing', () => {
  const same = { count: 1 };
  expect(factsOf({ before: same, after: same, targetType: 'x' })).toEqual([
    { name: 'count', before: '1', after: '1' },
  ]);
  expect(factsOf({ before: null, after: null, targetType: 'user' })).toEqual([]);
});

test('a call made in Modalità CEO is named, with the rows it wrote', () => {
  const after = [{ table: 'shifts', start_time: '06:00:00', personal: ['notes'] }];
  expect(factsOf({ before: [], after, targetType: 'POST /api/shifts' })).toEqual([
    { name: 'chiamata', before: '', after: 'POST /api/shifts' },
    { name: '1 · elenco', before: '', after: 'shifts' },
    { name: '1 · inizio', before: '', after: '06:00:00' },
    { name: '1 · dato personale cambiato 1', before: '', after: 'notes' },
  ]);
});

const duty = { date: 'x', startTime: 'x', endTime: 'x', shiftType: 'x' };
const limits = { dailyRestHours: 1, weeklyRestHours: 1, averageWeekHours: 1, nightHours: 1, daysInRow: 1 };
test.each<[object, string]>([
  [
    { shifts: 1, requests: 2, swaps: 3, operationCodes: 4, people: 5 },
    'turni, richieste, scambi, codici, persone',
  ],
  [{ swapPolicy: { cutoffHours: 6, approval: 'x' } }, 'scambi · ore prima del turno, scambi · approvazione'],
  [
    { requester: { ...duty, workLocation: 'x' }, status: 'x' },
    'richiedente · data, richiedente · inizio, richiedente · fine, richiedente · tipo di turno, richiedente · giornata, stato',
  ],
  [{ accepter: { date: 'x' } }, 'collega · data'],
  [
    { day: 'x', end_time: 'x', shift_type: 'x', work_location: 'x', is_active: true },
    'data, fine, tipo di turno, giornata, attivo',
  ],
  [
    { name: 'x', description: 'x', role: 'x', accessCodeChanged: true },
    'nome, descrizione, ruolo, codice di accesso cambiato',
  ],
  [
    { mayReviewCodes: true, mayApproveSwaps: true, mayLoadShifts: true },
    'approva i codici, approva gli scambi, carica i turni',
  ],
  [
    { restRules: { mode: 'x', limits: { nightHours: 1 } }, kinds: ['x'] },
    'riposo · controllo, riposo · limiti · turno di notte, tipi offerti 1',
  ],
  [limits, 'riposo tra due giornate, riposo settimanale, media a settimana, turno di notte, giorni di fila'],
])('%o has plain words', (after, names) => {
  const facts = factsOf({ before: null, after, targetType: 'x' });
  expect(facts.map(({ name }) => name).join(', ')).toBe(names);
});
