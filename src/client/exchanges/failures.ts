import { textOf } from '../http/httpError.ts';

/** How the failure of an action is told: the server's message, or the fallback, stands below the title. */
export interface Failure {
  failed: string;
  /** Where the server said nothing. */
  fallback?: string | undefined;
}

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

/** Title of what is told where a form is not sent as it stands. */
export const invalidTitle = 'Errore Validazione';

/** Marks a shift that is not as long as the contract says. */
export const wrongDuration = 'Durata errata';

/** The toast of a failure. */
export const failureText = (
  { failed, fallback = 'Riprova tra poco.' }: Failure,
  error: unknown,
): { title: string; text: string } => ({ title: failed, text: textOf(error, fallback) });
