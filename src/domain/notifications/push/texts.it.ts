import type { PushSubject } from './schema.ts';

export const subjectNames: Record<PushSubject, { name: string; hint: string }> = {
  offers: { name: 'Offerte e scambi perfetti', hint: 'Un collega risponde a una tua richiesta' },
  requests: { name: 'Nuove richieste', hint: 'Un collega cerca un turno come il tuo' },
  outcomes: { name: 'Esiti', hint: 'Scambi completati, offerte accolte o chiuse' },
  approvals: { name: 'Scambi da approvare', hint: 'Se nel tuo cantiere approvi gli scambi' },
  notices: { name: 'Avvisi', hint: 'Tabelloni, regole, codici, accessi del CEO' },
};

export const discreetBody = 'Tocca per aprire Turnario.';

export const manyTitle = (count: number): string => `${count} novità in Turnario`;

export const testPushText = {
  title: 'Le notifiche funzionano',
  body: 'Turnario ti avvisa qui quando c’è una novità.',
};
