import type { InfiniteData } from '@tanstack/react-query';
import type { ExchangeList, ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { changeRows } from '../../data/hiding.ts';
import { usePostponed } from '../../data/postponed.ts';
import type { Hiding } from '../../data/unsent.ts';
import { changedByExchanges, deleteExchange, failures, refuseOffer, rejectExchange } from '../actions.ts';
import { type Offer, useExchangeScreen } from '../exchangeScreen.ts';
import { kindTexts } from '../kindTexts.ts';

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
    reject: (request: ExchangeRequest): void =>
      start({
        run: () => rejectExchange(request.id),
        hide: withoutRequest(request),
        done: { title: 'Richiesta rifiutata', text: 'Se cambi idea la trovi in Rifiutati/Annullati.' },
        ...failures.rejectRequest,
      }),
    /** The requester's no. */
    refuseOffer: (request: ExchangeRequest, offer: Offer): void =>
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
    remove: (request: ExchangeRequest, title: string): void =>
      start({
        run: () => deleteExchange(request.id),
        hide: withoutRequest(request),
        done: { title },
        ...failures.delete,
      }),
  };
}

/** The lists as they are without a request. */
const withoutRequest =
  ({ id, tab }: ExchangeRequest): Hiding =>
  (answer) => {
    const rest = changeRows(answer, id, () => null);
    return rest === answer || tab === null ? rest : withFewer(rest, tab);
  };

/** One fewer in a tab, where the answer counts them. */
function withFewer(answer: unknown, tab: ExchangeTab): unknown {
  const { pages, ...others } = answer as Partial<InfiniteData<ExchangeList>>;
  if (!pages) return answer;
  const fewer = ({ counts, ...page }: ExchangeList): ExchangeList => ({
    ...page,
    counts: { ...counts, [tab]: Math.max(0, counts[tab] - 1) },
  });
  return { ...others, pages: pages.map(fewer) };
}

/** The lists as they are without an offer; with the last one the request leaves the place where offers are answered. */
function withoutOffer(request: ExchangeRequest, { userId }: Offer): Hiding {
  const isOther = (offer: Offer): boolean => offer.userId !== userId;
  if (!request.preAcceptedBy.some(isOther)) return withoutRequest(request);
  return (answer) =>
    changeRows<ExchangeRequest>(answer, request.id, (row) => ({
      ...row,
      preAcceptedBy: row.preAcceptedBy.filter(isOther),
    }));
}
