import type { ServerDuty } from './duty.ts';
import type { Entry } from './journal.ts';

/** What may stand in a person's calendar on a day: the marks of the calls that may have written last; '' for nothing. */
type Possible = Set<string>;

/** What `judge` is given for an entry without notes, as a received one is. */
export const withoutNotes = '(no notes)';

/**
 * What calendars must hold by what was acknowledged. Swaps of shifts and of taxi weeks change neither whether a person has
 * an entry on a day nor the notes in it, since notes stay with their writer: so only the person's own calls count, and those
 * come one after the other. A call of unknown outcome adds a possibility until the next acknowledged one, which waits for
 * the same lock and therefore follows it. A swap of holidays moves entries to days on which only one of the two had one:
 * where there may be no note, there may afterwards be an entry without one, or none; where there is one it stays. What
 * moved is compared among the invariants. A swap shows to others before the one who confirmed it has the answer.
 */
export interface Ledger {
  /** Takes a call into account that was made and has no answer yet. */
  begin(entry: Entry): void;
  /** Takes a call that has ended into account; what it says against what was acknowledged before, if anything. */
  follow(entry: Entry): string | null;
  /** What is wrong with the notes found on a day (null: no entry), or null. */
  judge(personId: string, day: string, notes: string | null): string | null;
  /** All days that were ever written, as `person day`. */
  places(): Iterable<string>;
  /** The duty that the call with this mark wrote. */
  dutyOf(mark: string): ServerDuty | undefined;
}

export function openLedger(): Ledger {
  const places = new Map<string, Possible>();
  const duties = new Map<string, ServerDuty>();
  const underWay = new Set<Entry>();
  const at = (place: string): Possible => {
    const known = places.get(place) ?? new Set(['']);
    places.set(place, known);
    return known;
  };
  const now = (place: string): Possible => {
    const known = at(place);
    const isMoving = [...underWay].some((entry) => movingPlaces(entry).includes(place));
    return isMoving ? mayMove(new Set(known)) : known;
  };
  return {
    begin: (entry) => {
      if (entry.operation.what === 'confirm') underWay.add(entry);
    },
    follow: (entry) => {
      const { operation, personId } = entry;
      underWay.delete(entry);
      if (entry.outcome !== 'refused') {
        for (const place of movingPlaces(entry)) mayMove(at(place));
      }
      if (operation.what !== 'record' && operation.what !== 'edit' && operation.what !== 'delete')
        return null;
      if (operation.what !== 'delete') duties.set(operation.mark, operation.duty);
      const place = `${personId} ${operation.day}`;
      const before = now(place);
      const mark = operation.what === 'delete' ? '' : operation.mark;
      if (entry.outcome === 'done') places.set(place, new Set([mark]));
      if (entry.outcome === 'unknown') at(place).add(mark);
      return contradictionOf(entry, before);
    },
    judge: (personId, day, notes) => {
      const possible = now(`${personId} ${day}`);
      if (possible.has(notes ?? '')) return null;
      const found = notes === null ? 'nothing' : `'${notes}'`;
      return `${day} of ${personId} holds ${found} instead of ${wordsOf(possible)}`;
    },
    places: () => places.keys(),
    dutyOf: (mark) => duties.get(mark),
  };
}

/** Where a confirmation may bring or take entries. */
function movingPlaces({ personId, operation }: Entry): string[] {
  if (operation.what !== 'confirm') return [];
  return [personId, operation.accepterId].flatMap((id) => operation.days.map((day) => `${id} ${day}`));
}

function mayMove(possible: Possible): Possible {
  if (possible.has('') || possible.has(withoutNotes)) possible.add('').add(withoutNotes);
  return possible;
}

const wordsOf = (possible: Possible): string =>
  [...possible].map((mark) => (mark === '' ? 'nothing' : `'${mark}'`)).join(' or ');

function contradictionOf({ number, operation, outcome, code }: Entry, before: Possible): string | null {
  const isEmpty = before.size === 1 && before.has('');
  const isFull = !before.has('');
  const { what } = operation;
  if (outcome === 'refused' && what === 'record' && code === 'shift_day_taken' && isEmpty) {
    return `call ${number}: ${what} was refused because of an entry that nobody wrote`;
  }
  if (outcome !== 'done') return null;
  const isContradiction = what === 'record' ? isFull : isEmpty;
  return isContradiction
    ? `call ${number}: ${what} was acknowledged where there was ${wordsOf(before)}`
    : null;
}
