import { addDays, type Day, daysOf, type Week } from '../../src/domain/calendar/day.ts';
import { textsOf } from '../../src/domain/exchanges/requestTexts.ts';
import type { ExchangeRequest } from '../../src/domain/exchanges/schema.ts';
import type { ShiftType, WorkLocation } from '../../src/domain/shifts/duty.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import { dutyWith } from './duties.ts';

/** The viewer's id. */
export const me = '00000000-0000-4000-8000-000000000001';
const marco = '00000000-0000-4000-8000-000000000002';

export const early = dutyWith({ date: '2026-11-24' });
export const late = { ...early, startTime: '14:00', endTime: '22:00' };

/** An offer by a colleague of this name. */
export const offerOf = (name: string) => ({
  userId: marco,
  name,
  contractHours: 8,
  role: 'operatore' as const,
  offeredShift: late,
  offeredDuties: [late],
  preview: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  version: '0123456789abcdef',
  confirm: { isAllowed: true, reason: null },
});

/** An open request by Marco that the viewer may pre-accept, with changes. */
export function request(changes: Partial<ExchangeRequest>): ExchangeRequest {
  return {
    id: '00000000-0000-4000-8000-000000000009',
    version: 'fedcba9876543210',
    kind: 'turno',
    requesterId: marco,
    requesterName: 'Marco Bianchi',
    requesterContractHours: 8,
    requesterRole: 'operatore',
    requesterWorksite: 'Tiburtina',
    offeredShiftId: '00000000-0000-4000-8000-000000000008',
    offeredShift: late,
    offeredDuties: [late],
    weeks: null,
    requestedShiftType: 'mattina',
    requestedDate: '2026-11-24',
    acceptFlexibleDates: false,
    acceptableDays: [],
    withinDays: null,
    choices: [],
    ...textsOf({}),
    status: 'aperta',
    closeReason: null,
    createdAt: '2026-11-19T08:00:00.000Z',
    closedAt: null,
    responderId: null,
    responderName: null,
    userHasPreAccepted: false,
    userHasRejected: false,
    isLapsed: false,
    isAwaitingApproval: false,
    awaitedAccepterId: null,
    approvalUntil: null,
    preAcceptanceCount: 0,
    nobodyLeft: false,
    preAcceptedBy: [],
    tab: 'disponibili',
    matchScore: 100,
    ownDuties: [early],
    preview: null,
    preAccept: { isAllowed: true, reason: null },
    isMirrored: false,
    mirrorId: null,
    ...changes,
  };
}

/** Changes that make the request the viewer's own. */
export const own = {
  requesterId: me,
  requesterName: 'Giulia Ferrari',
  offeredShift: early,
  offeredDuties: [early],
  tab: 'mie' as const,
};

const untimed = (date: Day, workLocation: WorkLocation, shiftType: ShiftType | null = null): Entry =>
  dutyWith({ date, workLocation, startTime: null, endTime: null, shiftType });

export const restDay = (date: Day): Entry => untimed(date, 'libero');

const workWeek = ({ from }: Week, shiftType: ShiftType): Entry[] =>
  daysOf({ from, to: addDays(from, 4) }).map((date) => untimed(date, 'sede', shiftType));

const november: Week = { from: '2026-11-21', to: '2026-11-27' };
const december: Week = { from: '2026-12-05', to: '2026-12-11' };

/** Marco's week of nights for mornings, which the viewer has. */
export function weekly(changes: Partial<ExchangeRequest>): ExchangeRequest {
  const [nights, mornings] = [workWeek(november, 'notte'), workWeek(november, 'mattina')];
  return request({
    kind: 'settimana',
    weeks: { offered: november, wanted: november },
    offeredShift: nights[0] as Entry,
    offeredDuties: nights,
    ownDuties: mornings,
    ...changes,
  });
}

/** Marco's holidays in November, for the viewer's in December. */
export function holidays(changes: Partial<ExchangeRequest>): ExchangeRequest {
  const [offered, ownDuty] = [untimed(november.from, 'ferie'), untimed(december.from, 'ferie')];
  return request({
    kind: 'ferie',
    weeks: { offered: november, wanted: december },
    requestedDate: december.from,
    requestedShiftType: null,
    offeredShift: offered,
    offeredDuties: [offered],
    ownDuties: [ownDuty],
    ...changes,
  });
}
