/** Draws that follow from a seed alone. */
export interface SeededRandom {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  /** One of them; undefined of an empty list. */
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** All of them in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
  /** Dice of its own for somebody else, so that the draws of one do not depend on how fast another is. */
  fork(name: string): SeededRandom;
}

/** Mulberry32: small, good enough to vary what a run does, and the same on every machine. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const shuffle = <Item>(items: readonly Item[]): Item[] => {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const place = below(last + 1);
      [mixed[last], mixed[place]] = [mixed[place] as Item, mixed[last] as Item];
    }
    return mixed;
  };
  return {
    below,
    pick: (items) => items[below(items.length)],
    shuffle,
    fork: (name) => createSeededRandom(Array.from(name).reduce((sum, letter) => hashed(sum, letter), seed)),
  };
}

const hashed = (sum: number, letter: string): number =>
  Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
