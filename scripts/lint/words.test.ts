import { expect, test } from 'vitest';
import { refusedName, refusedWord } from './words.ts';

const path = 'src/client/auth/terms.it.ts';

const found = (texts: readonly string[]): string[] =>
  texts.filter((text) => refusedWord(path, text) !== null);

test('ambiguous and unwanted words are found', () => {
  const texts = [
    'Inserisci la tua e-mail',
    'Apri questo collegamento',
    'Intanto il turno è cambiato',
    'Lo ha preso un altro collega',
    'Il cambio è fatto',
    'Scrivi il codice accesso',
    'I codici operazione del mese',
    'Annulla la preaccettazione',
    'Vuoi ritirare la richiesta?',
    'Elimina il turno',
    'Elimini questa richiesta?',
    'Richiesta eliminata',
    'Cancella il cantiere',
    'Vuoi cancellare l’account?',
    'Il tuo account è stato cancellato',
    'Copia nei giorni liberi',
    'Sei già iscritto',
    'Resta collegato',
    'Status aggiornato!',
    'Turno 06:00-13:00',
    'Turno 06:00 - 13:00',
    "Non c'è",
    "Dell'altro turno",
    "Un po' di più",
    "Non puo' essere",
  ];
  expect(found(texts)).toEqual(texts);
});

test('specified texts, idioms, code and English are allowed', () => {
  const texts = [
    'Il tuo cambio turno diventa semplice',
    'Codice accesso richiesto',
    "Errore nell'aggiornamento dello status",
    'Non hai un turno da dare in cambio',
    'Il turno è cambiato, cambia giorno',
    'Cancella il turno e la richiesta',
    'Elimina il codice operativo',
    'Il giorno torna vuoto',
    'pre_accettata',
    'ritirata',
    'Turno 06:00–13:00 del 2026-11-22',
    "the transaction's own, don't; it's an email",
    "status in ('queued', 'ritirata')",
  ];
  expect(found(texts)).toEqual([]);
});

test('a specified text is only allowed as a whole', () => {
  expect(refusedWord(path, 'Il tuo cambio turno diventa semplice, davvero')).toContain('scambio');
  expect(refusedWord('tests/e2e/shell.test.ts', 'e-mail')).toBeNull();
});

test('names in code use standard terms', () => {
  const refused = ['sealLink', 'patienceMs', 'MailMoods', 'createEntranceLine', 'reseal', 'seize'];
  expect(refused.filter((name) => refusedName(name) === null)).toEqual([]);
  const allowed = ['encryptLink', 'timeoutMs', 'revealed', 'mistake', 'isSigned'];
  expect(allowed.filter((name) => refusedName(name) !== null)).toEqual([]);
});
