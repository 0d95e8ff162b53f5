import { z } from 'zod';

const lineBreaks = /[\r\n\u2028\u2029]/;

// An emoji and what it is put together with: joiners, variation selectors, tags of regional flags. Nothing else in a
// person's text has a use for these.
const emoji =
  /[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\ufe0e\ufe0f]|[\u{e0020}-\u{e007e}]{1,6}\u{e007f}|\u200d\p{Extended_Pictographic}){0,12}/gu;
// What shows nothing, or changes what stands beside it: control characters of both sets (NUL is refused by PostgreSQL),
// directions, joiners, fillers, the empty Braille pattern.
const unseen = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
/** What copying from contacts and documents leaves around a text. */
const copied =
  /^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]{1,9}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]{1,9}$/g;

const isPlain = (text: string): boolean => text.isWellFormed() && !unseen.test(text.replace(emoji, ''));

/** A password: it stays as it was typed, without what cannot be kept (NUL, half a character). */
export const typedSecret = (missing?: string) =>
  z
    .string(missing)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Contiene caratteri non ammessi');

/** What programs write and give back: tokens, cursors, versions, addresses. */
export const codeText = (most: number, wrong = 'Valore non valido') =>
  z
    .string(wrong)
    .max(most, wrong)
    .regex(/^[!-~]*$/, wrong);

/** Text of a file's cell: what cannot be kept of it is left out. */
export const cellText = (most: number) =>
  z
    .string()
    .max(most)
    .overwrite((text) => text.toWellFormed().replaceAll('\0', ''));

/**
 * Text a person typed, of one line or several: outer blanks and tabs removed, at most `most` UTF-16 units, nothing that
 * cannot be seen.
 * @param missing what is said where there is none at all
 */
export const typedText = (most: number, missing = 'Scrivi un testo') =>
  z
    .string(missing)
    .overwrite((text) => text.replaceAll('\t', ' ').trim().replace(copied, '').trim())
    .max(most, `Al massimo ${most} caratteri`)
    .refine(isPlain, 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano');

/** The same of one line: a name with a line break in it would break lists, mails and exports. */
export const typedLine = (most: number, missing?: string) =>
  typedText(most, missing).refine((text) => !lineBreaks.test(text), 'Deve stare su una riga');

/** Signs above one another, as many as some languages put on a letter. */
export const withoutStacks = (text: string): string =>
  text.normalize('NFC').replace(/^\p{M}+|(?<=\p{M}{2})\p{M}+/gu, '');

// Alphabets whose letters look alike, or that change the direction beside another.
const alphabets = 'Latin Cyrillic Greek Armenian Georgian Cherokee Coptic Lisu Hebrew Arabic'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** Whether people read a name as what it is: signs of a language, one alphabet, no letters of formulas or wide ones. */
const isReadable = (name: string): boolean =>
  withoutStacks(name) === name &&
  alphabets.filter((alphabet) => alphabet.test(name)).length <= 1 &&
  !/[\u{1d400}-\u{1d7ff}\uff21-\uff5a]/u.test(name);

/** A name that others go by: a line in letters of one alphabet, with digits and signs between them. */
export const typedName = (most: number, missing?: string) =>
  typedLine(most, missing)
    .normalize()
    .refine(isReadable, 'Usa le lettere di un solo alfabeto, senza segni sovrapposti');

/** The same of a person: there are letters in it. */
export const personName = (missing: string) =>
  typedName(80, missing)
    .min(2)
    .refine((name) => name.length < 2 || /\p{L}/u.test(name), 'Scrivilo con le lettere');

/** The settings of an object's schema that say `text` where there is none, or something that is no object. */
export const saysNoObject = (text: string) => ({
  error: ({ code }: { code: string | undefined }) => (code === 'invalid_type' ? text : undefined),
});

export const idSchema = z.uuid('Identificativo non valido');

/**
 * What a person typed to find somebody, as a query of PostgreSQL's full-text search: every word is the beginning of
 * one, without case and accents (`giu fer` finds Giulia Ferri). Null where nothing was typed that could be found.
 */
export function wordQueryOf(typed: string): string | null {
  const plain = typed
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
