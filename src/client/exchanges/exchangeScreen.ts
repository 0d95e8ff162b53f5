import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type {
  ExchangeCounts,
  ExchangeRequest,
  ExchangeRow,
  ExchangeTab,
  WaitingList,
} from '../../domain/exchanges/schema.ts';
import { changeRows } from '../data/hiding.ts';
import { usePostponed } from '../data/postponed.ts';
import type { Hiding } from '../data/unsent.ts';
import {
  changedByExchanges,
  deleteExchange,
  failures,
  type PendingAction,
  refuseOffer,
  rejectExchange,
} from './actions.ts';
import type { RowOffer } from './api.ts';
import { kindTexts } from './kindTexts.ts';
import type { RequestFilter } from './page/arrange.ts';

/** What the exchange screen does for the cards on it. */
export interface ExchangeScreen {
  /** Opens the form of a new request. */
  publish: () => void;
  ask: (action: PendingAction) => void;
  openTab: (tab: ExchangeTab) => void;
  /** Says in the address what of the available ones is to be seen. */
  setFilter: (filter: RequestFilter) => void;
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

/** What is done to a request from its card and can be taken back: the no to it or to an offer, and its removal. */
export function usePostponedActions() {
  const { takeFocus } = useExchangeScreen();
  const postpone = usePostponed();
  const start = (action: Omit<Parameters<typeof postpone>[0], 'changes'>): void => {
    postpone({ ...action, changes: changedByExchanges });
    takeFocus();
  };
  return {
    /** A colleague's no. */
    reject: (request: ExchangeRow): void =>
      start({
        run: () => rejectExchange(request.id),
        hide: withoutRequest(request, { tab: 'rifiutati', userHasRejected: true }),
        done: { title: 'Richiesta rifiutata', text: 'Se cambi idea la trovi in Rifiutati/Annullati.' },
        ...failures.rejectRequest,
      }),
    /** The requester's no. */
    refuseOffer: (request: ExchangeRow, offer: RowOffer): void =>
      start({
        run: () => refuseOffer(request.id, offer.userId),
        hide: withoutOffer(request, offer),
        done: {
          title: 'Offerta rifiutata',
          text: `${offer.name} non può più offrirsi ${kindTexts[request.kind].forIt}.`,
        },
        ...failures.rejectOffer,
      }),
    /** Takes an own request off the lists; an open one is withdrawn with it. */
    remove: (request: ExchangeRow, title: string): void =>
      start({
        run: () => deleteExchange(request.id),
        hide: withoutRequest(request, { tab: null }),
        done: { title },
        ...failures.delete,
      }),
  };
}

/**
 * The lists as they are without a request.
 *
 * @param becomes what the request itself says meanwhile, where it is asked for by its id
 */
export const withoutRequest =
  (request: ExchangeRow, becomes: Partial<ExchangeRequest>): Hiding =>
  (answer) => {
    if (isItself(answer, request.id)) return { ...answer, ...becomes };
    if (areCounts(answer)) return countsWithout(answer, request);
    const rest = changeRows(answer, request.id, () => null);
    return rest === answer ? rest : withFewer(rest);
  };

const isItself = (answer: unknown, id: string): answer is ExchangeRequest =>
  typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === id;

/** One fewer where the answer counts what it lists. */
function withFewer(answer: unknown): unknown {
  const { total, ...others } = answer as Partial<WaitingList>;
  return total === undefined ? answer : { ...others, total: oneFewer(total) };
}

const areCounts = (answer: unknown): answer is ExchangeCounts =>
  typeof answer === 'object' && answer !== null && 'ownWithOffers' in answer;

/** What the server counts always contains the request: what is hidden is so of what it answered. */
function countsWithout(answer: ExchangeCounts, { tab, preAcceptedBy, preAccept }: ExchangeRow) {
  // of the available ones only those are counted that can be taken
  if (tab === null || (tab === 'disponibili' && !preAccept.isAllowed)) return answer;
  const { counts, ownWithOffers } = answer;
  // only its requester is told the offers
  const isOwnWithOffers = tab === 'pre-accettati' && preAcceptedBy.length > 0;
  return {
    ...answer,
    counts: { ...counts, [tab]: oneFewer(counts[tab]) },
    ownWithOffers: isOwnWithOffers ? oneFewer(ownWithOffers) : ownWithOffers,
  };
}

const oneFewer = (count: number): number => Math.max(0, count - 1);

/** The lists as they are without an offer; with the last one the request leaves the place where offers are answered. */
export function withoutOffer(request: ExchangeRow, { userId }: Pick<RowOffer, 'userId'>): Hiding {
  const isOther = (offer: Pick<RowOffer, 'userId'>): boolean => offer.userId !== userId;
  if (!request.preAcceptedBy.some(isOther)) {
    return withoutRequest(request, { tab: 'mie', preAcceptedBy: [], preAcceptanceCount: 0 });
  }
  return (answer) =>
    changeRows<ExchangeRow>(answer, request.id, (row) => {
      const preAcceptedBy = row.preAcceptedBy.filter(isOther);
      const isGone = preAcceptedBy.length === row.preAcceptedBy.length;
      return isGone ? row : { ...row, preAcceptedBy, preAcceptanceCount: preAcceptedBy.length };
    });
}
