import { expect, test } from 'vitest';
import { nameOfRoster, rosterArrivedText, waitingText } from './texts.it.ts';

test.each([
  ['dicembre', 'Il tabellone di dicembre'],
  ['dal 7 al 20 dicembre', 'Il tabellone dal 7 al 20 dicembre'],
  ['dall’1 al 7 gennaio', 'Il tabellone dall’1 al 7 gennaio'],
  ['Dalmine', 'Il tabellone di Dalmine'],
])('a roster called %s: %s', (title, name) => expect(nameOfRoster(title)).toBe(name));

test.each([
  [22, '2026-12-01', '2026-12-31', '22 turni dal 1 al 31 dicembre'],
  [2, '2026-11-30', '2026-12-08', '2 turni dal 30 novembre all’8 dicembre'],
  [3, '2026-12-08', '2026-12-11', '3 turni dall’8 all’11 dicembre'],
  [1, '2026-12-05', '2026-12-05', '1 turno il 5 dicembre'],
  [1, '2026-12-11', '2026-12-11', '1 turno l’11 dicembre'],
])('%i shifts from %s to %s: %s', (shifts, from, to, text) => {
  expect(waitingText({ shifts, from, to })).toBe(text);
});

const arrived = {
  fact: 'roster_arrived',
  title: 'dicembre',
  shifts: 22,
  changes: 0,
  isEntered: false,
  questions: 0,
} as const;
const decide = 'Guarda le differenze e decidi.';
test.each([
  [{}, 'Il tabellone di dicembre è arrivato: 22 turni.', decide],
  [{ shifts: 1, changes: 1 }, 'Il tabellone di dicembre è arrivato: 1 turno e 1 modifica.', decide],
  [{ shifts: 0, changes: 3 }, 'Il tabellone di dicembre è arrivato: 3 modifiche.', decide],
  [{ shifts: 0, questions: 2 }, 'Il tabellone di dicembre è arrivato.', decide],
  [{ isEntered: true }, 'Il tabellone di dicembre è nel tuo calendario: 22 turni.', undefined],
  [
    { isEntered: true, questions: 1 },
    'Il tabellone di dicembre è nel tuo calendario: 22 turni. 1 giornata aspetta la tua scelta.',
    undefined,
  ],
  [
    { isEntered: true, shifts: 0, questions: 2 },
    'Il tabellone di dicembre è arrivato. 2 giornate aspettano la tua scelta.',
    undefined,
  ],
] as const)('a roster with %j is announced as: %s', (facts, message, call) => {
  const text = rosterArrivedText({ ...arrived, ...facts });
  expect([text.message, text.call]).toEqual([message, call]);
});
