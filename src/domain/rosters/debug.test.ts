import { test } from 'vitest';
import { findMapping } from './findMapping.ts';
import { pastedTable } from './table.ts';
test('d', () => {
  const out = [
    'Nome | Data | Inizio | Fine\nRossi Mario | 12/1/2026 | 6 | 14\nRossi Mario | 12/12/2026 | 6 | 14\nRossi Mario | 12/13/2026 | 6 | 14',
    `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | M | P | P | P\n\nLegenda: M = Mattina 7-15 P = 15-23`,
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | m | | M |',
    'dicembre 2026\nNome | n | 1 | 2 | 3 | 4 | 5\nRossi Mario | 1 | 6-14|||\n  | 2 | 14-22 | | | |',
    `dicembre 2026\n8 | 1 | 2 | 3 | 4 | 5 | 6\nx | 1 | 2 | 3 | 4 | 5 | Ricci Sara\ny | 6-14 | 6-14|6-14 |||| Rossi Mario`,
  ].map((t) => {
    const m = findMapping(pastedTable(t.replace(/ *\| */g, '\t')), [], {}, '2026-11-23');
    return JSON.stringify({ ...m, blocks: m.blocks.length });
  });
  throw new Error(out.join('\n'));
});
