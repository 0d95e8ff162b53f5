import { describe, expect, it } from 'vitest';
import { HttpError } from '../../http/httpError.ts';
import { swapToConfirm, updateFailureText } from './EditShift.tsx';

const refusal = (message: string, body: unknown = {}): HttpError => new HttpError(409, message, body);

describe('a change of an entry that failed', () => {
  const swapped = 'Non puoi modificare questo turno perché è stato scambiato con Sara Conti.';
  const mixed = 'Incompatibilità turni nella settimana lavorativa: solo mattine.';
  const vague = 'Verifica che tutti i campi siano compilati correttamente';

  it.each([
    ['nobody said why', new Error('boom'), 'Errore di validazione', 'Impossibile aggiornare il turno'],
    ['a swapped entry', refusal(swapped), 'Turno Protetto da Scambio', swapped],
    ['a taxi week', refusal(mixed), 'Taxi Roma - Settimana Lavorativa', mixed],
    ['fields at fault', refusal('Dati non validi'), 'Errore di validazione', vague],
    ['anything else', refusal('Giorno passato.'), 'Errore di validazione', 'Giorno passato.'],
  ])('%s', (_name, error, title, text) => {
    expect(updateFailureText(error)).toEqual({ title, text });
  });
});

it.each([
  ['no answer', new Error('boom')],
  ['another refusal', refusal('No.')],
  ['a question without its swap', refusal('Confermi?', { requiresConfirmation: true })],
])('no swap to confirm: %s', (_name, error) => {
  expect(swapToConfirm(error)).toBeNull();
});

it('reads the swap behind an entry only from a refusal with that status', () => {
  const exchangeInfo = { exchangePartner: 'Sara Conti', completedDate: '2026-11-20T09:00:00.000Z' };
  const body = { requiresConfirmation: true, exchangeInfo };
  expect(swapToConfirm(refusal('Confermi?', body))).toEqual(exchangeInfo);
  expect(swapToConfirm(new HttpError(403, 'No.', body))).toBeNull();
});
