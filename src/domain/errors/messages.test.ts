import { expect, test } from 'vitest';
import { errorCodes, messageOf } from './messages.it.ts';
import { type Refusal, refuse } from './refusal.ts';

test('texts match the specification word for word', () => {
  const texts = [
    messageOf(refuse('wrong_credentials')),
    messageOf(refuse('account_disabled')),
    messageOf(refuse('email_taken')),
    messageOf(refuse('unknown_worksite')),
    messageOf(refuse('wrong_access_code')),
    messageOf(refuse('taxi_details_required')),
    messageOf(refuse('ceo_only')),
    messageOf(refuse('invalid_data')),
    messageOf(refuse('shift_day_taken')),
    messageOf(refuse('shift_day_in_the_past')),
    messageOf(refuse('shift_times_required')),
    messageOf(refuse('shift_ends_before_start')),
    messageOf(refuse('exchange_already_open')),
  ];
  expect(texts).toEqual([
    'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.',
    "Account disattivato. Contatta l'amministratore.",
    'Email già registrata',
    'Cantiere selezionato non valido',
    'Codice accesso non valido per il cantiere selezionato',
    'Licenza taxi e numero di cellulare sono richiesti per questo cantiere',
    'Accesso Riservato',
    'Dati non validi',
    'Hai già un turno in questa data',
    'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
    'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede',
    "L'orario di fine deve essere successivo all'orario di inizio",
    'Hai già una richiesta aperta per questo turno',
  ]);
});

const facts = {
  day: 'Ven 20 nov',
  days: 7,
  count: 3,
  minutes: 5,
  from: '14:35',
  most: 10,
  requestId: 'a1b2c3',
  lastDay: '20/11/2028',
  firstDay: '14/11/2026',
  shiftType: 'NOTTE',
  hours: '5 ore',
  mostHours: '8 ore e 30 minuti',
  weekHours: '24 ore',
  contractHours: '6 ore',
  ownHours: '7 ore',
  offeredHours: '9 ore',
  exchangePartner: 'Marco Bianchi',
  completedDate: '16/11/2026',
  reviewer: 'Anna Villa',
  isApproved: true,
  sentence: 'Lavoreresti 7 giorni di fila.',
  reason: 'Il turno deve durare 8 ore.',
  kinds: ['turno', 'giorno'],
};

test.each(errorCodes)('%s has a text', (code) => {
  const text = messageOf({ ok: false, code, facts } as Refusal);
  expect(text).toMatch(/^\S.{12,}[^ ]$/u);
  expect(text).not.toMatch(/undefined|NaN/);
});

test.each([
  [true, 'Anna Villa ha già approvato questo codice.'],
  [false, 'Anna Villa ha già rifiutato questo codice.'],
])('the reviewer of a code is named, with the verdict (%s)', (isApproved, text) => {
  expect(messageOf(refuse('operation_already_reviewed', { reviewer: 'Anna Villa', isApproved }))).toBe(text);
});

test('screens recognise these two by how they begin', () => {
  const swapped = refuse('shift_swapped', { exchangePartner: 'Marco Bianchi', completedDate: '16/11/2026' });
  expect(messageOf(swapped)).toBe(
    'Non puoi modificare questo turno perché è stato scambiato con Marco Bianchi il 16/11/2026.',
  );
  const week = { shiftType: 'NOTTE', firstDay: '14/11/2026', lastDay: '20/11/2026' };
  expect(messageOf(refuse('shift_taxi_week_mixed', week))).toMatch(
    /^Incompatibilità turni nella settimana lavorativa: .*NOTTE/,
  );
});

test('minutes are singular and plural', () => {
  expect(messageOf(refuse('too_many_attempts', { minutes: 1 }))).toBe(
    'Troppi tentativi. Riprova tra un minuto.',
  );
  expect(messageOf(refuse('too_many_attempts', { minutes: 15 }))).toBe(
    'Troppi tentativi. Riprova tra 15 minuti.',
  );
});

test('long waits are shown in hours', () => {
  const textAfter = (minutes: number) => messageOf(refuse('profile_changed_often', { most: 10, minutes }));
  expect([59, 60, 61, 1440].map((minutes) => textAfter(minutes).split('Riprova ')[1])).toEqual([
    'tra 59 minuti.',
    'tra un’ora.',
    'tra 2 ore.',
    'tra 24 ore.',
  ]);
});

test('an unexpected error shows only its number', () => {
  expect(messageOf(refuse('internal', { requestId: 'a1b2c3' }))).toContain('a1b2c3');
});
