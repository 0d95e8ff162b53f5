import { z } from 'zod';

// Characters no field of ours can hold: NUL is refused by PostgreSQL, the others show nothing and fake what is shown.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const lineBreaks = /[\r\n\u2028\u2029]/;

const isPlain = (text: string): boolean => text.isWellFormed() && !controlCharacters.test(text);

/**
 * Text a person typed, of one line or several: outer blanks removed, at most `most` UTF-16 units, no control
 * characters.
 *
 * @param missing what is said where there is none at all
 */
export function typedText(most: number, missing = 'Scrivi un testo') {
  return z
    .string(missing)
    .trim()
    .max(most, `Al massimo ${most} caratteri`)
    .refine(isPlain, 'Contiene caratteri non ammessi');
}

/** The same of one line: a name with a line break in it would break lists, mails and exports. */
export function typedLine(most: number, missing?: string) {
  return typedText(most, missing).refine((text) => !lineBreaks.test(text), 'Deve stare su una riga');
}

/** A row's identifier. */
export const idSchema = z.uuid('Identificativo non valido');
