import type { NotificationText } from './texts.it.ts';

/** To a person whose account a CEO begins to use. */
export const ceoEnteredText = (ceo: string): NotificationText => ({
  type: 'impersonation',
  title: 'Il CEO è nel tuo account',
  message: `${ceo} ha iniziato a usare il tuo account. Tutto quello che cambia resta registrato con il suo nome.`,
});

/** To the same person, when it is over. */
export const ceoLeftText = (ceo: string): NotificationText => ({
  type: 'impersonation',
  title: 'Il CEO ha lasciato il tuo account',
  message: `${ceo} ha smesso di usare il tuo account.`,
});
