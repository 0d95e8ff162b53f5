import type { Day } from '../../src/domain/calendar/day.ts';
import { ApiRefusal, type Traffic } from '../http.ts';
import type { Ceo, Identity, Person } from './people.ts';
import type { Roster } from './roster.ts';
import type { WantedSwap } from './wishes.ts';

export interface ReplayOptions {
  /** Origin of the server. */
  url: string;
  identity: Identity;
  ceo: Ceo;
  monday: Day;
  isMondayGiven: boolean;
  /** People who act at the same time. */
  concurrency: number;
}

export interface ReplayResult {
  monday: Day;
  people: number;
  shifts: number;
  wishes: number;
  /** Published for these wishes, now or by an earlier run. */
  requests: number;
  /** Of those requests, by what became of them: a status, or the reason for which it was closed. */
  outcomes: Record<string, number>;
  /** Wishes that the file violates, and of those how many a swap has met, by its kind. */
  violated: number;
  met: Record<WantedSwap['kind'], number>;
  swaps: number;
  swapsOfThisRun: number;
  preAcceptancesOfThisRun: number;
  /** Calls the server refused in this run, by code; and requests that colleagues saw but could not take, by reason. */
  refusals: Record<string, number>;
  traffic: Traffic;
  seconds: number;
  /** What is not where the file put it, or a swap that is missing from a calendar. */
  problems: string[];
}

/** A replay in progress. */
export interface Run {
  options: ReplayOptions;
  monday: Day;
  lastDay: Day;
  people: Person[];
  roster: Roster;
  wanted: WantedSwap[];
  result: ReplayResult;
}

/** Whether the server did it; a refusal is counted. */
export async function attempt(result: ReplayResult, call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status >= 500) throw error;
    count(result.refusals, error.code);
    return false;
  }
}

export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
