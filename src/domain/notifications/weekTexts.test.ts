import { describe, expect, test } from 'vitest';
import { taxiShifts } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { forTime, isPlural, lostSwap, ofTime, type SwapTime, whatOfTime } from './swapTime.it.ts';
import { textOf } from './types.ts';

const offered = { from: '2026-11-21', to: '2026-11-27' };
const wanted = { from: '2026-11-28', to: '2026-12-04' };
const week: SwapTime = { kind: 'settimana', offered, wanted: offered };
const holidays: SwapTime = { kind: 'ferie', offered, wanted };

function duty(name: string, date = offered.from): Entry {
  const { startTime, endTime, shiftType } = taxiShifts.find((shift) => shift.name === name)!;
  const rest = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
  return { date, workLocation: 'sede', startTime, endTime, shiftType, ...rest };
}

test.each([
  [
    '2026-11-20',
    'per venerdì 20 novembre 2026',
    'di venerdì 20 novembre 2026',
    'il turno di venerdì 20 novembre 2026',
  ],
  [
    week,
    'per la settimana sab 21 – ven 27 nov',
    'della settimana sab 21 – ven 27 nov',
    'il turno della settimana sab 21 – ven 27 nov',
  ],
  [
    holidays,
    'per le ferie (sab 21 – ven 27 nov)',
    'delle ferie (sab 21 – ven 27 nov)',
    'le ferie (sab 21 – ven 27 nov)',
  ],
] as [SwapTime, string, string, string][])('%j: %s', (time, forIt, ofIt, what) => {
  expect([forTime(time), ofTime(time), whatOfTime(time)]).toEqual([forIt, ofIt, what]);
});

test('the text of a closed request', () => {
  expect(lostSwap('Anna', week)).toBe(
    'Il turno di Anna per la settimana sab 21 – ven 27 nov non è più disponibile',
  );
  expect(lostSwap('Anna', holidays)).toBe(
    'Lo scambio con Anna per le ferie (sab 21 – ven 27 nov) non è più possibile',
  );
});

describe('texts for drivers', () => {
  test.each([
    [
      textOf(
        { fact: 'week_published', week: offered, offered: duty('SEMINOTTE'), wanted: 'notte' },
        'Tiziana Neri',
      ),
      'Tiziana Neri offre SEMINOTTE (20:00–03:00) nella settimana sab 21 – ven 27 nov e cerca NOTTE.',
    ],
    [
      textOf({ fact: 'holidays_published', weeks: { offered, wanted } }, 'Tiziana Neri'),
      'Tiziana Neri offre le sue ferie (sab 21 – ven 27 nov) e cerca le tue (sab 28 nov – ven 4 dic).',
    ],
    [
      textOf({ fact: 'week_recorded', week: offered, duty: duty('NOTTE') }, 'Fabio Gallo'),
      'Fabio Gallo ha registrato il turno che cerchi per la settimana sab 21 – ven 27 nov: NOTTE (03:00–10:00).',
    ],
    [
      textOf({ fact: 'week_offered', week: offered, duty: duty('NOTTE') }, 'Fabio Gallo'),
      'Fabio Gallo accetta lo scambio e offre NOTTE (03:00–10:00) nella settimana sab 21 – ven 27 nov. Conferma per completarlo.',
    ],
    [
      textOf({ fact: 'holidays_offered', weeks: { offered, wanted } }, 'Fabio Gallo'),
      'Fabio Gallo accetta lo scambio: le sue ferie (sab 28 nov – ven 4 dic) per le tue (sab 21 – ven 27 nov). Conferma per completarlo.',
    ],
    [
      textOf({ fact: 'week_swapped', week: offered, shift: duty('MATTINA'), days: 2 }, 'Fabio Gallo'),
      'Scambio con Fabio Gallo completato: nella settimana sab 21 – ven 27 nov ora lavori 2 giorni di MATTINA (06:00–13:00).',
    ],
    [
      textOf({ fact: 'week_swapped', week: offered, shift: duty('MATTINA'), days: 1 }, 'Fabio Gallo'),
      'Scambio con Fabio Gallo completato: nella settimana sab 21 – ven 27 nov ora lavori un giorno di MATTINA (06:00–13:00).',
    ],
    [
      textOf({ fact: 'holidays_swapped', free: wanted, work: offered }, 'Fabio Gallo'),
      'Scambio con Fabio Gallo completato: ora hai le ferie nella settimana sab 28 nov – ven 4 dic e lavori nella settimana sab 21 – ven 27 nov.',
    ],
    [
      textOf({ fact: 'requests_match', time: week }, 'Fabio Gallo'),
      'Tu e Fabio Gallo potete scambiarvi proprio quello che cercate: settimana sab 21 – ven 27 nov.',
    ],
    [
      textOf({ fact: 'requests_match', time: holidays }, 'Fabio Gallo'),
      'Tu e Fabio Gallo potete scambiarvi proprio quello che cercate: ferie sab 28 nov – ven 4 dic.',
    ],
    [
      textOf({ fact: 'request_changed', time: week }, 'Tiziana Neri'),
      'Tiziana Neri ora offre un’altra settimana al posto di sab 21 – ven 27 nov: la tua pre-accettazione è decaduta.',
    ],
    [
      textOf({ fact: 'request_changed', time: holidays }, 'Tiziana Neri'),
      'Tiziana Neri ha cambiato le settimane dello scambio delle ferie (sab 21 – ven 27 nov): la tua pre-accettazione è decaduta.',
    ],
    [
      textOf({ fact: 'owner_left', time: holidays }, 'Tiziana Neri'),
      'Tiziana Neri non può più scambiare le ferie (sab 21 – ven 27 nov): la richiesta si è chiusa.',
    ],
    [
      textOf({ fact: 'contract_changed', time: holidays }, ''),
      'Con le nuove ore di contratto le ferie (sab 21 – ven 27 nov) non si possono più scambiare: la tua richiesta si è chiusa.',
    ],
  ])('%j', (text, message) => {
    expect([text.message, text.call ?? []].flat().join(' ')).toBe(message);
  });
});

test('a requester with no possible taker gets advice that fits the kind of swap', () => {
  const calls = [week, holidays, '2026-11-20'].map((time) => textOf({ fact: 'nobody_left', time }, '').call);
  expect(calls).toEqual([
    'Prova con un’altra settimana o cerca un altro tipo di turno.',
    'Prova a cercare un’altra settimana.',
    'Prova con un turno di un altro giorno o cerca un altro tipo di turno.',
  ]);
  expect([isPlural(week), isPlural(holidays), isPlural('2026-11-20')]).toEqual([false, true, false]);
});
