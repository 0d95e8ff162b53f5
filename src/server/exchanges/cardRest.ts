import type { Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import type { ExchangeRequest, ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { CardRow, RowFacts } from './cardRow.ts';
import { type Judged, judgeCard, judgeRow } from './cards.ts';
import type { CardSwap } from './offerCards.ts';
import { findSwapRests, judgeBearable } from './swapRest.ts';

// Requests where the worksite blocks swaps that leave too little rest: what a confirmation would refuse for that is not
// offered.

export interface Listed<Facts extends RowFacts> {
  row: Facts;
  tab: ExchangeTab | null;
}

/** The cards of requests as one viewer may see them. */
export const readCards = (
  database: Queryable,
  signedIn: SignedIn,
  listed: readonly Listed<CardRow>[],
  now: Instant,
): Promise<ExchangeRequest[]> =>
  withRest(
    database,
    signedIn,
    listed.map(({ row, tab }) => judgeCard(row, signedIn, tab, now)),
  );

/** The rows of a list. */
export const readRows = (
  database: Queryable,
  signedIn: SignedIn,
  listed: readonly Listed<RowFacts>[],
  now: Instant,
): Promise<ExchangeRow[]> =>
  withRest(
    database,
    signedIn,
    listed.map(({ row, tab }) => judgeRow(row, signedIn, tab, now)),
  );

/** Where the worksite blocks, with the rest of all of them in one statement. */
async function withRest<Request extends ExchangeRow>(
  database: Queryable,
  { restRules: rules }: SignedIn,
  judged: readonly Judged<Request>[],
): Promise<Request[]> {
  const asked = judged.flatMap(({ swaps }) => swaps);
  if (rules.mode !== 'blocco' || asked.length === 0) return judged.map(({ request }) => request);
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
  return judged.map(({ request, swaps }) =>
    swaps.reduce((barred, swap) => barredBy(barred, swap, reasons.get(swap) ?? null), request),
  );
}

function barredBy<Request extends ExchangeRow>(
  request: Request,
  { offererId, accepterGives }: CardSwap,
  reason: string | null,
): Request {
  if (reason === null) return request;
  const refused = { isAllowed: false, reason };
  if (offererId !== null) {
    const preAcceptedBy = request.preAcceptedBy.map((offer) =>
      offer.userId === offererId ? { ...offer, confirm: refused } : offer,
    );
    return { ...request, preAcceptedBy };
  }
  const isOther = ({ date }: { date: string }): boolean => accepterGives.every((duty) => duty.date !== date);
  const choices = 'choices' in request && {
    choices: (request as unknown as ExchangeRequest).choices.filter(isOther),
  };
  // of a day for a day another own shift may do
  const ownDuties = request.kind === 'giorno' ? request.ownDuties.filter(isOther) : [];
  if (ownDuties.length > 0) return { ...request, ...choices, ownDuties };
  return { ...request, ...choices, preAccept: refused, isMirrored: false };
}
