import type { Failure } from '../http/httpError.ts';

/** Word for word as the specification has them (section 8). */
export const failures = {
  create: { failed: 'Non è stato possibile creare la richiesta' },
  update: { failed: 'Non è stato possibile aggiornare la richiesta' },
  delete: { failed: 'Impossibile cancellare la richiesta', fallback: 'Riprova più tardi.' },
  preAccept: { failed: 'Non è stato possibile pre-accettare la richiesta' },
  cancelPreAccept: { failed: 'Non è stato possibile annullare la pre-accettazione' },
  confirm: { failed: 'Non è stato possibile completare lo scambio' },
  rejectOffer: { failed: "Non è stato possibile rifiutare l'offerta" },
  rejectRequest: { failed: 'Non è stato possibile rifiutare la richiesta' },
} as const satisfies Record<string, Failure>;

/** Marks a shift that is not as long as the contract says. */
export const wrongDuration = 'Durata errata';
