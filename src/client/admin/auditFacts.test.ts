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
