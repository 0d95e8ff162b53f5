import { messageOf } from '../../domain/errors/messages.it.ts';
import type { ExchangeRequest, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { CardRow } from './cardRow.ts';
import { type CardSwap, judgeCard } from './cards.ts';
import { findSwapRests, judgeBearable } from './swapRest.ts';

// Cards where the worksite blocks swaps that leave too little rest: what a confirmation would refuse for that is not offered.

export interface ListedRow {
  row: CardRow;
  tab: ExchangeTab | null;
}

/** Requests as one viewer may see them; where the worksite blocks, with the rest of all of them in one statement. */
export async function readCards(
  database: Queryable,
  signedIn: SignedIn,
  listed: readonly ListedRow[],
  now: string,
): Promise<ExchangeRequest[]> {
  const { restRules: rules } = signedIn;
  const judged = listed.map(({ row, tab }) => judgeCard(row, signedIn, tab, now));
  const asked = judged.flatMap(({ swaps }) => swaps);
  if (rules.mode !== 'blocco' || asked.length === 0) return judged.map(({ card }) => card);
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
  return judged.map(({ card, swaps }) =>
    swaps.reduce((barred, swap) => barredCard(barred, swap, reasons.get(swap) ?? null), card),
  );
}

function barredCard(card: ExchangeRequest, swap: CardSwap, reason: string | null): ExchangeRequest {
  if (reason === null) return card;
  const refused = { isAllowed: false, reason };
  const { offererId, accepterGives } = swap;
  if (offererId !== null) {
    const preAcceptedBy = card.preAcceptedBy.map((offer) =>
      offer.userId === offererId ? { ...offer, confirm: refused } : offer,
    );
    return { ...card, preAcceptedBy };
  }
  const isBarred = ({ date }: { date: string }): boolean => accepterGives.some((duty) => duty.date === date);
  const choices = card.choices.filter((duty) => !isBarred(duty));
  // of a day for a day another own shift may do
  const ownDuties = card.ownDuties.filter((duty) => !isBarred(duty));
  if (choices.length > 0) return { ...card, choices, ownDuties, ownShift: ownDuties[0] ?? null };
  return { ...card, choices, preAccept: refused, isMirrored: false };
}
