import { createContext, useContext } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Offer } from './offer.ts';

/** What must be confirmed before it is done. */
export type Question =
  | { kind: 'confirm' | 'refuse'; request: ExchangeRequest; offer: Offer }
  | { kind: 'pre-accept' | 'withdraw' | 'delete'; request: ExchangeRequest };

/** What the exchange screen does for the cards on it. */
export interface ExchangeScreen {
  ask: (question: Question) => void;
  /** Opens the form with an own open request. */
  edit: (request: ExchangeRequest) => void;
  /** Opens the form with what an own closed request offered and wanted. */
  republish: (request: ExchangeRequest) => void;
  /** A card is about to leave its tab: the screen takes the focus. */
  takeFocus: () => void;
}

export const ExchangeScreenContext = createContext<ExchangeScreen | null>(null);

/** For the parts of a card that act. */
export function useExchangeScreen(): ExchangeScreen {
  const screen = useContext(ExchangeScreenContext);
  if (!screen) throw new Error('there is no exchange screen around this card');
  return screen;
}
