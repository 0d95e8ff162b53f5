import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { PendingAction } from './actions.ts';

/** What the exchange screen does for the cards on it. */
export interface ExchangeScreen {
  /** Opens the form of a new request. */
  publish: () => void;
  ask: (action: PendingAction) => void;
  openTab: (tab: ExchangeTab) => void;
  /** Opens the card of a request in the place of another one; '' closes it. */
  openCard: (id: string) => void;
  /** Points out a request in the tab where it stands. */
  show: (request: ExchangeRow) => void;
  /** Opens the form with an own open request. */
  edit: (request: ExchangeRow) => void;
  /** Opens the form with what an own closed request offered and wanted. */
  republish: (request: ExchangeRow) => void;
  /** A card is about to leave its tab: the screen takes the focus. */
  takeFocus: () => void;
}

export const ExchangeScreenContext = createContext<ExchangeScreen | null>(null);

/** The same functions at every render: the cards are not rendered again for each change of the screen around them. */
export function useSteadyScreen(screen: ExchangeScreen): ExchangeScreen {
  const latest = useRef(screen);
  useLayoutEffect(() => {
    latest.current = screen;
  });
  const [steady] = useState<ExchangeScreen>(() => ({
    publish: () => latest.current.publish(),
    ask: (action) => latest.current.ask(action),
    openTab: (tab) => latest.current.openTab(tab),
    openCard: (id) => latest.current.openCard(id),
    show: (request) => latest.current.show(request),
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
