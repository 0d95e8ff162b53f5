import { buildWorksite } from '../../db/builders.ts';
import { listDrivingDays, listDuties, listWorkingDuties } from '../../db/invariants.ts';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import type { ExchangeKind } from '../../src/domain/exchanges/schema.ts';
import type { CreateShift } from '../../src/domain/shifts/schema.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { idOf } from '../support/caller.ts';
import { calendarOf, dayAt, daysAt, signInWorker, type Worker } from '../support/days.ts';
import type { TestServer } from '../support/server.ts';
import { laterWeek, nextWeek, openTaxiWorksite, signInDriver, weekOf } from '../support/taxi.ts';

// Swaps of each kind between two people, with calendars as letters.

export interface SwapKind {
  /** Calendars of requester and accepter, before and after the swap. */
  requester: [before: string, after: string];
  accepter: [before: string, after: string];
  /** What such a swap must not change. */
  conserves: (database: Queryable) => Promise<string[]>;
  open: () => Promise<string>;
  /** `shiftIds` are in calendar order. */
  signIn: (worksiteId: string, calendar: string) => Promise<Worker>;
  calendarOf: (person: Worker) => Promise<string>;
  /** The index of the entry that both give, and that races change. */
  place: number;
  /** Two ways to publish it, and the mirroring request of the other person. */
  wish: Wish;
  otherWish: Wish;
  mirror: Wish;
  /** An entry with which either would give something else, and the answer to recording it after the swap. */
  more?: { requester: CreateShift; accepter: CreateShift; late: string };
}

export type Wish = Omit<CreateExchange, 'offeredShiftId'> & { place?: number };

const standard = (server: TestServer) => ({
  open: async () => (await buildWorksite(server.context)).id,
  signIn: async (worksiteId: string, calendar: string) => {
    const person = await signInWorker(server, calendar, { worksiteId });
    return { ...person, shiftIds: person.shiftIds.filter(Boolean) };
  },
  calendarOf,
  place: 0,
});
const taxi = (server: TestServer) => ({
  open: () => openTaxiWorksite(server),
  signIn: async (worksiteId: string, calendar: string) => {
    const [next = '', later = ''] = calendar.split(' ');
    const person = await signInDriver(server, { [nextWeek]: next, [laterWeek]: later }, { worksiteId });
    return { ...person, shiftIds: Object.values(person.shifts) };
  },
  calendarOf: async (person: Worker) =>
    `${await weekOf(person, nextWeek)} ${await weekOf(person, laterWeek)}`,
});

const day = { kind: 'giorno', requestedDate: dayAt(0), acceptFlexibleDates: true } as const;
const week = { requestedDate: nextWeek, requestedShiftType: 'notte' } as const;
const holidays = { kind: 'ferie', requestedDate: laterWeek } as const;
const lastDay = addDays(nextWeek, 6);
const rest = { date: lastDay, workLocation: 'libero' } as const;

/** The kinds of swaps, by name. */
export const swapKinds = (server: TestServer): Record<ExchangeKind, SwapKind> => ({
  turno: {
    ...standard(server),
    requester: ['E......', 'L......'],
    accepter: ['L......', 'E......'],
    conserves: listDuties,
    wish: { requestedDate: dayAt(0), requestedShiftType: 'pomeriggio' },
    otherWish: { requestedDate: dayAt(0), requestedShiftType: 'sera' },
    mirror: { requestedDate: dayAt(0), requestedShiftType: 'mattina' },
  },
  giorno: {
    ...standard(server),
    requester: ['E......', 'r..L...'],
    accepter: ['...L...', 'E..r...'],
    conserves: listWorkingDuties,
    wish: { ...day, acceptableDays: daysAt(3) },
    otherWish: { ...day, acceptableDays: daysAt(4) },
    mirror: { ...day, requestedDate: dayAt(3), acceptableDays: daysAt(0) },
  },
  settimana: {
    ...taxi(server),
    place: 2,
    requester: ['MMMMMr. .......', 'NNNNNr. .......'],
    // with different days off
    accepter: ['rNNNNN. .......', 'rMMMMM. .......'],
    conserves: listDrivingDays,
    wish: week,
    otherWish: { ...week, place: 1 },
    mirror: { ...week, requestedShiftType: 'mattina' },
    more: {
      requester: { date: lastDay, workLocation: 'sede', startTime: '06:00', endTime: '13:00' },
      accepter: { date: lastDay, workLocation: 'sede', startTime: '03:00', endTime: '10:00' },
      late: '400 shift_taxi_week_mixed',
    },
  },
  ferie: {
    ...taxi(server),
    place: 3,
    requester: ['fffffr. MMMMMrr', 'NNNNNr. rffffrr'],
    accepter: ['NNNNNr. rffffrr', 'fffffr. MMMMMrr'],
    conserves: listDuties,
    wish: holidays,
    otherWish: { ...holidays, place: 1 },
    // through his first holiday
    mirror: { ...holidays, requestedDate: nextWeek, place: 7 },
    more: { requester: rest, accepter: rest, late: '201' },
  },
});

export const publishWish = (kind: SwapKind, person: Worker, { place = kind.place, ...wish }: Wish) =>
  person.call('POST /api/exchange-requests', {
    body: { ...wish, offeredShiftId: person.shiftIds[place] ?? '' },
  });

/** One person has published and a colleague has pre-accepted, in their own worksite. */
export async function offeredSwap(
  kind: SwapKind,
  { requester, accepter }: { requester?: string; accepter?: string } = {},
) {
  const worksiteId = await kind.open();
  const giulia = await kind.signIn(worksiteId, requester ?? kind.requester[0]);
  const marco = await kind.signIn(worksiteId, accepter ?? kind.accepter[0]);
  const requestId = await idOf(publishWish(kind, giulia, kind.wish));
  await marco.offer(requestId);
  return { worksiteId, requester: giulia, accepter: marco, requestId };
}
