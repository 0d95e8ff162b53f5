import { escapeHtml, oneLine } from '../mail/plainText.ts';

/** What other people read where an anonymised person stood. */
export const exColleague = { firstName: 'Ex', lastName: 'collega' } as const;
export const exColleagueName = `${exColleague.firstName} ${exColleague.lastName}`;

/** Stands where the address was: unique for the account, and no mail can ever reach it (RFC 2606). */
export const anonymousEmail = (userId: string): string => `ex-${userId}@anonimo.invalid`;

/** By what a person is found in stored texts; several of each, since names and numbers change. */
export interface Traces {
  /** First and last name. */
  names: readonly string[];
  taxiLicenses: readonly string[];
  phoneNumbers: readonly string[];
}

const spelled = (text: string): string[] => [...new Set([text, oneLine(text), escapeHtml(oneLine(text))])];
const inPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A whole word or several: 'Anna Verdi' is not part of 'Anna Verdini'. */
const whole = (text: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${inPattern(text)}(?![\p{L}\p{N}])`, 'gu');

/**
 * A text that the product wrote about a person (notification, mail, plain or HTML) without them: their name becomes
 * 'Ex collega', licence and phone a dash. Licences are short: they are looked for only behind their label.
 */
export function withoutPerson(text: string, { names, taxiLicenses, phoneNumbers }: Traces): string {
  const longestFirst = names.flatMap(spelled).toSorted((one, other) => other.length - one.length);
  let result = text;
  for (const name of longestFirst) result = result.replace(whole(name), exColleagueName);
  for (const licence of taxiLicenses.flatMap(spelled)) {
    result = result.replace(whole(`licenza taxi ${licence}`), 'licenza taxi –');
  }
  for (const phone of phoneNumbers.flatMap(spelled)) result = result.replaceAll(phone, '–');
  return result;
}
