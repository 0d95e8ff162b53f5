import { messageOf } from '../../domain/errors/messages.it.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import type { ExchangeRequest, ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { cardOf, rowOf, type Seen, type Shown } from './cards.ts';
import type { CardSwap } from './offerCards.ts';
import { findSwapRests, judgeBearable } from './swapRest.ts';

// Where the worksite blocks swaps that leave too little rest, cards do not offer what a confirmation would refuse.

export interface Listed {
  request: ExchangeFacts;
  tab: ExchangeTab | null;
}

/** The cards of requests, as one viewer may see them. */
export const readCards = (
  database: Queryable,
  listed: readonly Listed[],
  seen: Seen,
): Promise<ExchangeRequest[]> =>
  withRest(
    database,
    seen.signedIn,
    listed.map(({ request, tab }) => cardOf(request, tab, seen)),
    barCard,
  );

/** The rows of requests in a list. */
export const readRows = (
  database: Queryable,
  listed: readonly Listed[],
  seen: Seen,
): Promise<ExchangeRow[]> =>
  withRest(
    database,
    seen.signedIn,
    listed.map(({ request, tab }) => rowOf(request, tab, seen)),
    barYes,
  );

/** Applies the rest limits if the worksite blocks; one statement for all requests. */
async function withRest<Request extends ExchangeRow>(
  database: Queryable,
  { restRules: rules }: SignedIn,
  shown: readonly Shown<Request>[],
  bar: (request: Request, swap: CardSwap, refused: ExchangeRow['preAccept']) => Request,
): Promise<Request[]> {
  const asked = shown.flatMap(({ swaps }) => swaps);
  if (rules.mode !== 'blocco' || asked.length === 0) return shown.map(({ request }) => request);
  const rests = await findSwapRests(
    database,
    asked.map((swap) => ({ rules, swap })),
  );
  const reasons = new Map(
    asked.map((swap, index) => {
      const side = swap.offererId === null ? ('accepter' as const) : ('requester' as const);
      const rest = rests[index];
      const verdict = rest && judgeBearable(rules, rest, { side, otherName: swap.otherName });
      return [swap, verdict && !verdict.ok ? messageOf(verdict) : null];
    }),
  );
  return shown.map(({ request, swaps }) =>
    swaps.reduce((barred, swap) => {
      const reason = reasons.get(swap) ?? null;
      return reason === null ? barred : bar(barred, swap, { isAllowed: false, reason });
    }, request),
  );
}

const isOtherDay =
  ({ accepterGives }: CardSwap) =>
  ({ date }: { date: string }): boolean =>
    accepterGives.every((duty) => duty.date !== date);

/** Removes the viewer's own acceptance; in a `giorno` another of their shifts may still fit. */
function barYes<Request extends ExchangeRow>(
  request: Request,
  swap: CardSwap,
  refused: ExchangeRow['preAccept'],
): Request {
  const ownDuties = request.kind === 'giorno' ? request.ownDuties.filter(isOtherDay(swap)) : [];
  return ownDuties.length > 0
    ? { ...request, ownDuties }
    : { ...request, preAccept: refused, isMirrored: false };
}

function barCard(card: ExchangeRequest, swap: CardSwap, refused: ExchangeRow['preAccept']): ExchangeRequest {
  const { offererId } = swap;
  if (offererId === null) {
    return { ...barYes(card, swap, refused), choices: card.choices.filter(isOtherDay(swap)) };
  }
  const preAcceptedBy = card.preAcceptedBy.map((offer) =>
    offer.userId === offererId ? { ...offer, confirm: refused } : offer,
  );
  return { ...card, preAcceptedBy };
}
