import type { NotificationType } from '../schema.ts';
import type { PushSubject } from './schema.ts';

export const subjectNames: Record<PushSubject, { name: string; hint: string }> = {
  offers: { name: 'Offerte e scambi perfetti', hint: 'Un collega risponde a una tua richiesta' },
  requests: { name: 'Nuove richieste', hint: 'Un collega cerca un turno come il tuo' },
  outcomes: { name: 'Esiti', hint: 'Scambi completati, offerte accolte o chiuse' },
  approvals: { name: 'Scambi da approvare', hint: 'Se nel tuo cantiere approvi gli scambi' },
  notices: { name: 'Avvisi', hint: 'Tabelloni, regole, codici, accessi del CEO' },
};

/** What a locked screen shows: no name, day or reason. */
export const discreetTitles: Record<NotificationType, string> = {
  new_exchange_request: 'C’è una nuova richiesta di scambio',
  exchange_match: 'C’è uno scambio che fa per te',
  new_compatible_shift: 'C’è un turno come quello che cerchi',
  request_pre_accepted: 'C’è un’offerta per un tuo turno',
  exchange_accepted: 'Hanno scelto la tua offerta',
  exchange_completed: 'Uno scambio è completato',
  exchange_declined: 'Una tua offerta non è stata accolta',
  exchange_rejected: 'Uno scambio non è riuscito',
  shift_updated: 'Una richiesta o un’offerta si è chiusa',
  impersonation: 'Il CEO ha usato il tuo account',
  operation_reviewed: 'Un tuo codice è stato esaminato',
  approval_wanted: 'C’è uno scambio da approvare',
  approval_refused: 'Uno scambio non è stato approvato',
  rules_changed: 'Le regole degli scambi sono cambiate',
  roster_arrived: 'È arrivato un tabellone',
  roster_changed: 'Un tabellone ha cambiato i tuoi turni',
};

export const discreetBody = 'Tocca per aprire Turnario.';

export const manyTitle = (count: number): string => `${count} novità in Turnario`;

export const testPushText = {
  title: 'Le notifiche funzionano',
  body: 'Turnario ti avvisa qui quando c’è una novità.',
};
