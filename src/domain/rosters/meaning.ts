import { keyOfDuty, type WorkLocation } from '../shifts/duty.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import type { RosterDuty } from './schema.ts';

/**
 * A cell's meaning: a shift, no work for any reason, or nothing about that day. The reason is read only from the
 * person's own row.
 */
export type Meaning =
  | { kind: 'work'; duty: RosterDuty }
  | { kind: 'off'; absence?: Absence }
  | { kind: 'skip' };
export type Absence = Exclude<WorkLocation, RosterDuty['workLocation']>;

/** Meanings by cell text, normalised by `legendKey`. */
export type Legend = Readonly<Record<string, Meaning>>;

/** What is known about a worksite besides the file. */
export interface LegendFacts {
  variant: WorksiteVariant;
  /** Its people's usual duties, the most frequent first. */
  usual: readonly RosterDuty[];
  remembered: Legend;
  /** The loader's answers. */
  answers: Legend;
  /** The person's own row: rest, holidays and illness are distinguished. */
  isOwn?: boolean;
}

/** Keeps case, since small and capital letters may mean different things. */
export const legendKey = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[–—−‐]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

export const isSameMeaning = (one: Meaning, other: Meaning): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'off' || other.kind !== 'off' || one.absence === other.absence) &&
  (one.kind !== 'work' || other.kind !== 'work' || keyOfDuty(one.duty) === keyOfDuty(other.duty));
