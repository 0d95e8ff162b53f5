import { expect, test } from 'vitest';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { formatLongDay } from '../../domain/calendar/day.ts';
import {
  contactMark,
  controllerMark,
  retentionMark,
  retentionText,
  termsParts,
  updatedOn,
} from './terms.it.ts';

const sections = termsParts.flatMap((part) => part.sections);
const textOf = (title: string): string =>
  sections
    .find((section) => section.title === title)!
    .content.flat()
    .join('\n');

test.each([
  ['licence and phone', /^Licenza e cellulare.* gli amministratori/m],
  ['the lists and files of admins', /^Gli amministratori vedono.*con ferie e malattia e senza note/m],
  [
    'a CEO in the account',
    /vede anche note, ferie e malattia: ti viene notificato quando entra e quando esce, e le modifiche .* restano nel registro/,
  ],
  ['what a mail is about', /La direzione .* destinatario e oggetto/],
  ['a shift that somebody looks for', /avviso con il tuo nome, il giorno e l’orario/],
  [
    'working days, by who loads rosters',
    /caricare i turni .* libero, ferie, malattia e giorni vuoti per lui sono uguali/,
  ],
  ['a push', /Google, Apple, Mozilla o Microsoft.* mai che cosa/],
  ['a calendar feed', /indirizzo segreto .* con note e assenze solo se lo hai scelto/],
])('the privacy policy says who sees %s', (_what, sentence) => {
  expect(textOf('Chi li vede')).toMatch(sentence);
});

test('the privacy policy has what the law asks for', () => {
  expect(textOf('Chi tratta i tuoi dati')).toContain(`${controllerMark}\n`);
  expect(textOf('Chi tratta i tuoi dati')).toContain(contactMark);
  expect(textOf('Quali dati e perché')).toContain('Da altri vengono');
  expect(textOf('Quali dati e perché')).toContain('art. 4, L. 300/1970');
  expect(textOf('Le basi giuridiche').split('\n')).toHaveLength(7);
  expect(textOf('Quali dati e perché')).toMatch(
    /tabellone .* non ha ancora un account .* solo quel nome e i turni/,
  );
  expect(textOf('Per quanto tempo')).toMatch(/Come ti chiama il file .* 400 giorni/);
  expect(textOf('Chi li vede')).toContain('copia delle garanzie');
  expect(textOf('Per quanto tempo')).toContain('al massimo 30 giorni, i registri tecnici 14');
  expect(textOf('Per quanto tempo')).toMatch(/tabellone .* 31 giorni dopo/);
  expect(textOf('Per quanto tempo')).toMatch(/L’indirizzo segreto .* per 30 giorni/);
  expect(textOf('I tuoi diritti')).toContain('entro un mese');
});

test('the privacy policy says how long days and records are kept, as it is set', () => {
  expect(textOf('Per quanto tempo')).toContain(retentionMark);
  expect(retentionText({ daysMonths: 24, auditYears: 5 })).toMatch(/ dopo 24 mesi; .* dopo 5 anni\./);
  expect(retentionText({ daysMonths: 36, auditYears: 1 })).toMatch(/ dopo 36 mesi; .* dopo un anno\./);
  expect(retentionText(null).match(/dopo il termine scelto dal titolare/g)).toHaveLength(2);
});

test('the date above the texts is that of their version', () => {
  expect(formatLongDay(termsVersion)).toBe(`sabato ${updatedOn}`);
});
