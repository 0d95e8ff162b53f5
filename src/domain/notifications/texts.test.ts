import { expect, test } from 'vitest';
import type { DatedDuty } from '../shifts/rules.ts';
import { endingTexts, generalTexts } from './generalTexts.it.ts';
import { exchangeNotificationTypes } from './schema.ts';
import {
  acceptedText,
  accountClosedText,
  compatibleShiftText,
  completedText,
  contractClosedText,
  matchText,
  newRequestText,
  nobodyLeftText,
  notChosenText,
  type NotificationText,
  offerExpiredText,
  offerLapsedText,
  offerRefusedText,
  offerWithdrawnText,
  ownerClosedText,
  ownerOfferLapsedText,
  preAcceptedText,
  requestChangedText,
  requestClosedText,
  requestExpiredText,
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
    'Giulia Ferri offre il turno di ven 20 nov (06:00–14:00) e cerca un turno di pomeriggio.',
  ],
  [
    matchText('Marco Bianchi', day),
    'exchange_match',
    'Tu e Marco Bianchi potete scambiarvi proprio quello che cercate: venerdì 20 novembre 2026.',
  ],
  [
    compatibleShiftText('Marco Bianchi', split),
    'new_compatible_shift',
    'Marco Bianchi ha registrato un turno come quello che cerchi: ven 20 nov, 08:00–12:00 e 14:00–18:00.',
  ],
  [
    preAcceptedText('Marco Bianchi', morning),
    'request_pre_accepted',
    'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 06:00–14:00. Conferma per completarlo.',
  ],
  [
    acceptedText('Giulia Ferri', day),
    'exchange_accepted',
    'Giulia Ferri ha confermato lo scambio con te per venerdì 20 novembre 2026.',
  ],
  [
    completedText('Marco Bianchi', morning),
    'exchange_completed',
    'Scambio con Marco Bianchi completato: ora lavori ven 20 nov, 06:00–14:00.',
  ],
  [
    notChosenText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha trovato uno scambio con un’altra persona per venerdì 20 novembre 2026.',
  ],
  [
    requestClosedText('Giulia Ferri', day),
    'shift_updated',
    'Il turno di Giulia Ferri per venerdì 20 novembre 2026 non è più disponibile: la richiesta si è chiusa.',
  ],
  [
    offerLapsedText('Marco Bianchi', day),
    'shift_updated',
    'Il turno di Marco Bianchi per venerdì 20 novembre 2026 non è più disponibile: la sua offerta è decaduta.',
  ],
  [
    offerWithdrawnText('Marco Bianchi', day),
    'exchange_rejected',
    'Marco Bianchi ha annullato la sua offerta per venerdì 20 novembre 2026.',
  ],
  [
    nobodyLeftText(day),
    'exchange_rejected',
    'Per ora nessun altro può accettare lo scambio di venerdì 20 novembre 2026: la richiesta resta aperta fino alla scadenza. Prova con un turno di un altro giorno o cerca un altro tipo di turno.',
  ],
  [
    requestExpiredText(day),
    'exchange_rejected',
    'La tua richiesta di scambio per venerdì 20 novembre 2026 è scaduta senza uno scambio.',
  ],
  [
    offerExpiredText('Giulia Ferri', day),
    'exchange_declined',
    'La richiesta di Giulia Ferri per venerdì 20 novembre 2026 è scaduta senza conferma: la tua pre-accettazione è decaduta.',
  ],
  [
    accountClosedText(day),
    'shift_updated',
    'Il tuo account è stato disattivato: la tua richiesta di scambio per venerdì 20 novembre 2026 si è chiusa.',
  ],
  [
    offerRefusedText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha rifiutato la tua pre-accettazione per venerdì 20 novembre 2026.',
  ],
  [
    requestWithdrawnText('Giulia Ferri', day),
    'exchange_declined',
    'Giulia Ferri ha eliminato la richiesta di scambio per venerdì 20 novembre 2026.',
  ],
  [
    requestChangedText('Giulia Ferri', day),
    'shift_updated',
    'Giulia Ferri ora offre un altro turno al posto di quello di venerdì 20 novembre 2026: la tua pre-accettazione è decaduta.',
  ],
  [
    ownerClosedText('Giulia Ferri', day),
    'shift_updated',
    'Giulia Ferri non può più scambiare il turno di venerdì 20 novembre 2026: la richiesta si è chiusa.',
  ],
  [
    ownerOfferLapsedText('Marco Bianchi', day),
    'shift_updated',
    'Marco Bianchi non può più scambiare il turno di venerdì 20 novembre 2026: la sua offerta è decaduta.',
  ],
  [
    contractClosedText(day),
    'shift_updated',
    'Con le nuove ore di contratto il turno di venerdì 20 novembre 2026 non si può più scambiare: la tua richiesta si è chiusa.',
  ],
];

test.each(texts)('%j', (text, type, message) => {
  expect(text.type).toBe(type);
  expect([text.message, text.call ?? []].flat().join(' ')).toBe(message);
  expect(text.title).not.toBe('');
  // each of these leads to the exchange screen
  expect(exchangeNotificationTypes.has(text.type)).toBe(true);
});

test('what is said where no facts are known is a title and a sentence', () => {
  for (const { title, message } of Object.values(generalTexts)) {
    expect(title).toMatch(/^\p{Lu}.+[^.]$/u);
    expect(message).toMatch(/^\p{Lu}.+\.$/u);
  }
  for (const ending of Object.values(endingTexts)) expect(ending).toMatch(/^\p{Lu}.+\.$/u);
});
