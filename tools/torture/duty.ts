import type { WorkLocation } from '../../src/domain/shifts/duty.ts';

/** A duty as calls send it and rows hold it; null times where nobody works. */
export interface ServerDuty {
  workLocation: WorkLocation;
  startTime: string | null;
  endTime: string | null;
}

/** `worksite day location start-end`, the words in which duties are compared. */
export const wordsOf = (siteId: string, day: string, duty: ServerDuty): string =>
  `${siteId} ${day} ${duty.workLocation} ${duty.startTime ?? ''}-${duty.endTime ?? ''}`;
