import { buildDuty } from '../../db/builders.ts';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { Viewer } from '../../src/domain/exchanges/judging.ts';
import type { ExchangeFacts, HeldEntry, Offer } from '../../src/domain/exchanges/request.ts';
import { textsOf } from '../../src/domain/exchanges/requestTexts.ts';
import type { Participant } from '../../src/domain/exchanges/rules.ts';

// Request facts as loaded from the database, for tests of the domain rules.

export const now = '2026-11-16T09:00:00.000Z';
export const day = '2026-11-24';
export const saturday = '2026-11-28';

export const morning = (date = day): HeldEntry => ({
  shiftId: `m ${date}`,
  date,
  ...buildDuty('sede', '06:00', '14:00'),
});
export const evening = (date = day): HeldEntry => ({
  shiftId: `s ${date}`,
  date,
  ...buildDuty('sede', '14:00', '22:00'),
});
export const away = (date = day): HeldEntry => ({ shiftId: `f ${date}`, date, ...buildDuty('ferie') });

export const person = (id: string, over: Partial<Participant> = {}): Participant => ({
  id,
  worksiteId: 'w',
  variant: 'standard',
  cutoffHours: 0,
  contractHours: 8,
  role: 'operatore',
  isActive: true,
  enableFlexibleShifts: false,
  ...over,
});

export const marco = (entries: HeldEntry[], over: Partial<Participant> = {}): Viewer => ({
  person: person('marco', over),
  entries,
  now,
  heldIds: new Set(),
});

/** Giulia’s request: her morning for an evening of the same day. */
export const request = (over: Partial<ExchangeFacts> = {}): ExchangeFacts => ({
  id: 'r',
  worksiteId: 'w',
  cutoffHours: 0,
  kind: 'turno',
  requestedDay: day,
  offeredWeek: null,
  wantedWeek: null,
  acceptableDays: null,
  requesterId: 'giulia',
  requesterName: 'Giulia Ferri',
  requesterFirstName: 'Giulia',
  requesterContractHours: 8,
  requesterRole: 'operatore',
  isRequesterActive: true,
  isRequesterFlexible: false,
  withinDays: null,
  offeredShiftId: `m ${day}`,
  offeredDuties: [morning()],
  requestedShiftType: evening().shiftType,
  ...textsOf({}),
  status: 'aperta',
  closeReason: null,
  nobodyLeft: false,
  nobodyLeftTold: false,
  expiresAt: '2026-11-24T05:00:00.000Z',
  createdAt: now,
  changedAt: null,
  closedAt: null,
  offers: [],
  rejecterIds: [],
  work: [],
  ...over,
});

export const offer = (over: Partial<Offer> = {}): Offer => ({
  userId: 'marco',
  name: 'Marco Bianchi',
  firstName: 'Marco',
  contractHours: 8,
  role: 'operatore',
  isActive: true,
  enableFlexibleShifts: false,
  status: 'offerta',
  duties: [evening()],
  createdAt: now,
  reservedSince: null,
  reservedUntil: null,
  reservedShiftIds: null,
  ...over,
});

/** Giulia’s `giorno`: she gives the morning of `day` and would work two days later. */
export const other = addDays(day, 2);
export const dayRequest = (over: Partial<ExchangeFacts> = {}): ExchangeFacts =>
  request({ kind: 'giorno', acceptableDays: [other], requestedShiftType: null, ...over });

/** A taxi request for a week of named shifts, or for a holiday week. */
export const weekRequest = (
  kind: 'settimana' | 'ferie',
  over: Partial<ExchangeFacts> = {},
): ExchangeFacts => {
  const wanted = kind === 'ferie' ? addDays(saturday, 7) : saturday;
  const offeredDuties = [kind === 'ferie' ? away(saturday) : morning(saturday)];
  const week = { offeredWeek: saturday, wantedWeek: wanted, requestedDay: wanted, offeredDuties };
  return request({ kind, ...week, expiresAt: `${saturday}T00:00:00.000Z`, ...over });
};
