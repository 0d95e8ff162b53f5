import { plainText, readDayMark, weekdaysOfWord } from './dayMarks.ts';
import type { Field } from './mapping.ts';

const second = String.raw`( ?(2|ii|b))`;
const start = String.raw`(ora |orario |ore )?(di )?(inizio|dalle|entrata|ingresso|start|da)( ora| ore| orario)?( (del )?(turno|servizio))?`;
const end = String.raw`(ora |orario |ore )?(di )?(fine|alle|uscita|end|a)( ora| ore| orario)?( (del )?(turno|servizio))?`;

const heads: readonly [Field, RegExp][] = [
  ['surname', /^cognome$/],
  [
    'name',
    /^(nome|nomi|cognome e nome|nome e cognome|cognome nome|nome cognome|nominativ[oi]|dipendent[ei]|operator[ei]|colleg(a|hi)|risors[ae]|autist[ai]|personale?|persona|lavorator[ei]|addett[oi]|infermier[ei])$/,
  ],
  [
    'day',
    /^(data|date|giorno|giorni|day|dal|dal giorno|data (del )?turno|data (di )?servizio|data (di )?inizio|giorno (di )?servizio|giorno turno)$/,
  ],
  ['until', /^(al|al giorno|fino al|fine il giorno|data (di )?fine)$/],
  ['start', new RegExp(`^${start}( ?(1|i))?$`)],
  ['end', new RegExp(`^${end}( ?(1|i))?$`)],
  [
    'start2',
    new RegExp(`^(${start}${second}|(2a|seconda?) (parte )?(inizio|entrata)|seconda parte inizio)$`),
  ],
  ['end2', new RegExp(`^(${end}${second}|(2a|seconda?) (parte )?(fine|uscita)|seconda parte fine)$`)],
  [
    'code',
    /^(turno|turni|codice|orario|sigla|fascia|servizio|tipo|tipo (di )?turno|orario turno|causale|tipo (di )?giornata|posto|postazione)$/,
  ],
  ['break', /^(pausa|pausa pranzo|intervallo)$/],
  [
    'ignore',
    /^(n|nr|num|numero|#|matricola|id|qualifica|mansione|ruolo|livello|luogo|sede|reparto|cantiere|note?|firma|ore|ore totali|tot|totale?|totali|totale ore|tot ore|telefono|email|scambio con|presenti|presenze)$/,
  ],
];

/** Normalises a head for comparing and remembering: without case, accents or punctuation. */
export const plainHead = (text: string): string =>
  plainText(text)
    .replace(/[.:;_°*()/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The field that a head names; `asked` if unknown. */
export const fieldOfHead = (text: string): Field =>
  heads.find(([, pattern]) => pattern.test(plainHead(text)))?.[0] ?? 'asked';

const clock = /^(\d{1,2}([:.,]\d{1,2}(:\d\d)?)?|\d{4})$/;
export const isClock = (text: string): boolean => clock.test(text.replace(/^.*\d[/-]\d+ /, '').trim());

const isDate = (text: string): boolean => readDayMark(text)?.month !== undefined;
const looksLikeName = (text: string): boolean =>
  /\p{L}{2,}/u.test(text) && !/[=:]|\d\d?[.:-]\d/.test(text) && !weekdaysOfWord(text) && !isDate(text);
const isRange = (text: string): boolean => /\bdal?\b.*\bal?\b/.test(plainText(text));

/** The share of filled cells that must match their head. */
const enough = 0.6;

/** The share of texts that fit; 1 if there are none. */
export const shareOf = (texts: readonly string[], fits: (text: string) => boolean): number =>
  texts.length === 0 ? 1 : texts.filter(fits).length / texts.length;

const mostly = (texts: readonly string[], fits: (text: string) => boolean): boolean =>
  shareOf(texts, fits) >= enough;

export const areNames = (texts: readonly string[]): boolean =>
  texts.length > 0 && mostly(texts, looksLikeName);
export const areDates = (texts: readonly string[]): boolean => texts.length > 0 && mostly(texts, isDate);
export const areWeekdays = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => weekdaysOfWord(text) !== undefined);

/** Words in cells that must not be ignored with their column: absences, on call, refusals. */
const tellsMore =
  /\b(ferie|malatt\w*|mal|permess\w*|riposo|assen\w*|rep|reperibil\w*|annullat\w*|sospes\w*|smart|sw|infortunio|congedo|maternita|no)\b/;

/** The field of a column by its head; `asked` if its cells disagree. */
export function fieldOfColumn(head: string, texts: readonly string[]): Field {
  const field = fieldOfHead(head);
  if (texts.length === 0) return 'ignore';
  switch (field) {
    case 'day':
      if (areWeekdays(texts)) return 'ignore';
      return mostly(texts, (text) => readDayMark(text) !== null || isRange(text)) ? 'day' : 'asked';
    case 'until':
      return areDates(texts) ? 'until' : 'asked';
    case 'start':
    case 'end':
      if (
        areDates(texts) &&
        !mostly(texts, (text) => /\d:\d\d/.test(text)) &&
        /^(da|a|inizio|fine)$/.test(plainHead(head))
      )
        return field === 'start' ? 'day' : 'until';
      return mostly(texts, isClock) ? field : 'asked';
    case 'start2':
    case 'end2':
      return mostly(texts, isClock) ? field : 'asked';
    case 'name':
    case 'surname':
      return areNames(texts) ? field : 'asked';
    case 'code':
      return areDates(texts) ? 'asked' : 'code';
    case 'break':
    case 'ignore':
      return texts.some((text) => tellsMore.test(plainText(text))) ? 'asked' : field;
    default:
      return 'asked';
  }
}
