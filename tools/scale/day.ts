import type { CallKind } from './people.ts';

/** Where a figure comes from. */
export type Source = 'rosters' | 'assumed';

/** Something people come for, and every call that their page makes for it. */
export interface Occasion {
  name: OccasionName;
  /** How often it happens to an average person on an average day of the year. */
  perDay: number;
  source: Source;
  calls: Partial<Record<CallKind, number>>;
}

export type OccasionName = 'open' | 'list' | 'turn' | 'bell' | 'record' | 'swap' | 'signIn';

/**
 * What the two rosters of tests/data come to when they are replayed: 12 people for 8 weeks and 21 people for 4 weeks.
 * Everybody who may take a request pre-accepts it, which is more than people do.
 */
export const rosters = {
  personDays: 12 * 56 + 21 * 28,
  shifts: 413 + 336,
  requests: 14 + 7,
  preAcceptances: 72,
  swaps: 14 + 5,
} as const;

/** How many people pre-accept a published request, and how often it becomes a swap. */
const offersPerRequest = rosters.preAcceptances / rosters.requests;
const swapsPerRequest = rosters.swaps / rosters.requests;

/** Assumed: how often a person comes to the page, or back to it. */
const opensPerDay = 2;

/** A person's day. What is assumed stands in docs/scale.md, too, with what changes when it is wrong. */
export const occasions: readonly Occasion[] = [
  {
    // the first screen: the shown month and the two beside it are read
    name: 'open',
    perDay: opensPerDay,
    source: 'assumed',
    calls: { session: 1, stream: 1, month: 3, upcoming: 1, completed: 1, offers: 1, notifications: 1 },
  },
  { name: 'list', perDay: 1, source: 'assumed', calls: { available: 1 } },
  { name: 'turn', perDay: 0.5, source: 'assumed', calls: { month: 2 } },
  { name: 'bell', perDay: 0.3, source: 'assumed', calls: { markRead: 1, notifications: 1 } },
  {
    name: 'record',
    perDay: rosters.shifts / rosters.personDays,
    source: 'rosters',
    calls: { record: 1, month: 1, upcoming: 1, offers: 1 },
  },
  {
    // each step is followed by what its doer's page reads again
    name: 'swap',
    perDay: rosters.requests / rosters.personDays,
    source: 'rosters',
    calls: {
      publish: 1,
      preAccept: offersPerRequest,
      confirm: swapsPerRequest,
      available: 1 + offersPerRequest + swapsPerRequest,
      month: 1 + swapsPerRequest,
    },
  },
  { name: 'signIn', perDay: 1 / 20, source: 'assumed', calls: { signIn: 1 } },
];

/** Assumed: the part of a day's traffic that falls into its busiest hour; a twenty-fourth would be an even day. */
export const busiestHourShare = 0.2;
/** Assumed: the part of a core's time that may be used in the busiest hour, so that nobody waits long. */
export const ceiling = 0.6;
/** Assumed: how long the page stays in sight each time, with its event stream open. */
const stayMinutes = 3;

/** How long a person's streams are open on an average day, in seconds. */
export const staySeconds = opensPerDay * stayMinutes * 60;

/** The part of all people whose stream is open in the busiest hour. */
export function connectedShare(): number {
  return (opensPerDay * busiestHourShare * stayMinutes) / 60;
}
