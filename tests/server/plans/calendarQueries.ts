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
import { deletePattern, listPatterns } from '../../../src/server/shifts/queries.patterns.ts';
import * as shifts from '../../../src/server/shifts/queries.ts';
import { endWallInvitation } from '../../../src/server/worksites/queries.ceo.ts';
import { firstDay, type Grown, now } from './grownDatabase.ts';
import type { Queries } from './swapQueries.ts';

/** The same of calendars and rosters. */
export function calendarQueries({ person, viewer, shiftId, requestId }: Grown): Queries {
  const { worksiteId } = person;
  const both = [person.id, viewer.id];
  const span = { from: firstDay, to: addDays(firstDay, 30) };
  const tokenHash = new Uint8Array(createHash('sha256').update(`feed ${person.email}`).digest());
  const [from, cancelledSince] = ['2026-10-16', '2026-10-17T09:00:00.000Z'];
  const batch = { shiftIds: [shiftId], replaced: [], createdAt: now };
  const place = { worksiteId, rosterId: requestId, now };
  const proposal = { rosterId: requestId, day: firstDay, shiftId: null, replaced: null };
  const named = { name: 'persona 1', userId: person.id, withoutAccount: false, others: [] };
  return {
    'a calendar': (q) => [
      shifts.listShifts(q, person.id, firstDay, addDays(firstDay, 41)),
      shifts.listWorkingShifts(q, person.id, '2026-11-16'),
      shifts.readTeamDay(q, person, addDays(firstDay, 3), 300),
    ],
    'one entry': (q) => [
      shifts.listWeek(q, person.id, { from: firstDay, to: addDays(firstDay, 6) }, shiftId),
      shifts.lockShift(q, person.id, shiftId),
      shifts.findShiftOfDay(q, person.id, firstDay),
      shifts.deleteShift(q, shiftId),
      shifts.deleteShifts(q, [shiftId]),
    ],
    'entries recorded at once, and own rotations': (q) => [
      findBatch(q, person.id, requestId),
      listUnchangedOf(q, person.id, batch, firstDay),
      deleteOldBatches(q, '2026-11-16T08:50:00.000Z'),
      listPatterns(q, person.id),
      deletePattern(q, person.id, requestId),
    ],
    'a calendar feed': (q) => [
      feed.findFeedOf(q, person.id),
      feed.findFeedMark(q, tokenHash, from, cancelledSince),
      feed.lockFeed(q, tokenHash),
      feed.forgetShownEvents(q, person.id, from, cancelledSince),
      feed.readFeedContent(q, person.id, from),
      feed.listShownEvents(q, person.id),
      feed.deleteFeed(q, person.id),
    ],
    'rosters of a worksite': (q) => [
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
    'what a roster proposes': (q) => [
      rows.listWaitingRows(q, person.id, firstDay),
      people.listAskedPeople(q, both),
      writes.endRosterNotifications(q, { userIds: [person.id], toldAnew: [] }, 'answered', firstDay, now),
      writes.answerRows(q, person.id, 'declined', [proposal], now),
    ],
    'the undoing and the end of rosters': (q) => [
      writes.findRoster(q, requestId),
      rows.listUndoable(q, requestId, firstDay),
      writes.passOnReplaced(q, requestId, firstDay),
      writes.giveBack(q, [{ userId: person.id, day: firstDay, id: requestId, updatedAt: now }], now),
      writes.markUndone(q, requestId, now),
      writes.deleteRostersBefore(q, addDays(firstDay, -120)),
      writes.endPastNotifications(q, firstDay, now),
      writes.forgetReplaced(q, now),
    ],
    'people without an account': (q) => [
      unclaimed.listUnclaimed(q, worksiteId, firstDay),
      unclaimed.findUnclaimed(q, worksiteId, requestId),
      unclaimed.findUnclaimedWorksite(q, requestId),
      unclaimed.listUnclaimedShifts(q, requestId, firstDay),
      unclaimed.listShiftsOfNames(q, worksiteId, ['persona 1', 'persona 2']),
      unclaimed.forgetEmptyPeople(q, worksiteId),
      unclaimed.findWaiting(q, requestId, firstDay),
      unclaimed.deleteUnclaimed(q, requestId),
      unclaimed.deleteUnclaimedOf(q, requestId),
      replaced.replaceUnclaimedDays(q, place, [{ key: 'persona 1', day: firstDay }]),
      replaced.passOnUnclaimed(q, requestId),
      replaced.takeReplaced(q, place, firstDay),
      replaced.forgetReplacedUnclaimed(q, '2024-11-16T00:00:00.000Z'),
    ],
    'invitations, and whom names of files mean': (q) => [
      invitations.listInvitations(q, worksiteId, now),
      invitations.findInvitation(q, new Uint8Array(32), now),
      invitations.deleteInvitation(q, worksiteId, requestId),
      endWallInvitation(q, worksiteId),
      names.listNames(q, worksiteId),
      names.rememberNames(q, worksiteId, [named], now),
      names.deleteNamesBefore(q, addHours(now, -24)),
      names.deleteNamesOfNobody(q),
    ],
  };
}
