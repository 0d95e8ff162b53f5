import { addDays, daysOf } from '../../../src/domain/calendar/day.ts';
import { exchangeTabs, mostWaiting } from '../../../src/domain/exchanges/schema.ts';
import * as approvals from '../../../src/server/exchanges/queries.approvals.ts';
import { findCard } from '../../../src/server/exchanges/queries.cards.ts';
import { countCompletedSwaps, listCompletedSwaps } from '../../../src/server/exchanges/queries.completed.ts';
import * as days from '../../../src/server/exchanges/queries.days.ts';
import * as duties from '../../../src/server/exchanges/queries.duties.ts';
import * as endings from '../../../src/server/exchanges/queries.ending.ts';
import * as pages from '../../../src/server/exchanges/queries.page.ts';
import * as people from '../../../src/server/exchanges/queries.people.ts';
import { findTab } from '../../../src/server/exchanges/queries.tabs.ts';
import * as requests from '../../../src/server/exchanges/queries.ts';
import { listWaiting } from '../../../src/server/exchanges/queries.waiting.ts';
import { endRequestRows, lapseOffersOf } from '../../../src/server/exchanges/queries.write.ts';
import type { Transaction } from '../../../src/server/platform/database/database.ts';
import { firstDay, type Grown, now } from './grownDatabase.ts';

/** What reads or writes of swaps, by what somebody waits for, each as its route makes it. */
export type Queries = Record<string, (q: Transaction) => Promise<unknown>[]>;

export function swapQueries({ person, viewer, shiftId, requestId }: Grown): Queries {
  const { worksiteId } = person;
  const day = (place: number) => addDays(firstDay, place);
  const holidays = {
    offered: { from: '2026-11-21', to: '2026-11-27' },
    wanted: { from: '2026-11-28', to: '2026-12-04' },
  };
  const week = daysOf(holidays.offered);
  const saturday = holidays.offered.from;
  const both = [person.id, viewer.id];
  const filled = [{ userId: person.id, day: day(22) }];
  const morning = { date: day(22), shiftType: 'mattina' } as const;
  return {
    'the tabs and their next pages': (q) =>
      exchangeTabs.flatMap((tab) => {
        const key = tab === 'rifiutati' || tab === 'completati' ? now : firstDay;
        const after = { key, id: requestId };
        return [null, after].map((cursor) => pages.listTab(q, viewer, tab, cursor, 31));
      }),
    'the counts of the tabs': (q) => [pages.countTabs(q, viewer)],
    'a card': (q) => [findCard(q, requestId, viewer), findTab(q, requestId, viewer)],
    'what waits for an answer': (q) => [listWaiting(q, viewer, mostWaiting)],
    'completed swaps': (q) => [
      listCompletedSwaps(q, person.id, null, 51),
      listCompletedSwaps(q, person.id, { key: now, id: requestId }, 51),
      countCompletedSwaps(q, person.id),
    ],
    'one request, its offers and rejections': (q) => [
      requests.countNotified(q, requestId),
      requests.lockRequest(q, worksiteId, requestId),
      requests.lockRequests(q, [requestId]),
      requests.listOffers(q, requestId),
      requests.listRejecters(q, requestId),
    ],
    'entries of days': (q) => [
      duties.lockEntries(q, person.id, week),
      duties.lockEntriesOf(q, both, week),
      duties.listEntries(q, person.id, week),
      duties.listGivenEntries(q, person.id, [firstDay]),
    ],
    'the rest of two people': (q) => [
      duties.listRosters(
        q,
        both.map((userId) => ({ userId, from: firstDay, to: day(20) })),
      ),
    ],
    'colleagues on duty': (q) => [
      people.listColleagues(q, person, 'standard', [day(3)]),
      people.listColleagues(q, person, 'taxi', week),
      people.listPeopleOfDays(q, worksiteId, [day(3)]),
    ],
    'colleagues for each day': (q) => [
      duties
        .findEntry(q, person.id, shiftId)
        .then((shift) => days.countAskedByDay(q, person, shift!, { from: firstDay, to: day(28) }, now)),
    ],
    'requests that want something, and mirror images': (q) => [
      requests.listRequestsWanting(q, person, [{ ...morning, date: day(3) }], now),
      requests.listRequestsWantingWeek(q, person, [{ ...morning, date: holidays.wanted.from }], now),
      requests.listMirroredHolidays(q, person, holidays, now),
      requests.listRequestsOffering(q, person.id, shiftId, { kind: 'settimana', offeredWeek: saturday }),
      days.listRequestsNaming(q, person, [morning], now),
      days.listDayMirrors(q, requestId, now),
    ],
    'what needs a day free': (q) => [
      days.listOffersNeeding(q, filled),
      days.listOpenRequestsNaming(q, filled),
      days.isAnySwapConcerned(q, person, filled, [morning], now),
    ],
    'what a shift or a person takes part in': (q) => [
      endings.listSwapsWith(q, both, [shiftId]),
      endings.listOpenRequestsGaining(q, person.id, saturday, true),
      endings.listOffersGaining(q, person.id, saturday, true),
      endings.listOpenRequestsOf(q, person.id),
      endings.listStandingOffersOf(q, person.id),
    ],
    'the end of requests and offers': (q) => [
      endRequestRows(q, [requestId], null, now),
      endRequestRows(q, [requestId], { status: 'completata' }, now),
      lapseOffersOf(q, [{ id: requestId, offererId: person.id }], now),
      endings.listWorksitesWithExpired(q, now),
      endings.listExpiredRequests(q, worksiteId, now, 100),
      endings.findNextExpiry(q, now),
      endings.listOverdueOffers(q, worksiteId, now),
    ],
    'swaps that wait for approval': (q) => [
      ...[worksiteId, null].map((of) =>
        approvals.listWaitingSwaps(q, { viewerId: person.id, now, most: 20, worksiteId: of }),
      ),
      approvals.findWaitingSwap(q, requestId, now),
      approvals.findRequestWorksite(q, requestId),
      approvals.listApprovers(q, worksiteId, [person.email]),
      approvals.listWorksitesToRemind(q, now, now),
      approvals.noteReminded(q, worksiteId, now, now),
      approvals.findOldestUnreminded(q),
      approvals.reserveOffer(q, requestId, person.id, { since: now, until: now, shiftIds: [shiftId] }),
    ],
  };
}
