import type { Session } from './calls.ts';

/** Somebody who uses the server, and what they may do. */
export interface Person {
  id: string;
  email: string;
  session: Session;
  site: Site;
}

/** A worksite, its people and its days. */
export interface Site {
  id: string;
  variant: 'standard' | 'taxi';
  email: string;
  people: Person[];
  /** Days on which entries are only ever swapped: their duties must be the same at the end. */
  stillDays: string[];
  /** Days on which people also record, edit and delete. */
  looseDays: string[];
  /** Taxi: two holiday weeks by their Saturday; half of the drivers are off in one, half in the other. */
  holidayWeeks: string[];
}

export interface World {
  sites: Site[];
}
