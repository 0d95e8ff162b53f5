import { addDays, daysOf } from '../../../src/domain/calendar/day.ts';
import * as approvals from '../../../src/server/exchanges/queries.approvals.ts';
import { countCompletedSwaps, listCompletedSwaps } from '../../../src/server/exchanges/queries.completed.ts';
import * as endings from '../../../src/server/exchanges/queries.ending.ts';
import * as history from '../../../src/server/exchanges/queries.history.ts';
import * as people from '../../../src/server/exchanges/queries.people.ts';
import * as facts from '../../../src/server/exchanges/queries.requests.ts';
import { endRequestRows, lapseOffersOf } from '../../../src/server/exchanges/queries.write.ts';
import type { Transaction } from '../../../src/server/platform/database/database.ts';
import { listPermitted } from '../../../src/server/platform/session/queries.people.ts';
import { firstDay, type Grown, now } from './grownDatabase.ts';

/** Statements of reads and writes as their routes make them, by name of the operation. */
export type Queries = Record<string, (q: Transaction, grown: Grown) => Promise<unknown>[]>;

const day = (place: number) => addDays(firstDay, place);
const holidays = {
  offered: { from: '2026-11-21', to: '2026-11-27' },
  wanted: { from: '2026-11-28', to: '2026-12-04' },
};
const week = daysOf(holidays.offered);
const saturday = holidays.offered.from;

export const swapQueries: Queries = {
  'closed requests, with further pages': (q, { reader, requestId }) => [
    ...(['rifiutati', 'completati'] as const).flatMap((tab) =>
      [null, { key: now, id: requestId }].map((after) => history.listHistory(q, reader, tab, after, 31)),
    ),
    history.listAllHistory(q, reader, { key: `1 ${now}`, id: requestId }, 101),
    history.countHistory(q, reader),
  ],
  'the board of a worksite, and a card': (q, { person, worksiteId, requestId }) => [
    facts.listOpenRequests(q, worksiteId),
    facts.listOpenRequests(q, worksiteId, [day(3), ...week]),
    facts.listRequestFacts(q, [requestId]),
    facts.findOwnEntries(q, person, { from: firstDay, to: day(40) }, [day(60)]),
    facts.findRequestFacts(q, worksiteId, requestId),
  ],
  'completed swaps': (q, { id, requestId }) => [
    listCompletedSwaps(q, id, null, 51),
    listCompletedSwaps(q, id, { key: now, id: requestId }, 51),
    countCompletedSwaps(q, id),
  ],
  'people notified of a request': (q, { requestId }) => [facts.countNotified(q, requestId)],
  'entries of days': (q, { id, both }) => [
    people.lockEntries(q, both, week),
    people.listEntries(q, id, week),
    people.listGivenEntries(q, id, [firstDay]),
  ],
  'the rest of two people': (q, { both }) => [
    people.listRosters(
      q,
      both.map((userId) => ({ userId, from: firstDay, to: day(20) })),
    ),
  ],
  'colleagues on duty': (q, { person, worksiteId, shiftId }) => [
    people.listColleagues(q, person, 'standard', [day(3)]),
    people.listColleagues(q, person, 'taxi', week),
    people.listBystanders(q, worksiteId, [day(3)], [shiftId]),
  ],
  'requests that already offer a shift': (q, { id, shiftId }) => [
    facts.listRequestsOffering(q, id, shiftId, { kind: 'settimana', offeredWeek: saturday }),
  ],
  'closing requests and offers': (q, { id, worksiteId, requestId }) => [
    endRequestRows(q, [requestId], { status: 'completata' }, now),
    lapseOffersOf(q, [{ id: requestId, offererId: id }], now),
    endings.listWorksitesWithExpired(q, now),
    facts.listExpiredRequests(q, worksiteId, now, 100),
    endings.findNextExpiry(q, now),
  ],
  'swaps that wait for approval': (q, { person, id, worksiteId, shiftId, requestId }) => [
    ...[worksiteId, null].map((of) =>
      approvals.listWaitingSwaps(q, { viewerId: id, now, most: 20, worksiteId: of }),
    ),
    approvals.findWaitingSwap(q, requestId, now),
    listPermitted(q, 'may_approve_swaps', worksiteId, [person.email]),
    approvals.listWorksitesToRemind(q, now, now),
    approvals.noteReminded(q, worksiteId, now, now),
    approvals.findOldestUnreminded(q),
    approvals.reserveOffer(q, requestId, id, { since: now, until: now, shiftIds: [shiftId] }),
  ],
};
