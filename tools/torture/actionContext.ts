import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { SeededRandom } from './random.ts';
import type { Person } from './world.ts';

/** What a person acts on: their calendar as the server shows it now, and the days everybody looks at. */
export interface ActionContext {
  random: SeededRandom;
  calendar: readonly Shift[];
  /** Days that many people act on at the same time, so that they meet. */
  hotDays: readonly string[];
  /** A text that no other call uses. */
  mark: string;
}

export type Action = (person: Person, context: ActionContext) => Promise<unknown>;
