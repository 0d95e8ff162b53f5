import type { WorksiteVariant } from '../worksites/schema.ts';

export const exchangeKinds = ['turno', 'settimana', 'ferie', 'giorno'] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

const kindsOfVariant: Record<WorksiteVariant, readonly ExchangeKind[]> = {
  standard: ['turno', 'giorno'],
  taxi: ['settimana', 'ferie'],
};

/** The kinds that a worksite can offer, in the order in which they are shown. */
export const kindsOf = (variant: WorksiteVariant): readonly ExchangeKind[] => kindsOfVariant[variant];
