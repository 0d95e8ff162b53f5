import { expect, test } from 'vitest';
import type { DatedDuty } from '../shifts/rules.ts';
import { exchangeNotificationTypes } from './schema.ts';
import {
  acceptedText,
  compatibleShiftText,
  completedText,
  contractClosedText,
  matchText,
  newRequestText,
  nobodyLeftText,
  notChosenText,
  type NotificationText,
  offerLapsedText,
  offerRefusedText,
  offerWithdrawnText,
  ownerClosedText,
  ownerOfferLapsedText,
  preAcceptedText,
  requestChangedText,
  requestClosedText,
  requestWithdrawnText,
} from './texts.it.ts';

const day = '2026-11-20';
const morning: DatedDuty = {
  date: day,
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};
const split: DatedDuty = {
  ...morning,
  startTime: '08:00',
  endTime: '12:00',
  isSplitShift: true,
  secondStartTime: '14:00',
  secondEndTime: '18:00',
};

const texts: [NotificationText, string, string][] = [
  [
    newRequestText('Giulia Ferri', morning, 'pomeriggio'),
    'new_exchange_request',
    'Giulia Ferri offre il turno di ven 20 nov, 06:00-14:00 e cerca un turno di pomeriggio.',
  ],
  [
    matchText('Marco Bianchi', day),
    'exchange_match',
    'Tu e Marco Bianchi cercate proprio il turno dell’altro: venerdì 20 novembre 2026.',
  ],
  [
    compatibleShiftText('Marco Bianchi', split),
    'new_compatible_shift',
    'Marco Bianchi ha registrato un turno come quello che cerchi: ven 20 nov, 08:00-12:00 e 14:00-18:00.',
  ],
  [
    preAcceptedText('Marco Bianchi', morning),
    'request_pre_accepted',
    'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 06:00-14:00. Conferma per completarlo.',
  ],
  [
    acceptedText('Giulia Ferri', day),
    'exchange_accepted',
    'Giulia Ferri ha confermato lo scambio con te per venerdì 20 novembre 2026.',
  ],
  [
    completedText('Marco Bianchi', morning),
    'exchange_completed',
    'Scambio con Marco Bianchi completato: ora lavori ven 20 nov, 06:00-14:00.',
  ],
  [
    notChosenText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha trovato uno scambio con un altro collega per venerdì 20 novembre 2026.',
  ],
  [
    requestClosedText('Giulia Ferri', day),
    'shift_updated',
    'Il turno di Giulia Ferri per venerdì 20 novembre 2026 è cambiato: la richiesta di scambio è chiusa.',
  ],
  [
    offerLapsedText('Marco Bianchi', day),
    'shift_updated',
    'Il turno di Marco Bianchi per venerdì 20 novembre 2026 è cambiato: la sua offerta non c’è più.',
  ],
  [
    offerWithdrawnText('Marco Bianchi', day),
    'exchange_rejected',
    'Marco Bianchi ha ritirato la pre-accettazione per venerdì 20 novembre 2026.',
  ],
  [
    nobodyLeftText(day),
    'exchange_rejected',
    'Nessun altro collega può accettare lo scambio di venerdì 20 novembre 2026: la richiesta è chiusa.',
  ],
  [
    offerRefusedText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha rifiutato la tua offerta per venerdì 20 novembre 2026.',
  ],
  [
    requestWithdrawnText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha ritirato la richiesta di scambio per venerdì 20 novembre 2026.',
  ],
  [
    requestChangedText('Giulia Ferri', day),
    'shift_updated',
    'Giulia Ferri ora offre un altro turno al posto di quello di venerdì 20 novembre 2026: la tua offerta è decaduta.',
  ],
  [
    ownerClosedText('Giulia Ferri', day),
    'shift_updated',
    'Giulia Ferri non può più scambiare il turno di venerdì 20 novembre 2026: la richiesta è chiusa.',
  ],
  [
    ownerOfferLapsedText('Marco Bianchi', day),
    'shift_updated',
    'Marco Bianchi non può più scambiare il turno di venerdì 20 novembre 2026: la sua offerta non c’è più.',
  ],
  [
    contractClosedText(day),
    'shift_updated',
    'Con le nuove ore di contratto il turno di venerdì 20 novembre 2026 non si può più scambiare: la tua richiesta è chiusa.',
  ],
];

test.each(texts)('%j', (text, type, message) => {
  expect(text.type).toBe(type);
  expect(text.message).toBe(message);
  expect(text.title).not.toBe('');
  // each of these leads to the exchange screen
  expect(exchangeNotificationTypes.has(text.type)).toBe(true);
});
