import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Dice } from './random.ts';
import type { Person } from './world.ts';

/** What a person acts on: their calendar as the server shows it now, and the days everybody looks at. */
export interface Moment {
  dice: Dice;
  calendar: readonly Shift[];
  /** Days that many people act on at the same time, so that they meet. */
  hotDays: readonly string[];
  /** A text that no other call uses. */
  mark: string;
}

export type Action = (person: Person, moment: Moment) => Promise<unknown>;
