import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Offer } from './offer.ts';

/** What must be confirmed before it is done. */
export type Question =
  | { kind: 'confirm' | 'refuse'; request: ExchangeRequest; offer: Offer }
  | { kind: 'pre-accept' | 'withdraw' | 'delete'; request: ExchangeRequest };

/** What the exchange screen does for the cards on it. */
export interface ExchangeScreen {
  /** Opens the form of a new request. */
  publish: () => void;
  ask: (question: Question) => void;
  /** Opens the form with an own open request. */
  edit: (request: ExchangeRequest) => void;
  /** Opens the form with what an own closed request offered and wanted. */
  republish: (request: ExchangeRequest) => void;
  /** A card is about to leave its tab: the screen takes the focus. */
  takeFocus: () => void;
}

export const ExchangeScreenContext = createContext<ExchangeScreen | null>(null);

/** The same functions at every drawing: the cards are not drawn again for each change of the screen around them. */
export function useSteadyScreen(screen: ExchangeScreen): ExchangeScreen {
  const latest = useRef(screen);
  useLayoutEffect(() => {
    latest.current = screen;
  });
  const [steady] = useState<ExchangeScreen>(() => ({
    publish: () => latest.current.publish(),
    ask: (question) => latest.current.ask(question),
    edit: (request) => latest.current.edit(request),
    republish: (request) => latest.current.republish(request),
    takeFocus: () => latest.current.takeFocus(),
  }));
  return steady;
}

/** For the parts of a card that act. */
export function useExchangeScreen(): ExchangeScreen {
  const screen = useContext(ExchangeScreenContext);
  if (!screen) throw new Error('there is no exchange screen around this card');
  return screen;
}
