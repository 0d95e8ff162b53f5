import type { ExchangeKind } from '../../domain/exchanges/schema.ts';

/** Before a swap of holidays: entries move whole weeks away, and a note needs an entry on its day. */
export function LostNotes({ kind }: { kind: ExchangeKind }) {
  if (kind !== 'ferie') return null;
  return <p className="text-soft">Le note dei giorni che restano senza turno vanno perse.</p>;
}
