import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { PendingAction } from './actions.ts';

/** Callbacks of the exchange screen for its cards. */
export interface ExchangeScreen {
  /** Opens the form of a new request. */
  publish: () => void;
  ask: (action: PendingAction) => void;
  openTab: (tab: ExchangeTab) => void;
  /** Opens a request's card, replacing the open one; '' closes it. */
  openCard: (id: string) => void;
  /** Highlights a request in its tab. */
  show: (request: ExchangeRow) => void;
  /** Opens the form with an own open request. */
  edit: (request: ExchangeRow) => void;
  /** Opens the form prefilled from an own closed request. */
  republish: (request: ExchangeRow) => void;
  /** Moves the focus to the screen before a card leaves its tab. */
  takeFocus: () => void;
}

export const ExchangeScreenContext = createContext<ExchangeScreen | null>(null);

/** Returns stable functions, so that cards are not re-rendered with the screen. */
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

/** The screen's callbacks, for card components. */
export function useExchangeScreen(): ExchangeScreen {
  const screen = useContext(ExchangeScreenContext);
  if (!screen) throw new Error('there is no exchange screen around this card');
  return screen;
}
