import type { WorksiteVariant } from '../worksites/variants.ts';

export const exchangeKinds = ['turno', 'settimana', 'ferie', 'giorno'] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

export type TaxiKind = Exclude<ExchangeKind, 'turno' | 'giorno'>;

export const isTaxiKind = (kind: ExchangeKind): kind is TaxiKind => kind === 'settimana' || kind === 'ferie';

/** The kinds a worksite can offer, in display order. */
export const kindsOf = (variant: WorksiteVariant): readonly ExchangeKind[] =>
  exchangeKinds.filter((kind) => isTaxiKind(kind) === (variant === 'taxi'));
