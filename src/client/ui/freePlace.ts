export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a note may cover, and how much that matters. */
export interface Obstacle extends Box {
  weight: number;
}

/** At least so far do two things stand apart, in pixels. */
const gap = 4;
const step = 8;

const overlap = (one: Box, other: Box): number => {
  const width = Math.min(one.right, other.right + gap) - Math.max(one.left, other.left - gap);
  const height = Math.min(one.bottom, other.bottom + gap) - Math.max(one.top, other.top - gap);
  return width > 0 && height > 0 ? width * height : 0;
};

/**
 * Where a note of a given size stands without covering anything: the first such place from its edge on, or else the
 * one that covers least.
 *
 * @param note where it stands by itself, at one end of `room`
 * @param room the upper and lower end of the places it may take
 * @returns the note's upper edge
 */
export function freePlace(
  note: Box,
  room: { top: number; bottom: number },
  others: readonly Obstacle[],
): number {
  const height = note.bottom - note.top;
  const last = Math.max(room.top, room.bottom - height);
  const isFromBelow = last - note.top < note.top - room.top;
  const tops = Array.from({ length: Math.floor((last - room.top) / step) + 1 }, (_, at) =>
    isFromBelow ? last - at * step : room.top + at * step,
  );
  const near = others.filter(({ left, right }) => left - gap < note.right && right + gap > note.left);
  let best = { top: isFromBelow ? last : room.top, covered: Infinity };
  for (const top of tops) {
    // one by one: a browser's rectangle has no fields of its own to spread
    const place = { left: note.left, right: note.right, top, bottom: top + height };
    const covered = near.reduce((sum, other) => sum + other.weight * overlap(place, other), 0);
    if (covered < best.covered) best = { top, covered };
    if (covered === 0) break;
  }
  return best.top;
}
