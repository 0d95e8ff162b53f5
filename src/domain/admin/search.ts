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
