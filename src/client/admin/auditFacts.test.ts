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

test('what an account held and what a worksite allows have a name each', () => {
  const facts = { shifts: 1, requests: 2, swaps: 3, operationCodes: 4, people: 5 };
  expect(factsOf({ before: facts, after: null, targetType: 'user' }).map(({ name }) => name)).toEqual([
    'turni',
    'richieste',
    'scambi',
    'codici',
    'persone',
  ]);
  const after = { swapPolicy: { cutoffHours: 6, approval: 'sempre' } };
  expect(factsOf({ before: null, after, targetType: 'worksite' }).map(({ name }) => name)).toEqual([
    'scambi · ore prima del turno',
    'scambi · approvazione',
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

test('what a swap and a changed entry record has plain words', () => {
  const duty = { date: '2026-11-24', startTime: '06:00', endTime: '14:00', shiftType: 'mattina' };
  const after = { requester: { ...duty, workLocation: 'sede' }, accepter: duty, status: 'completata' };
  expect(factsOf({ before: null, after, targetType: 'exchange' }).map(({ name }) => name)).toEqual([
    'richiedente · data',
    'richiedente · inizio',
    'richiedente · fine',
    'richiedente · tipo di turno',
    'richiedente · giornata',
    'collega · data',
    'collega · inizio',
    'collega · fine',
    'collega · tipo di turno',
    'stato',
  ]);
  const row = {
    day: '2026-11-24',
    end_time: '14:00:00',
    shift_type: 'notte',
    work_location: 'sede',
    is_active: true,
  };
  expect(factsOf({ before: row, after: null, targetType: 'x' }).map(({ name }) => name)).toEqual([
    'data',
    'fine',
    'tipo di turno',
    'giornata',
    'attivo',
  ]);
});

test('of a person and of the rules on rest each change has its words', () => {
  const person = {
    name: 'A',
    description: 'B',
    mayReviewCodes: true,
    mayApproveSwaps: false,
    mayLoadShifts: true,
    role: 'operatore',
  };
  expect(
    factsOf({ before: null, after: { ...person, accessCodeChanged: true }, targetType: 'user' }).map(
      ({ name }) => name,
    ),
  ).toEqual([
    'nome',
    'descrizione',
    'approva i codici',
    'approva gli scambi',
    'carica i turni',
    'ruolo',
    'codice di accesso cambiato',
  ]);
  const limits = {
    dailyRestHours: 11,
    weeklyRestHours: 24,
    averageWeekHours: 48,
    nightHours: 8,
    daysInRow: 6,
  };
  expect(
    factsOf({
      before: null,
      after: { restRules: { mode: 'avviso', limits }, kinds: ['turno'] },
      targetType: 'worksite',
    }).map(({ name }) => name),
  ).toEqual([
    'riposo · controllo',
    'riposo · limiti · riposo tra due giornate',
    'riposo · limiti · riposo settimanale',
    'riposo · limiti · media a settimana',
    'riposo · limiti · turno di notte',
    'riposo · limiti · giorni di fila',
    'tipi offerti 1',
  ]);
});
