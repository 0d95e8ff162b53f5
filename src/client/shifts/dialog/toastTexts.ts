import type { ExchangeInfo } from '../../../domain/shifts/schema.ts';
import { HttpError, textOf } from '../../http/httpError.ts';

export interface ToastText {
  title: string;
  text: string;
}

/** How a failed change of an entry is told (specification, section 8). */
export function updateFailureText(error: unknown): ToastText {
  const message = textOf(error, 'Impossibile aggiornare il turno');
  // some sentences have a title of their own
  if (message.includes('Non puoi modificare questo turno perché è stato scambiato')) {
    return { title: 'Turno Protetto da Scambio', text: message };
  }
  if (message.includes('Incompatibilità turni nella settimana lavorativa')) {
    return { title: 'Taxi Roma - Settimana Lavorativa', text: message };
  }
  const isVague = message === 'Dati non validi';
  return {
    title: 'Errore di validazione',
    text: isVague ? 'Verifica che tutti i campi siano compilati correttamente' : message,
  };
}

/** The swap behind an entry, when the server asks to confirm before it changes it; null for any other error. */
export function swapToConfirm(error: unknown): ExchangeInfo | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  const body = error.body as
    | { requiresConfirmation?: unknown; exchangeInfo?: Partial<ExchangeInfo> }
    | undefined;
  if (body?.requiresConfirmation !== true) return null;
  const { exchangePartner, completedDate } = body.exchangeInfo ?? {};
  if (typeof exchangePartner !== 'string' || typeof completedDate !== 'string') return null;
  return { exchangePartner, completedDate };
}
