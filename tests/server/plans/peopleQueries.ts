import { defaultPushPreferences } from '../../../src/domain/notifications/push/schema.ts';
import { spanOfMonth, yearOf } from '../../../src/domain/operations/rules.ts';
import type { OperationType } from '../../../src/domain/operations/schema.ts';
import { listActors, listAudit } from '../../../src/server/admin/queries.audit.ts';
import { listShiftsAfter } from '../../../src/server/admin/queries.export.ts';
import * as overview from '../../../src/server/admin/queries.overview.ts';
import { listRecentShifts } from '../../../src/server/admin/queries.panel.ts';
import { countFailedSignIns } from '../../../src/server/auth/commands.attempts.ts';
import { deleteDevicesOf, noteDevice } from '../../../src/server/auth/queries.devices.ts';
import { deleteOtherSessions, listOwnSessions } from '../../../src/server/auth/queries.sessions.ts';
import { findCredentials, insertLinkOfEmail, spendLinks } from '../../../src/server/auth/queries.ts';
import * as outbox from '../../../src/server/mail/queries.outbox.ts';
import { giveUpUseless } from '../../../src/server/mail/queries.password.ts';
import * as mails from '../../../src/server/mail/queries.ts';
import * as pushes from '../../../src/server/notifications/push/queries.outbox.ts';
import { removeDevice, removeLapsedDevices } from '../../../src/server/notifications/push/queries.removal.ts';
import * as devices from '../../../src/server/notifications/push/queries.ts';
import * as newsMails from '../../../src/server/notifications/queries.mail.ts';
import * as news from '../../../src/server/notifications/queries.ts';
import * as operations from '../../../src/server/operations/queries.ts';
import * as operationWrites from '../../../src/server/operations/queries.write.ts';
import { readOutboxState } from '../../../src/server/platform/metrics/state.ts';
import * as outboxes from '../../../src/server/platform/outbox/queries.ts';
import { deleteExpiredSessions, findSession } from '../../../src/server/platform/session/queries.ts';
import * as upkeep from '../../../src/server/upkeep/queries.ts';
import * as anonymising from '../../../src/server/users/queries.anonymise.ts';
import { listCeoAccounts, listPeople } from '../../../src/server/users/queries.ceo.ts';
import * as ownData from '../../../src/server/users/queries.ownData.ts';
import { firstDay, now } from './grownDatabase.ts';
import type { Queries } from './swapQueries.ts';

const tokenHash = new Uint8Array(32);
const device = crypto.randomUUID();
const keys = { endpoint: 'https://push.example/x', p256dh: '', auth: '', label: null };
const year = yearOf(now);
const spans = [null, spanOfMonth(year.month)];
// excludes all recent weeks
const period = { now, firstDay: '2030-01-07', since: '2030-01-07T00:00:00.000Z', longOpenSince: now };

/** Filters for each of these types, with and without status and month. */
const filtersOf = (scope: operations.CodeFilter['scope'], types: readonly (OperationType | null)[]) =>
  types.flatMap((type) =>
    ([null, 'pending'] as const).flatMap((status) => spans.map((span) => ({ scope, type, status, span }))),
  );

/** Queries of accounts, messages, codes and the CEO's screens. */
export const peopleQueries: Queries = {
  'a session': (q, { id, requestId }) => [
    findSession(q, { own: tokenHash, acting: null }, now),
    listOwnSessions(q, id, now),
    deleteOtherSessions(q, id, requestId),
    removeLapsedDevices(q, now),
    deleteExpiredSessions(q, now),
  ],
  'sign-in and lost password': (q, { person, id }) => [
    findCredentials(q, person.email),
    noteDevice(q, { tokenHash, userId: id, now }),
    deleteDevicesOf(q, id),
    insertLinkOfEmail(q, person.email, { tokenHash, now, expiresAt: now }),
    spendLinks(q, id, now),
    giveUpUseless(q, now),
  ],
  'devices and preferences': (q, { id }) => [
    devices.listDevices(q, id, device),
    devices.findPreferences(q, id).catch(() => null),
    devices.findDevice(q, id, device, now),
    devices.deleteDevice(q, id, device),
    devices.saveDevice(q, { ...keys, userId: id, sessionId: device, now }),
    devices.savePreferences(q, id, defaultPushPreferences, now),
  ],
  'due pushes': (q) => [
    pushes.queuePushes(q),
    pushes.lockDueDevice(q, ['https://busy.example'], now),
    pushes.listDuePushes(q, device, now, 200),
    pushes.listShownPushes(q, device),
    pushes.pauseDevice(q, device, now),
    removeDevice(q, device, now),
    pushes.deleteOldPushes(q, '2026-11-01T09:00:00.000Z'),
    outboxes.giveUpClaims(q, pushes.pushOutbox, '2026-11-15T09:00:00.000Z'),
    outboxes.findNextInstants(q, pushes.pushOutbox),
  ],
  notifications: (q, { id, person, requestId }) => [
    news.listWaiting(q, { ...person, mayApproveSwaps: false }, [], now),
    news.listNotifications(q, id, { key: now, id: requestId }, 31, [requestId]),
    news.listNotifications(q, id, null, null),
    news.listTexts(q, [id, requestId]),
    news.countUnreadNews(q, id),
    news.markAllRead(q, id),
  ],
  'due mails': (q, { id }) => [
    mails.lockDueMail(q, now),
    outboxes.findNextInstants(q, mails.mailOutbox),
    outboxes.giveUpClaims(q, mails.mailOutbox, now),
    newsMails.findNextNews(q),
    newsMails.lockNextReader(q, now),
    newsMails.gatherNews(q, id, now),
  ],
  'the outbox': (q, { id, requestId }) => [
    outbox.listMails(q, 'sent', null, 31),
    outbox.listMails(q, 'sent', { at: now, id: requestId }, 31),
    outbox.countMails(q),
    outbox.requeueMails(q, ['failed'], null, now),
    outbox.listWaitingMails(q, id, 20),
    readOutboxState(q),
  ],
  'a copy of one’s own data': (q, { id }) => [
    ownData.getOwnAccount(q, id),
    ownData.listOwnRequests(q, id),
    ownData.listOwnRosterDays(q, id),
    ownData.listOwnRosterNames(q, id),
    ownData.listOwnOffers(q, id),
    ownData.listOwnRejections(q, id),
    ownData.listOwnCodes(q, id),
    ownData.listOwnMails(q, id),
  ],
  'deleting an account': (q, { id }) => [
    anonymising.deleteOwnRows(q, id),
    anonymising.stripSharedRows(q, id),
    anonymising.giveUpMails(q, id),
    anonymising.listIdlePeople(q, '2024-11-16'),
  ],
  retention: (q, { worksiteId }) => [
    upkeep.listWorksitesWithDaysBefore(q, '2024-11-16'),
    upkeep.deleteDaysBefore(q, worksiteId, '2024-11-16', 1000),
    upkeep.hasActsBefore(q, '2021-11-16T00:00:00.000Z'),
    upkeep.deleteActsBefore(q, '2021-11-16T00:00:00.000Z', 1000),
  ],
  'people by name': (q, { id, worksiteId }) => [
    listPeople(q, { search: 'numero777 turnario' }, null, 51),
    listPeople(q, {}, null, 51),
    listPeople(q, {}, { lastName: 'Numero5', firstName: 'Persona', id }, 51),
    listPeople(q, { worksiteId }, null, 51),
    listPeople(q, { joinedSince: '2030-01-07' }, null, 51),
    listCeoAccounts(q, ['ceo@turnario.example']),
  ],
  'the audit log': (q, { id }) => [
    listAudit(q, {}, null, 51),
    listAudit(q, { from: '2026-01-05', to: '2026-01-05' }, { at: now, id: 9 }, 51),
    listAudit(q, { personId: id }, null, 51),
    listAudit(q, { actorId: id }, null, 51),
    listAudit(q, { action: 'atto7' }, null, 51),
    listActors(q),
  ],
  'the CEO’s overview': (q, { worksiteId, shiftId }) => [
    listRecentShifts(q, 20),
    listShiftsAfter(q, worksiteId, { date: '2026-11-23', id: shiftId }, 20),
    overview.countSwapsByWeek(q, period),
    overview.countRequestsAndMails(q, { ...period, now: '2030-01-08T00:00:00.000Z' }),
    overview.countAttention(q, { joinedSince: period.since, now, canSendMail: true }),
    countFailedSignIns(q, firstDay),
  ],
  'operation codes of all worksites': (q, { requestId }) =>
    filtersOf('all', ['Case']).flatMap((filter) =>
      [null, { submittedAt: now, id: requestId }].map((after) =>
        operations.listOperations(q, filter, after, 51),
      ),
    ),
  'operation codes': (q, { id, worksiteId, requestId }) => [
    ...[{ userId: id }, { worksiteId }]
      .flatMap((scope) => filtersOf(scope, [null, 'OPP']))
      .flatMap((filter) => [
        operations.listOperations(q, filter, null, 51),
        operations.listOperations(q, filter, { submittedAt: now, id: requestId }, 51),
        operations.countOperations(q, filter),
      ]),
    operations.tallyOperations(q, id, year, spanOfMonth(year.month)),
    operations.listCodeWatchers(q, worksiteId, ['ceo@turnario.example']),
  ],
  'operation codes under review': (q, { id, requestId }) => [
    operationWrites.lockOperations(q, [requestId]),
    operations.listOperationsById(q, [requestId]),
    operationWrites.hasOperation(q, { userId: id, type: 'OPP', code: 'OP1' }),
  ],
};
