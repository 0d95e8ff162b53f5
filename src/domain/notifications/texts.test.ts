import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { Entry } from '../shifts/rules.ts';
import {
  addressOf,
  entryOf,
  type NotificationFacts,
  notificationText,
  notificationTypes,
  typeOfFacts,
} from './types.ts';

const day = '2026-11-20';
const morning: Entry = dutyWith();
const split: Entry = {
  ...morning,
  startTime: '08:00',
  endTime: '12:00',
  isSplitShift: true,
  secondStartTime: '14:00',
  secondEndTime: '18:00',
};

const texts: [facts: NotificationFacts, person: string, type: string, message: string][] = [
  [
    { fact: 'rules_changed', rest: null, cutoffHours: 0, kinds: null, approval: null },
    '',
    'rules_changed',
    'Gli scambi ora si confermano fino all’inizio del turno.',
  ],
  [
    { fact: 'rules_changed', rest: null, cutoffHours: 24, kinds: null, approval: 'automatica' },
    '',
    'rules_changed',
    'Gli scambi ora si confermano fino a 24 ore prima del turno. Gli scambi confermati ora valgono subito.',
  ],
  [
    { fact: 'day_published', offered: morning, wanted: 'pomeriggio' },
    'Giulia Ferri',
    'new_exchange_request',
    'Giulia Ferri cerca chi lavori ven 20 nov (06:00–14:00) e in cambio farebbe un tuo turno di pomeriggio di un altro giorno.',
  ],
  [
    { fact: 'offer_begun', duty: morning, hours: 0 },
    'Marco Bianchi',
    'shift_updated',
    'Il turno che Marco Bianchi offriva (ven 20 nov, 06:00–14:00) è iniziato: la sua offerta è decaduta, la tua richiesta resta aperta.',
  ],
  [
    { fact: 'offer_begun', duty: morning, hours: 24 },
    'Marco Bianchi',
    'shift_updated',
    'Il turno che Marco Bianchi offriva (ven 20 nov, 06:00–14:00) inizia tra meno di 24 ore e non si può più scambiare: la sua offerta è decaduta, la tua richiesta resta aperta.',
  ],
  [
    { fact: 'own_offer_begun', duty: morning, hours: 0 },
    'Giulia Ferri',
    'exchange_declined',
    'Il tuo turno di ven 20 nov, 06:00–14:00 è iniziato senza che Giulia Ferri confermasse: la tua pre-accettazione è decaduta.',
  ],
  [
    { fact: 'own_offer_begun', duty: morning, hours: 24 },
    'Giulia Ferri',
    'exchange_declined',
    'Il tuo turno di ven 20 nov, 06:00–14:00 inizia tra meno di 24 ore e Giulia Ferri non ha confermato: la tua pre-accettazione è decaduta.',
  ],
  [
    { fact: 'request_published', offered: morning, wanted: 'pomeriggio', own: null },
    'Giulia Ferri',
    'new_exchange_request',
    'Giulia Ferri offre il turno di ven 20 nov (06:00–14:00) e cerca un turno di pomeriggio.',
  ],
  [
    { fact: 'requests_match', time: day },
    'Marco Bianchi',
    'exchange_match',
    'Tu e Marco Bianchi potete scambiarvi proprio quello che cercate: venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'shift_recorded', duty: split },
    'Marco Bianchi',
    'new_compatible_shift',
    'Marco Bianchi ha registrato un turno come quello che cerchi: ven 20 nov, 08:00–12:00 e 14:00–18:00.',
  ],
  [
    { fact: 'shift_offered', duty: morning },
    'Marco Bianchi',
    'request_pre_accepted',
    'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 06:00–14:00. Conferma per completarlo.',
  ],
  [
    { fact: 'offer_accepted', time: day },
    'Giulia Ferri',
    'exchange_accepted',
    'Giulia Ferri ha confermato lo scambio con te per venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'shift_swapped', received: morning },
    'Marco Bianchi',
    'exchange_completed',
    'Scambio con Marco Bianchi completato: ora lavori ven 20 nov, 06:00–14:00.',
  ],
  [
    { fact: 'other_chosen', time: day },
    'Giulia Ferri',
    'exchange_declined',
    'Giulia Ferri ha trovato uno scambio con un’altra persona per venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'request_closed', time: day },
    'Giulia Ferri',
    'shift_updated',
    'Il turno di Giulia Ferri per venerdì 20 novembre 2026 non è più disponibile: la richiesta si è chiusa.',
  ],
  [
    { fact: 'offer_lapsed', time: day },
    'Marco Bianchi',
    'shift_updated',
    'Il turno di Marco Bianchi per venerdì 20 novembre 2026 non è più disponibile: la sua offerta è decaduta.',
  ],
  [
    { fact: 'offer_withdrawn', time: day },
    'Marco Bianchi',
    'exchange_rejected',
    'Marco Bianchi ha annullato la sua offerta per venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'nobody_left', time: day },
    '',
    'exchange_rejected',
    'Per ora nessun altro può accettare lo scambio di venerdì 20 novembre 2026: la richiesta resta aperta fino alla scadenza. Prova con un turno di un altro giorno o cerca un altro tipo di turno.',
  ],
  [
    { fact: 'request_expired', time: day },
    '',
    'exchange_rejected',
    'La tua richiesta di scambio per venerdì 20 novembre 2026 è scaduta senza uno scambio.',
  ],
  [
    { fact: 'offer_expired', time: day },
    'Giulia Ferri',
    'exchange_declined',
    'La richiesta di Giulia Ferri per venerdì 20 novembre 2026 è scaduta senza conferma: la tua pre-accettazione è decaduta.',
  ],
  [
    { fact: 'account_deactivated', time: day },
    '',
    'shift_updated',
    'Il tuo account è stato disattivato: la tua richiesta di scambio per venerdì 20 novembre 2026 si è chiusa.',
  ],
  [
    { fact: 'offer_refused', time: day },
    'Giulia Ferri',
    'exchange_declined',
    'Giulia Ferri ha rifiutato la tua pre-accettazione per venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'request_withdrawn', time: day },
    'Giulia Ferri',
    'exchange_declined',
    'Giulia Ferri ha cancellato la richiesta di scambio per venerdì 20 novembre 2026.',
  ],
  [
    { fact: 'request_changed', time: day },
    'Giulia Ferri',
    'shift_updated',
    'Giulia Ferri ora offre un altro turno al posto di quello di venerdì 20 novembre 2026: la tua pre-accettazione è decaduta.',
  ],
  [
    { fact: 'owner_left', time: day },
    'Giulia Ferri',
    'shift_updated',
    'Giulia Ferri non può più scambiare il turno di venerdì 20 novembre 2026: la richiesta si è chiusa.',
  ],
  [
    { fact: 'offerer_left', time: day },
    'Marco Bianchi',
    'shift_updated',
    'Marco Bianchi non può più scambiare il turno di venerdì 20 novembre 2026: la sua offerta è decaduta.',
  ],
  [
    { fact: 'contract_changed', time: day },
    '',
    'shift_updated',
    'Con le nuove ore di contratto il turno di venerdì 20 novembre 2026 non si può più scambiare: la tua richiesta si è chiusa.',
  ],
];

test.each(texts)('%j', (facts, person, type, message) => {
  const shown = typeOfFacts(facts);
  expect(shown).toBe(type);
  expect(notificationText({ type: shown, facts, person, end: null }).message).toBe(message);
  // all of these open the exchange screen
  expect(addressOf(shown, 'r')).toBe('/exchanges?highlight=r');
});

test('titles are not sentences, and several of a type are counted', () => {
  for (const type of notificationTypes) {
    const { title, discreet, group } = entryOf(type);
    for (const text of [title, discreet]) expect(text).toMatch(/^\p{Lu}.+[^.]$/u);
    expect(group).toMatch(/^\p{Ll}.+[^.]$/u);
  }
});

test.each<[NotificationFacts, string]>([
  [
    { fact: 'request_published', offered: morning, wanted: 'pomeriggio', own: split },
    'Marco · ven 20 nov: dà 6–14 per il tuo 8–12 e 14–18',
  ],
  [
    { fact: 'request_published', offered: morning, wanted: 'pomeriggio', own: null },
    'Marco · ven 20 nov: dà 6–14, cerca pomeriggio',
  ],
  [
    { fact: 'day_published', offered: morning, wanted: null },
    'Marco · ven 20 nov: dà 6–14 per un tuo turno di un altro giorno',
  ],
  [{ fact: 'requests_match', time: day }, 'Scambio perfetto con Marco · ven 20 nov'],
  [{ fact: 'shift_recorded', duty: morning }, 'Marco · ven 20 nov: fa 6–14, come cerchi'],
  [{ fact: 'shift_offered', duty: morning }, 'Marco · ven 20 nov: accetta e ti dà 6–14'],
])('the title of %j contains who, when and what', (facts, title) => {
  const type = typeOfFacts(facts);
  expect(notificationText({ type, facts, person: 'Marco Bianchi', end: null }).title).toBe(title);
  expect(notificationText({ type, facts, person: null, end: null }).title).toBe(
    title.replace('Marco', 'Ex collega'),
  );
});
