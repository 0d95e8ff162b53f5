import { keyOfDuty, type WorkLocation } from '../shifts/duty.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import type { RosterDuty } from './schema.ts';

/**
 * What a cell says: a shift, no work for whatever reason, or nothing at all about that day. The reason is read where
 * somebody reads their own row alone.
 */
export type Meaning =
  | { kind: 'work'; duty: RosterDuty }
  | { kind: 'off'; absence?: Absence }
  | { kind: 'skip' };
export type Absence = Exclude<WorkLocation, RosterDuty['workLocation']>;

/** Meanings by the cells' texts as `legendKey` writes them. */
export type Legend = Readonly<Record<string, Meaning>>;

/** What is known of a worksite beside the file. */
export interface LegendFacts {
  variant: WorksiteVariant;
  /** What its people record, the most frequent first. */
  usual: readonly RosterDuty[];
  remembered: Legend;
  /** What the person who loads has said. */
  answers: Legend;
  /** Somebody reads their own row: rest, holidays and illness are told apart. */
  isOwn?: boolean;
}

/** Small and capital letters may mean different things: they stay. */
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
