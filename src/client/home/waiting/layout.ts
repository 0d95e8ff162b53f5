/** The kinds of matters that wait for a person, in the order in which they do. */
export const waitingKinds = ['offers', 'matches', 'approvals', 'roster', 'codes'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** How much of a kind stands open, with all there is to know, and how much behind its line. */
export interface KindLayout {
  kind: WaitingKind;
  open: number;
  folded: number;
}

// what an open matter and a line take of a phone's first screen, as parts of the room that leaves the next shift in sight
const room = 8;
const openSize = 3;
const lineSize = 1;

/**
 * Shares the first screen: one matter stands open at least, the first of each kind before the second of any; whatever does
 * not fit is a line for each kind. The next shift stands below, on the same screen.
 *
 * @param counts how many matters of each kind wait; none of those that are left out
 * @param otherLines how many lines stand there besides
 * @returns the kinds that have any
 */
export function layOut(counts: Partial<Record<WaitingKind, number>>, otherLines = 0): KindLayout[] {
  const kinds = waitingKinds
    .map((kind): KindLayout => ({ kind, open: 0, folded: counts[kind] ?? 0 }))
    .filter(({ folded }) => folded > 0);
  for (const isFirst of [true, false]) {
    for (const one of kinds) {
      if (one.folded === 0 || (one.open === 0) !== isFirst) continue;
      one.open += 1;
      one.folded -= 1;
      const openCount = kinds.reduce((sum, { open }) => sum + open, 0);
      if (openCount === 1 || sizeOf(kinds) + otherLines * lineSize <= room) continue;
      one.open -= 1;
      one.folded += 1;
    }
  }
  return kinds;
}

const sizeOf = (kinds: readonly KindLayout[]): number =>
  kinds.reduce((sum, { open, folded }) => sum + open * openSize + (folded > 0 ? lineSize : 0), 0);
