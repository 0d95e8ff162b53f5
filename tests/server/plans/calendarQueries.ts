import { createHash } from 'node:crypto';
import { addDays, addHours } from '../../../src/domain/calendar/day.ts';
import * as endings from '../../../src/server/exchanges/queries.ending.ts';
import * as calendars from '../../../src/server/rosters/queries.calendars.ts';
import * as invitations from '../../../src/server/rosters/queries.invitations.ts';
import * as names from '../../../src/server/rosters/queries.names.ts';
import * as people from '../../../src/server/rosters/queries.people.ts';
import * as rows from '../../../src/server/rosters/queries.rows.ts';
import * as rosters from '../../../src/server/rosters/queries.ts';
import * as unclaimed from '../../../src/server/rosters/queries.unclaimed.ts';
import * as replaced from '../../../src/server/rosters/queries.unclaimedReplaced.ts';
import * as writes from '../../../src/server/rosters/queries.write.ts';
import { deleteOldBatches, findBatch, listUnchangedOf } from '../../../src/server/shifts/queries.batches.ts';
import * as feed from '../../../src/server/shifts/queries.feed.ts';
import { listPatterns } from '../../../src/server/shifts/queries.patterns.ts';
import * as shifts from '../../../src/server/shifts/queries.ts';
import { endWallInvitation } from '../../../src/server/worksites/queries.ceo.ts';
import { firstDay, now } from './grownDatabase.ts';
import type { Queries } from './swapQueries.ts';

const span = { from: firstDay, to: addDays(firstDay, 30) };
const tokenHash = new Uint8Array(createHash('sha256').update('feed persona777@turnario.example').digest());
const [from, cancelledSince] = ['2026-10-16', '2026-10-17T09:00:00.000Z'];

/** Queries of calendars and rosters. */
export const calendarQueries: Queries = {
  'a calendar': (q, { person, id }) => [
    shifts.listShifts(q, id, firstDay, addDays(firstDay, 41)),
    shifts.listWorkingShifts(q, id, '2026-11-16'),
    shifts.readTeamDay(q, person, addDays(firstDay, 3), 300),
  ],
  'one entry': (q, { id, shiftId }) => [
    shifts.listWeek(q, id, { from: firstDay, to: addDays(firstDay, 6) }, shiftId),
    shifts.lockShift(q, id, shiftId),
    shifts.findShiftOfDay(q, id, firstDay),
  ],
  'batches and rotations': (q, { id, requestId, shiftId }) => [
    findBatch(q, id, requestId),
    listUnchangedOf(q, id, { shiftIds: [shiftId], replaced: [], createdAt: now }, firstDay),
    deleteOldBatches(q, '2026-11-16T08:50:00.000Z'),
    listPatterns(q, id),
  ],
  'a calendar feed': (q, { id }) => [
    feed.findFeedOf(q, id),
    feed.findFeedMark(q, tokenHash, from, cancelledSince),
    feed.lockFeed(q, tokenHash),
    feed.forgetShownEvents(q, id, from, cancelledSince),
    feed.readFeedContent(q, id, from),
    feed.listShownEvents(q, id),
    feed.deleteFeed(q, id),
  ],
  'rosters of a worksite': (q, { worksiteId, both, requestId }) => [
    people.listRosterPeople(q, worksiteId),
    calendars.listUsualDuties(q, worksiteId, addDays(firstDay, -62)),
    rosters.listRosters(q, worksiteId, 30),
    rosters.findRosterHead(q, requestId),
    calendars.listWorkingShifts(q, worksiteId, { from: firstDay, to: addDays(firstDay, 61) }),
    calendars.listMetEntries(q, both, span),
    calendars.listHeldDays(q, both),
    rows.listLatestRows(q, both, span),
    endings.listWatchedDays(q, worksiteId),
  ],
  'roster proposals': (q, { id, both, requestId }) => [
    rows.listWaitingRows(q, id, firstDay),
    people.listAskedPeople(q, both, firstDay),
    writes.answerRows(
      q,
      id,
      'declined',
      [{ rosterId: requestId, day: firstDay, shiftId: null, replaced: null }],
      now,
    ),
  ],
  'undoing and deleting rosters': (q, { id, requestId }) => [
    rows.listUndoable(q, requestId, firstDay),
    writes.passOnReplaced(q, requestId, firstDay),
    writes.giveBack(q, [{ userId: id, day: firstDay, id: requestId, updatedAt: now }], now),
    writes.markUndone(q, requestId, now),
    writes.deleteRostersBefore(q, addDays(firstDay, -120)),
    writes.forgetReplaced(q, now),
  ],
  'people without an account': (q, { worksiteId, requestId }) => [
    unclaimed.listUnclaimed(q, worksiteId, firstDay),
    unclaimed.findUnclaimed(q, worksiteId, requestId),
    unclaimed.listUnclaimedShifts(q, requestId, firstDay),
    unclaimed.listShiftsOfNames(q, worksiteId, ['persona 1', 'persona 2']),
    unclaimed.forgetEmptyPeople(q, worksiteId),
    unclaimed.findWaiting(q, requestId, firstDay),
    unclaimed.deleteUnclaimedOf(q, requestId),
    replaced.replaceUnclaimedDays(q, { worksiteId, rosterId: requestId, now }, [
      { key: 'persona 1', day: firstDay },
    ]),
    replaced.passOnUnclaimed(q, requestId),
    replaced.takeReplaced(q, { worksiteId, rosterId: requestId }, firstDay),
    replaced.forgetReplacedUnclaimed(q, '2024-11-16T00:00:00.000Z'),
  ],
  'invitations and names in files': (q, { worksiteId, requestId, id }) => [
    invitations.listInvitations(q, worksiteId, now),
    invitations.findInvitation(q, new Uint8Array(32), now),
    invitations.deleteInvitation(q, worksiteId, requestId),
    endWallInvitation(q, worksiteId),
    names.listNames(q, worksiteId),
    names.rememberNames(
      q,
      worksiteId,
      [{ name: 'persona 1', userId: id, withoutAccount: false, others: [] }],
      now,
    ),
    names.deleteNamesBefore(q, addHours(now, -24)),
    names.deleteNamesOfNobody(q),
  ],
};
