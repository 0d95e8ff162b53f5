import type { ExchangeKind } from '../exchanges/kinds.ts';

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
