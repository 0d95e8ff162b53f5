/** What each act of the audit is called on the screen and in exports. */
const auditActions = {
  worksite_created: 'Cantiere creato',
  worksite_changed: 'Cantiere modificato',
  worksite_deleted: 'Cantiere eliminato',
  user_activated: 'Persona attivata',
  user_deactivated: 'Persona disattivata',
  user_deleted: 'Persona eliminata',
  account_deleted: 'Account cancellato dalla persona',
  account_expired: 'Account reso anonimo dopo 24 mesi',
  review_permission_changed: 'Permesso di approvare i codici cambiato',
  impersonation_started: 'Entrata nell’account',
  impersonation_ended: 'Uscita dall’account',
  impersonated_write: 'Modifica in Modalità CEO',
  swap_completed: 'Scambio completato',
  swapped_shift_changed: 'Turno scambiato modificato',
  swapped_shift_deleted: 'Turno scambiato cancellato',
  operation_created: 'Codice inserito',
  operation_approved: 'Codice approvato',
  operation_rejected: 'Codice rifiutato',
  operation_deleted: 'Codice eliminato',
  mail_settings_changed: 'Impostazioni e-mail cambiate',
  mail_retried: 'E-mail rimesse in coda',
} as const satisfies Record<string, string>;

/** All acts with their names, for a choice. */
export const auditActionList: readonly { id: string; name: string }[] = Object.entries(auditActions).map(
  ([id, name]) => ({ id, name }),
);

/** The name of an act; of one that is not known yet, its code. */
export const auditActionName = (action: string): string =>
  (auditActions as Record<string, string>)[action] ?? action;
