import type { NotificationType } from './types.ts';

/** How the matter of a notification ended before its person had dealt with it, after its sentence. */
export const endingTexts = {
  completed: 'Lo scambio è già concluso.',
  closed: 'La richiesta si è chiusa.',
  withdrawn: 'La richiesta è stata cancellata.',
  expired: 'La richiesta è scaduta.',
  changed: 'La richiesta è cambiata.',
  answered: 'Hai già risposto.',
  offer_gone: 'L’offerta non c’è più.',
  approval_over: 'Non aspetta più la tua approvazione.',
};
export type NotificationEnding = keyof typeof endingTexts;

const rosterEndings: Partial<Record<NotificationEnding, string>> = {
  changed: 'È arrivato un tabellone più recente.',
  withdrawn: 'È stato annullato.',
  expired: 'I suoi giorni sono passati.',
};

export const endingText = (type: NotificationType, ending: NotificationEnding): string =>
  (type.startsWith('roster_') ? rosterEndings[ending] : undefined) ?? endingTexts[ending];
