/**
 * PostgreSQL's text form of an array, for example `{1,NULL,"a b"}`, read element by element with `decode`.
 * Nested arrays become nested arrays; explicit lower bounds (`[0:1]={…}`) are ignored.
 */
export function parseArrayLiteral(literal: string, decode: (text: string) => unknown): unknown[] {
  const start = literal.startsWith('[') ? literal.indexOf('=') + 1 : 0;
  return parseElements(literal, start + 1, decode).elements;
}

function parseElements(
  literal: string,
  start: number,
  decode: (text: string) => unknown,
): { elements: unknown[]; next: number } {
  const elements: unknown[] = [];
  let position = start;
  while (literal[position] !== '}') {
    if (literal[position] === ',') position += 1;
    if (literal[position] === '{') {
      const nested = parseElements(literal, position + 1, decode);
      elements.push(nested.elements);
      position = nested.next;
    } else if (literal[position] === '"') {
      const quoted = readQuoted(literal, position + 1);
      elements.push(decode(quoted.text));
      position = quoted.next;
    } else {
      const next = endOfBareElement(literal, position);
      const text = literal.slice(position, next);
      elements.push(text === 'NULL' ? null : decode(text));
      position = next;
    }
  }
  return { elements, next: position + 1 };
}

function readQuoted(literal: string, start: number): { text: string; next: number } {
  let text = '';
  let position = start;
  while (literal[position] !== '"') {
    if (literal[position] === '\\') position += 1;
    text += literal[position];
    position += 1;
  }
  return { text, next: position + 1 };
}

function endOfBareElement(literal: string, start: number): number {
  let position = start;
  while (position < literal.length && literal[position] !== ',' && literal[position] !== '}') {
    position += 1;
  }
  if (position === literal.length) throw new Error(`unfinished array literal: ${literal.slice(0, 40)}`);
  return position;
}

/** The text form of an array whose elements are already in text form; null stays null. */
export function formatArrayLiteral(elements: readonly (string | null)[]): string {
  const quoted = elements.map((element) =>
    element === null ? 'NULL' : `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return `{${quoted.join(',')}}`;
}
