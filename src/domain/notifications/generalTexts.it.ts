import type { NotificationEnding, NotificationType } from './schema.ts';

/** What a notification says whose facts are not known: it was written when texts were stored, or by a newer version. */
export const generalTexts: Record<NotificationType, { title: string; message: string }> = {
  new_exchange_request: {
    title: 'Nuova richiesta di scambio',
    message: 'Un collega ha pubblicato una richiesta di scambio.',
  },
  exchange_match: {
    title: 'Scambio perfetto',
    message: 'Tu e un collega potete scambiarvi proprio quello che cercate.',
  },
  new_compatible_shift: {
    title: 'Un turno che fa per te',
    message: 'Un collega ha registrato un turno come quello che cerchi.',
  },
  request_pre_accepted: {
    title: 'Richiesta pre-accettata',
    message: 'Un collega accetta lo scambio.',
  },
  exchange_accepted: { title: 'Hanno scelto te', message: 'Un collega ha confermato lo scambio con te.' },
  exchange_completed: { title: 'Scambio completato', message: 'Hai completato uno scambio.' },
  exchange_declined: { title: 'Offerta non accolta', message: 'La tua offerta non è stata accolta.' },
  exchange_rejected: {
    title: 'Scambio non riuscito',
    message: 'Uno scambio che aspettavi non è andato avanti.',
  },
  shift_updated: {
    title: 'Scambio cambiato',
    message: 'Una richiesta o un’offerta si è chiusa.',
  },
  impersonation: { title: 'Il CEO nel tuo account', message: 'Il CEO ha usato il tuo account.' },
  operation_reviewed: { title: 'Codice esaminato', message: 'Un tuo codice è stato esaminato.' },
  approval_wanted: { title: 'Scambio da approvare', message: 'Uno scambio aspetta l’approvazione.' },
  approval_refused: { title: 'Scambio non approvato', message: 'Un tuo scambio non è stato approvato.' },
  rules_changed: {
    title: 'Regole degli scambi cambiate',
    message: 'Nel tuo cantiere le regole degli scambi sono cambiate.',
  },
  roster_changed: { title: 'Tabellone', message: 'Un tabellone ha cambiato il tuo calendario.' },
  roster_arrived: { title: 'Nuovo tabellone', message: 'È arrivato un tabellone con i tuoi turni.' },
};

/** How the matter of a notification ended, after its sentence. */
export const endingTexts: Record<NotificationEnding, string> = {
  completed: 'Lo scambio è già concluso.',
  closed: 'La richiesta si è chiusa.',
  withdrawn: 'La richiesta è stata cancellata.',
  expired: 'La richiesta è scaduta.',
  changed: 'La richiesta è cambiata.',
  answered: 'Hai già risposto.',
  offer_gone: 'L’offerta non c’è più.',
  approval_over: 'Non aspetta più la tua approvazione.',
};
