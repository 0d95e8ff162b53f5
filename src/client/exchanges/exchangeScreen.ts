import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ExchangeRequest, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { RequestFilter } from './page/arrange.ts';

/** What must be confirmed before it is done. */
export type PendingAction =
  | { kind: 'confirm'; request: ExchangeRequest; offer: Offer }
  | { kind: 'pre-accept' | 'withdraw' | 'delete'; request: ExchangeRequest };

/** What the exchange screen does for the cards on it. */
export interface ExchangeScreen {
  /** Opens the form of a new request. */
  publish: () => void;
  ask: (action: PendingAction) => void;
  openTab: (tab: ExchangeTab) => void;
  /** Says in the address what of the available ones is to be seen. */
  setFilter: (filter: RequestFilter) => void;
  /** Points out a request in the tab where it stands. */
  show: (request: ExchangeRequest) => void;
  /** Opens the form with an own open request. */
  edit: (request: ExchangeRequest) => void;
  /** Opens the form with what an own closed request offered and wanted. */
  republish: (request: ExchangeRequest) => void;
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
    setFilter: (filter) => latest.current.setFilter(filter),
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

/** A colleague's pre-acceptance, as the requester sees it. */
export type Offer = ExchangeRequest['preAcceptedBy'][number];
