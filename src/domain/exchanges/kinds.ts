import type { WorksiteVariant } from '../worksites/variants.ts';

export const exchangeKinds = ['turno', 'settimana', 'ferie', 'giorno'] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

export type TaxiKind = Exclude<ExchangeKind, 'turno' | 'giorno'>;

export const isTaxiKind = (kind: ExchangeKind): kind is TaxiKind => kind === 'settimana' || kind === 'ferie';

const wishes: Record<ExchangeKind, string> = {
  turno: 'un altro orario',
  giorno: 'un altro giorno',
  settimana: 'un altro turno della settimana',
  ferie: 'altre ferie',
};

const list = new Intl.ListFormat('it-IT');

export const offeredKindsText = (kinds: readonly ExchangeKind[]): string =>
  kinds.length === 0
    ? 'Nel tuo cantiere ora non si chiedono nuovi scambi.'
    : `Nel tuo cantiere ora puoi chiedere ${list.format(kinds.map((kind) => wishes[kind]))}.`;

/** The kinds that a worksite can offer, in the order in which they are shown. */
export const kindsOf = (variant: WorksiteVariant): readonly ExchangeKind[] =>
  exchangeKinds.filter((kind) => isTaxiKind(kind) === (variant === 'taxi'));
