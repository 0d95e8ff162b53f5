import { describe, expect, it } from 'vitest';
import { early, holidays, request, restDay, weekly } from '../../../tests/support/exchangeRequests.ts';
import { exchangeKinds, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import {
  dutyTexts,
  kindAndLength,
  kindText,
  kindTexts,
  shareText,
  timeLines,
  typeAndLength,
  whatOf,
  whenOf,
} from './kindTexts.ts';
import { readTab } from './page/tabs.ts';

/** All texts of a table, with their path in it. */
const textsIn = (table: object, path: string): [string, unknown][] =>
  Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? textsIn(value, `${path}.${key}`)
      : [[`${path}.${key}`, value] as [string, unknown]],
  );
const sentence = /^(?:\p{Lu}|L’).*[.?]$/u;
const words = /^\p{L}.*\p{L}$/u;

it.each(exchangeKinds.flatMap((kind) => textsIn(kindTexts[kind], kind)))('%s is told: %s', (path, text) => {
  expect(text).toMatch(/closings|stays/.test(path) ? sentence : words);
});

it.each(exchangeKinds)('a closed request to swap a %s says why, each reason in words of its own', (kind) => {
  const reasons = Object.values(kindTexts[kind].closings).map(({ own }) => own);
  expect(new Set(reasons).size).toBe(reasons.length);
});

it('names weeks, days and holidays swapped by others', () => {
  const other = exchangeKinds.map((kind) => kindTexts[kind].closings.swapped_elsewhere.other);
  expect(other).toEqual([
    'Altri hanno già trovato uno scambio per questa data.',
    'Altri hanno già trovato uno scambio per questa settimana.',
    'Altri hanno già trovato uno scambio per questa settimana.',
    'Altri hanno già trovato uno scambio per questa data.',
  ]);
});

describe('subject and date of a request', () => {
  it.each([
    [request({}), 'Martedì 24 novembre 2026, 14:00–22:00', 'mar 24 nov'],
    // a shift on another day: the wanted day; a `giorno`: the given one
    [request({ requestedDate: '2026-11-25' }), 'Mercoledì 25 novembre 2026, 14:00–22:00', 'mer 25 nov'],
    [
      request({ kind: 'giorno', requestedDate: '2026-11-26' }),
      'Martedì 24 novembre 2026, 14:00–22:00',
      'gio 26 nov',
    ],
    [weekly({}), 'Settimana sab 21 – ven 27 nov, notte', 'la settimana sab 21 – ven 27 nov'],
    [
      weekly({ offeredShift: restDay('2026-11-21') }),
      'Settimana sab 21 – ven 27 nov',
      'la settimana sab 21 – ven 27 nov',
    ],
    [
      holidays({}),
      'Ferie sab 21 – ven 27 nov in cambio di sab 5 – ven 11 dic',
      'le ferie sab 21 – ven 27 nov',
    ],
  ])('$kind', (asked, what, when) => {
    expect(whatOf(asked)).toBe(what);
    expect(whenOf(asked)).toBe(when);
  });
});

describe('the text to share a request', () => {
  it.each([
    [request({}), 'Cerco cambio: mar 24 nov 14–22, Tiburtina'],
    [
      request({ offeredShift: { ...early, endTime: '14:30' } }),
      'Cerco cambio: mar 24 nov 6–14:30, Tiburtina',
    ],
    // the given day, not one of the wanted ones
    [request({ kind: 'giorno', requestedDate: '2026-11-26' }), 'Cerco cambio: mar 24 nov 14–22, Tiburtina'],
    [weekly({}), 'Cerco cambio: settimana sab 21 – ven 27 nov notte, Tiburtina'],
    [
      weekly({ offeredShift: restDay('2026-11-21') }),
      'Cerco cambio: settimana sab 21 – ven 27 nov, Tiburtina',
    ],
    [holidays({}), 'Cerco cambio: ferie sab 21 – ven 27 nov con sab 5 – ven 11 dic, Tiburtina'],
  ])('$kind: %s', (asked, text) => {
    expect(shareText(asked)).toBe(text);
    expect(text).not.toContain(asked.requesterName);
  });
});

const split: Duty = {
  ...early,
  endTime: '10:00',
  isSplitShift: true,
  secondStartTime: '14:00',
  secondEndTime: '18:30',
};
it.each<[Duty, lines: string[], kind: string, length: string, both: string]>([
  [early, ['06:00–14:00'], 'mattina, sede', 'mattina, 8 ore', 'mattina, sede, 8 ore'],
  [
    { ...split, shiftType: null },
    ['06:00–10:00', '14:00–18:30'],
    'sede',
    '8 ore e 30 minuti',
    'sede, 8 ore e 30 minuti',
  ],
  [restDay('2026-11-24'), [], 'libero', '', 'libero'],
])('a duty in words, $startTime', (duty, lines, kind, length, both) => {
  expect(timeLines(duty)).toEqual(lines);
  expect(kindText(duty)).toBe(kind);
  expect(typeAndLength(duty)).toBe(length);
  expect(kindAndLength(duty)).toBe(both);
});

it('an unknown tab in the URL means the first one', () => {
  for (const tab of exchangeTabs) expect(readTab(tab)).toBe(tab);
  expect([null, '', 'altro'].map(readTab)).toEqual(Array(3).fill('disponibili'));
});

it('approvers see what distinguishes two duties with the same hours, as on confirmation', () => {
  const remote: Duty = { ...early, workLocation: 'smart_working' };
  expect([early, remote].map((duty) => dutyTexts(duty, 'turno'))).toEqual([
    ['06:00–14:00', 'mattina, sede'],
    ['06:00–14:00', 'mattina, smart working'],
  ]);
  expect(dutyTexts(early, 'settimana')).toEqual(['06:00–14:00', 'mattina']);
  expect(dutyTexts(restDay('2026-11-24'), 'ferie')).toEqual(['libero']);
});
