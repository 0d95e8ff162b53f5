import { followSteps } from './historySteps.ts';

/** What covers the page, the topmost last. */
interface Cover {
  close: () => void;
}

/** What React Router keeps with an entry of the history. */
interface EntryState {
  usr?: (CoverState & Record<string, unknown>) | null;
  key?: string;
  idx?: number;
}

/** Left in an entry that stands for a cover: how many there are, and the key of the entry of the page beneath. */
interface CoverState {
  covers?: number;
  above?: string | undefined;
}

const covers: Cover[] = [];
/** The topmost entry of those that stand for covers, as it was last written. */
let top: { state: EntryState; href: string } | null = null;
let isReturning = false;
let isSettling = false;

// where hooks are tested there is no browser
const stateHere = (): EntryState => (globalThis.history?.state ?? {}) as EntryState;

/** How many covers the entry of the history at hand stands for. */
const coversHere = (): number => stateHere().usr?.covers ?? 0;

const pageOf = ({ usr, key }: EntryState): string | undefined => (usr?.covers ? usr.above : key);

const withCovers = (state: EntryState, count: number): EntryState => {
  const { covers: _covers, above: _above, ...usr } = state.usr ?? {};
  if (count > 0) return { ...state, usr: { ...usr, covers: count, above: pageOf(state) } };
  return { ...state, usr: Object.keys(usr).length > 0 ? usr : null };
};

/** What an entry that is written anew keeps of the one at hand, for the router's state. */
export function coverState(): CoverState | undefined {
  const { covers: count, above } = stateHere().usr ?? {};
  return count ? { covers: count, above } : undefined;
}

/**
 * Gives a cover an entry of the history with the page's own address, so that a phone's back button closes it and the page
 * stays. Closed otherwise, its entry goes too.
 *
 * @returns to be called when it is closed, by whatever
 */
export function coverPage(close: () => void): () => void {
  const cover = { close };
  covers.push(cover);
  settle();
  return () => {
    const place = covers.indexOf(cover);
    if (place >= 0) covers.splice(place, 1);
    settle();
  };
}

/** Says that the entry at hand was written anew. */
export function noteAddress(): void {
  noteTop();
  settle();
}

/** Whoever goes back takes the covers along. @returns how many entries these are */
export function leaveCovers(): number {
  const count = coversHere();
  if (count === 0) return 0;
  covers.length = 0;
  top = null;
  isReturning = true;
  return count;
}

/** Once all that comes and goes together has: one dialog that follows another takes over its entry. */
function settle(): void {
  if (isSettling) return;
  isSettling = true;
  setTimeout(() => {
    isSettling = false;
    if (isReturning) return;
    const here = coversHere();
    for (let count = here + 1; count <= covers.length; count += 1) {
      history.pushState(withCovers(stateHere(), count), '');
    }
    if (here > covers.length) {
      isReturning = true;
      history.go(covers.length - here);
    } else noteTop();
  });
}

function noteTop(): void {
  top = coversHere() > 0 ? { state: stateHere(), href: location.href } : null;
}

/** Before the router hears of it: for the page nothing changes when what covers it goes. */
function follow(event: PopStateEvent): void {
  const isOwn = isReturning;
  isReturning = false;
  const here = coversHere();
  const isBelow = isOwn || covers.length > here;
  if (top !== null && isBelow && pageOf(top.state) === pageOf(stateHere())) {
    // what was changed while it was covered stays changed
    history.replaceState(withCovers(top.state, here), '', top.href);
    event.stopImmediatePropagation();
  }
  if (!isOwn) for (const cover of covers.splice(here).toReversed()) cover.close();
  settle();
}

followSteps(follow);
