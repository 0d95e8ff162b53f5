import { z } from 'zod';

const lineBreaks = /[\r\n\u2028\u2029]/;

// An emoji with its joiners, variation selectors and tags of regional flags, which have no other use in text.
const emoji =
  /[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\ufe0e\ufe0f]|[\u{e0020}-\u{e007e}]{1,6}\u{e007f}|\u200d\p{Extended_Pictographic}){0,12}/gu;
// Invisible characters, or ones that change their neighbours: control characters of both sets (PostgreSQL refuses NUL),
// directions, joiners, fillers, the empty Braille pattern.
const unseen = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
/** Characters left around a text copied from contacts or documents. */
const copied =
  /^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]{1,9}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]{1,9}$/g;

const isPlain = (text: string): boolean => text.isWellFormed() && !unseen.test(text.replace(emoji, ''));

/** A password, kept as typed; refuses NUL and half characters, which cannot be stored. */
export const typedSecret = (missing?: string) =>
  z
    .string(missing)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Contiene caratteri non ammessi');

/** Machine-generated text: tokens, cursors, versions, addresses. */
export const codeText = (most: number, wrong = 'Valore non valido') =>
  z
    .string(wrong)
    .max(most, wrong)
    .regex(/^[!-~]*$/, wrong);

/** Text of a file's cell, without characters that cannot be stored. */
export const cellText = (most: number) =>
  z
    .string()
    .max(most)
    .overwrite((text) => text.toWellFormed().replaceAll('\0', ''));

/**
 * Typed text of one or more lines: trimmed, at most `most` UTF-16 units, no invisible characters.
 * @param missing the message if there is no text
 */
export const typedText = (most: number, missing = 'Scrivi un testo') =>
  z
    .string(missing)
    .overwrite((text) => text.replaceAll('\t', ' ').trim().replace(copied, '').trim())
    .max(most, `Al massimo ${most} caratteri`)
    .refine(isPlain, 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano');

/** Typed text of one line: a line break in a name would break lists, mails and exports. */
export const typedLine = (most: number, missing?: string) =>
  typedText(most, missing).refine((text) => !lineBreaks.test(text), 'Deve stare su una riga');

/** Reduces stacked combining marks to the number that some languages use. */
export const withoutStacks = (text: string): string =>
  text.normalize('NFC').replace(/^\p{M}+|(?<=\p{M}{2})\p{M}+/gu, '');

// Alphabets with letters that look alike, or that change the text direction.
const alphabets = 'Latin Cyrillic Greek Armenian Georgian Cherokee Coptic Lisu Hebrew Arabic'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
/** Whether a name is readable: combining marks as in languages, one alphabet, no mathematical or full-width letters. */
const isReadable = (name: string): boolean =>
  withoutStacks(name) === name &&
  alphabets.filter((alphabet) => alphabet.test(name)).length <= 1 &&
  !/[\u{1d400}-\u{1d7ff}\uff21-\uff5a]/u.test(name);

/** A name shown to others: one line, letters of one alphabet, with digits and punctuation. */
export const typedName = (most: number, missing?: string) =>
  typedLine(most, missing)
    .normalize()
    .refine(isReadable, 'Usa le lettere di un solo alfabeto, senza segni sovrapposti');

/** A person's name: contains letters. */
export const personName = (missing: string) =>
  typedName(80, missing)
    .min(2)
    .refine((name) => name.length < 2 || /\p{L}/u.test(name), 'Scrivilo con le lettere');

/** Schema options with the message for a missing object, or a value that is not one. */
export const saysNoObject = (text: string) => ({
  error: ({ code }: { code: string | undefined }) => (code === 'invalid_type' ? text : undefined),
});

export const idSchema = z.uuid('Identificativo non valido');

/**
 * A typed search for a person as a PostgreSQL full-text query: every word is a prefix, without case and accents (`giu
 * fer` finds Giulia Ferri). Null if it contains no words.
 */
export function wordQueryOf(typed: string): string | null {
  const plain = typed
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
