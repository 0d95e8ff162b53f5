import type { z } from 'zod';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { withoutRow } from '../../domain/exchanges/request.ts';
import type { ExchangePreview, previewQuerySchema } from '../../domain/exchanges/schema.preview.ts';
import { type ShiftType, shiftTypes } from '../../domain/shifts/duty.ts';
import { judgeKind } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { type AbleColleague, listAbleColleagues, type Proposal } from './colleagues.ts';
import { findOffering, type Offering } from './publication.ts';
import { listMirrors } from './publicationNotifications.ts';
import { type Colleague, findPerson, fullName } from './queries.people.ts';
import { listOffers } from './queries.ts';

type Query = z.output<typeof previewQuerySchema>;

/**
 * What publishing would meet now: whether it is possible, how many colleagues could take it, and whether one of them
 * already offers the mirror image, so that pre-accepting theirs is enough. A wanted type or week may still be missing.
 * @throws RefusalError not_found if the shift is not the person's own
 */
export async function readPreview(
  context: AppContext,
  { user, worksite }: SignedIn,
  query: Query,
): Promise<ExchangePreview> {
  const { database, clock } = context;
  const now = clock.now();
  const requester = requireFound(await findPerson(database, user.id));
  const kind = query.kind ?? (worksite.variant === 'taxi' ? 'settimana' : 'turno');
  const requestedShiftType = query.requestedShiftType ?? null;
  const { offeredShiftId: shiftId } = query;
  const offering = { requester, kind, shiftId, requestedDate: query.requestedDate ?? null, now };
  const { variant, swapPolicy } = worksite;
  const {
    shift,
    weeks,
    verdict: judged,
  } = await findOffering(database, { ...offering, requestedShiftType }, variant);
  const offered = judgeKind(kind, swapPolicy, variant);
  const verdict = offered.ok ? judged : offered;
  // the only thing wrong with holidays may be that no week is wanted yet
  const isPublishable = verdict.ok || (!query.requestedDate && verdict.code === 'exchange_same_week');
  // a single shift that cannot be published is still counted: the form says why beside it
  const gives = verdict.ok ? verdict.gives : kind === 'turno' ? [shift] : [];
  const proposal = { requester, kind, weeks, gives, days: null };
  const able = await listAbleColleagues(database, proposal, variant, now);
  return {
    colleagueCount: kind === 'ferie' ? null : able.length,
    wantedCount: requestedShiftType === null ? null : able.filter(givesType(requestedShiftType)).length,
    likelyType: kind === 'ferie' ? null : likelyType(able, gives.at(-1)?.shiftType ?? null),
    mirror: await findMirror(database, { ...proposal, requestedShiftType, now }, able),
    offeredDuties: verdict.ok ? verdict.gives.map(withoutRow) : [],
    publish: isPublishable
      ? { isAllowed: true, reason: null }
      : { isAllowed: false, reason: verdict.ok ? null : messageOf(verdict) },
  };
}

/** Whether they would give a shift of this type; of a week its named shift. */
const givesType =
  (type: ShiftType) =>
  ({ gives }: AbleColleague): boolean =>
    gives.at(-1)?.shiftType === type;

/** The type that most of these colleagues would give; where several are as frequent, the one that comes first in the day. */
function likelyType(able: readonly AbleColleague[], own: ShiftType | null): ShiftType | null {
  const counts = shiftTypes
    .filter((type) => type !== own)
    .map((type) => ({ type, count: able.filter(givesType(type)).length }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  return best && best.count > 0 ? best.type : null;
}

async function findMirror(
  database: Queryable,
  wish: Proposal & Pick<Offering, 'requestedShiftType' | 'now'>,
  able: readonly Colleague[],
): Promise<ExchangePreview['mirror']> {
  if (wish.kind !== 'ferie' && wish.requestedShiftType === null) return null;
  for (const request of await listMirrors(database, { ...wish, requestId: null })) {
    const partner = able.find((colleague) => colleague.id === request.requesterId);
    if (!partner) continue;
    const own = (await listOffers(database, request.id)).find((offer) => offer.userId === wish.requester.id);
    // what they refused once they cannot be offered again
    if (own?.status === 'rifiutata') continue;
    return { requestId: request.id, requesterName: fullName(partner) };
  }
  return null;
}
