import { expect, test } from 'vitest';
import { messageOf } from './messages.it.ts';
import { refuse } from './refusal.ts';

test('the texts named by the specification are word for word', () => {
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

test('the screens recognise these two by their beginning', () => {
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

test('an unexpected error gives its number and nothing else', () => {
  expect(messageOf(refuse('internal', { requestId: 'a1b2c3' }))).toContain('a1b2c3');
});
