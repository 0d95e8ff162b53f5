import { expect, test } from 'vitest';
import type { RestBreach } from './breaches.ts';
import { otherRestText, ownRestText } from './texts.it.ts';

const span = { from: '2026-11-23', to: '2026-12-06' };
const night = { endedOn: '2026-11-27', endedAt: '22:00', date: '2026-11-28', time: '06:00' };

const texts: [RestBreach, string, string][] = [
  [
    { rule: 'daily_rest', limit: 11, minutes: 8 * 60, ...night },
    'Finiresti ven 27 nov alle 22:00 e ricominceresti sab 28 nov alle 06:00: 8 ore di riposo invece di 11 ore.',
    'Per Marco il riposo sarebbe di 8 ore invece di 11 ore.',
  ],
  [
    { rule: 'daily_rest', limit: 11, minutes: 90, ...night, date: '2026-11-27', time: '23:30' },
    'Finiresti ven 27 nov alle 22:00 e ricominceresti alle 23:30: 1 ora e 30 minuti di riposo invece di 11 ore.',
    'Per Marco il riposo sarebbe di 1 ora e 30 minuti invece di 11 ore.',
  ],
  [
    { rule: 'daily_rest', limit: 11, minutes: 0, ...night, date: '2026-11-27', time: '22:00' },
    'Il turno che finisce ven 27 nov alle 22:00 e quello che inizia alle 22:00 si toccano: nessun riposo invece di 11 ore.',
    'Per Marco non ci sarebbe riposo tra due turni, invece di 11 ore.',
  ],
  [
    { rule: 'weekly_rest', limit: 35, ...span, rests: 1 },
    'Da lun 23 nov a dom 6 dic avresti un solo riposo di 35 ore invece di 2.',
    'Per Marco in 14 giorni ci sarebbe un solo riposo di 35 ore invece di 2.',
  ],
  [
    { rule: 'weekly_rest', limit: 35, ...span, rests: 0 },
    'Da lun 23 nov a dom 6 dic avresti nessun riposo di 35 ore invece di 2.',
    'Per Marco in 14 giorni ci sarebbe nessun riposo di 35 ore invece di 2.',
  ],
  [
    { rule: 'average_week', limit: 48, ...span, minutes: 49 * 60 + 15 },
    'In media lavoreresti 49 ore e 15 minuti a settimana (da lun 23 nov a dom 6 dic) invece di 48 ore.',
    'Per Marco la media sarebbe di oltre 48 ore a settimana.',
  ],
  [
    { rule: 'night_work', limit: 8, date: '2026-11-28', minutes: 9 * 60 },
    'Il turno di notte di sab 28 nov durerebbe 9 ore invece di 8 ore.',
    'Per Marco il turno di notte durerebbe 9 ore invece di 8 ore.',
  ],
  [
    { rule: 'days_in_row', limit: 6, ...span, days: 7 },
    'Lavoreresti 7 giorni di fila (da lun 23 nov a dom 6 dic) invece di 6.',
    'Per Marco sarebbero 7 giorni di lavoro di fila invece di 6.',
  ],
];

test.each(texts)(
  '%j has a text for the person concerned, and one without days for the other',
  (breach, own, other) => {
    expect(ownRestText(breach)).toBe(own);
    expect(otherRestText(breach, 'Marco')).toBe(other);
  },
);
