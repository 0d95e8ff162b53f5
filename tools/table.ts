/** A table with a head; cells may hold Markdown. Columns of numbers alone stand on the right, with three digits that count. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? short(cell) : cell)).join(' | ')} |`;
  const rule = `|${isNumeric.map((numeric) => (numeric ? '---:' : '---')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Three digits that count. */
function short(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 6) });
}
