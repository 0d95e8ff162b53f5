import type { ChangedList } from '../../src/domain/events/stream.ts';
import { type CallKind, callKinds, type ReadKind } from './calls.ts';
import type { Occasion } from './day.ts';

/** What one call costs, however it is measured: CPU in milliseconds, bytes over the wire. */
export interface CallCost {
  serverMs: number;
  databaseMs: number;
  bytes: number;
}

/** Whom a command tells: people by the list that changed for them, and events on the channel to every process. */
export interface EventCounts {
  people: Partial<Record<ChangedList, number>>;
  events: number;
}

export interface Costs {
  calls: Record<CallKind, CallCost>;
  told: Partial<Record<CallKind, EventCounts>>;
  /** Of an event that reaches a process where nobody is concerned. */
  eventServerMs: number;
}

/** What the page on a screen reads again when a list changed. */
export const refetchedReads: Partial<Record<ChangedList, readonly ReadKind[]>> = {
  shifts: ['month', 'upcoming'],
  'exchange-requests': ['offers'],
  completed: ['completed'],
  notifications: ['notifications'],
};

export interface Circumstances {
  /** Server processes that listen to the events. */
  processes: number;
  /** The part of all people whose stream is open. */
  connectedShare: number;
}

/** What people come to, a day or a second, whatever the rates are given in. */
export interface Demand {
  calls: Record<CallKind, number>;
  /** Of those, what pages read again because somebody else did something. */
  readAgain: number;
  events: number;
  serverMs: number;
  databaseMs: number;
  bytes: number;
}

/**
 * What occasions cost: their calls, what other people's pages read again because of them, and the events that reach
 * every process. Open streams are not in it.
 *
 * @param rateOf how often each occasion happens; the answer is for the same time
 */
export function demandOf(
  occasions: readonly Occasion[],
  rateOf: (occasion: Occasion) => number,
  costs: Costs,
  { processes, connectedShare }: Circumstances,
): Demand {
  const calls = Object.fromEntries(callKinds.map((kind) => [kind, 0])) as Record<CallKind, number>;
  for (const occasion of occasions) {
    for (const kind of callKinds) calls[kind] += (occasion.calls[kind] ?? 0) * rateOf(occasion);
  }
  const others = followUps(calls, costs.told, connectedShare);
  let refetchRate = 0;
  for (const [kind, rate] of others.reads) {
    calls[kind] += rate;
    refetchRate += rate;
  }
  const sumOf = (pick: (cost: CallCost) => number): number =>
    callKinds.reduce((sum, kind) => sum + calls[kind] * pick(costs.calls[kind]), 0);
  return {
    calls,
    readAgain: refetchRate,
    events: others.events,
    // the measured cost of a command holds the event's arrival in the process that was measured
    serverMs: sumOf((cost) => cost.serverMs) + others.events * costs.eventServerMs * (processes - 1),
    databaseMs: sumOf((cost) => cost.databaseMs),
    bytes: sumOf((cost) => cost.bytes),
  };
}

function followUps(calls: Record<CallKind, number>, told: Costs['told'], connectedShare: number) {
  const reads = new Map<ReadKind, number>();
  let events = 0;
  for (const kind of callKinds) {
    events += calls[kind] * (told[kind]?.events ?? 0);
    for (const [list, people] of Object.entries(told[kind]?.people ?? {})) {
      for (const read of refetchedReads[list as ChangedList] ?? []) {
        reads.set(read, (reads.get(read) ?? 0) + calls[kind] * people * connectedShare);
      }
    }
  }
  return { reads, events };
}

/**
 * How many people a number of cores carries in the busiest hour.
 *
 * @param msPerPersonDay CPU a person needs on an average day, on these cores
 * @param ceiling the part of the cores' time that may be used, so that nobody waits long
 */
export function peopleCarried(
  cores: number,
  ceiling: number,
  msPerPersonDay: number,
  busiestHourShare: number,
): number {
  return (cores * ceiling * 3_600_000) / (msPerPersonDay * busiestHourShare);
}
