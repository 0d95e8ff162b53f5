/** What each act of the audit is called on the screen and in exports. */
const auditActions = {
  worksite_created: 'Cantiere creato',
  worksite_changed: 'Cantiere modificato',
  worksite_deleted: 'Cantiere eliminato',
  user_activated: 'Persona attivata',
  user_deactivated: 'Persona disattivata',
  user_deleted: 'Persona eliminata',
  account_deleted: 'Account eliminato dalla persona',
  account_expired: 'Account reso anonimo dopo 24 mesi',
  admin_ended: 'Permessi di amministratore tolti',
  admin_resumed: 'Permessi di amministratore ridati',
  review_permission_changed: 'Permesso di approvare i codici cambiato',
  approval_permission_changed: 'Permesso di approvare gli scambi cambiato',
  loading_permission_changed: 'Permesso di caricare i turni cambiato',
  idle_accounts_agreed: 'Account inattivi: consenso a renderli anonimi',
  clock_trusted: 'Orologio del server confermato',
  calendar_feed_made: 'Link del calendario creato',
  calendar_feed_renewed: 'Link del calendario rinnovato',
  calendar_feed_ended: 'Link del calendario eliminato',
  impersonation_started: 'Entrata nell’account',
  impersonation_ended: 'Uscita dall’account',
  impersonated_write: 'Modifica in Modalità CEO',
  roster_loaded: 'Tabellone caricato',
  roster_undone: 'Tabellone annullato',
  unclaimed_assigned: 'Turni in attesa assegnati',
  invitation_made: 'Invito creato',
  invitation_renewed: 'Invito rinnovato',
  invitation_ended: 'Invito disattivato',
  invitation_used: 'Registrazione con invito',
  swap_completed: 'Scambio completato',
  swap_approved: 'Scambio approvato',
  swap_not_approved: 'Scambio non approvato',
  swapped_shift_changed: 'Turno scambiato modificato',
  swapped_shift_deleted: 'Turno scambiato eliminato',
  operation_created: 'Codice inserito',
  operation_approved: 'Codice approvato',
  operation_rejected: 'Codice rifiutato',
  operation_reopened: 'Codice riportato in attesa',
  operation_deleted: 'Codice eliminato',
  mail_settings_changed: 'Impostazioni email cambiate',
  mail_retried: 'Email rimesse in coda',
} as const satisfies Record<string, string>;

/** All acts with their names, for a choice. */
export const auditActionList: readonly { id: string; name: string }[] = Object.entries(auditActions).map(
  ([id, name]) => ({ id, name }),
);

/** The name of an act; of one that is not known yet, its code. */
export const auditActionName = (action: string): string =>
  (auditActions as Record<string, string>)[action] ?? action;
