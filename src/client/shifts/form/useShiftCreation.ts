import { useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import type { CreateShift, Shift } from '../../../domain/shifts/schema.ts';
import { useTakeBack } from '../../data/postponed.ts';
import { useAction } from '../../data/useAction.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { useToast } from '../../ui/toast.ts';
import { changedByShifts, createShift, deleteShift } from '../api.ts';
import type { RefusedDay } from './refusedDays.ts';

/** How far the creation of one entry a day has come. */
export interface CreationState {
  state: 'idle' | 'sending' | 'done';
  total: number;
  created: Day[];
  /** The ids of the entries on those days. */
  ids: string[];
  failed: RefusedDay[];
}

const nothingSent: CreationState = { state: 'idle', total: 0, created: [], ids: [], failed: [] };

export const creationFailureTitle = "Errore nell'aggiunta del turno";

/** Failures that the next day would meet as well: no answer, signed out, too many calls. */
const endsTheRun = (error: unknown): boolean =>
  error instanceof HttpError && [0, 401, 429, 503].includes(error.status);

/** Creates entries with one call a day, in the order of the days, and keeps account of each. */
export function useShiftCreation() {
  const [creation, setCreation] = useState(nothingSent);

  const run = async (bodies: readonly (CreateShift & { date: Day })[]): Promise<CreationState> => {
    let account: CreationState = { ...nothingSent, state: 'sending', total: bodies.length };
    let end: string | null = null;
    setCreation(account);
    for (const body of bodies.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
      const result = end ?? (await attempt(body, (reason) => (end = reason)));
      account =
        typeof result === 'string'
          ? { ...account, failed: [...account.failed, { day: body.date, reason: result }] }
          : { ...account, created: [...account.created, body.date], ids: [...account.ids, result.id] };
      setCreation(account);
    }
    return account;
  };
  const { mutateAsync } = useAction({ run, changes: changedByShifts });
  const create = async (bodies: Parameters<typeof run>[0]): Promise<CreationState> => {
    const account: CreationState = { ...(await mutateAsync(bodies)), state: 'done' };
    setCreation(account);
    return account;
  };
  return { creation, create, forget: () => setCreation(nothingSent) };
}

/** The entry that was created, otherwise why it was not. */
async function attempt(body: CreateShift, onEnd: (reason: string) => void): Promise<Shift | string> {
  try {
    return await createShift(body);
  } catch (error) {
    const reason = textOf(error, `${creationFailureTitle}. Riprova.`);
    if (endsTheRun(error)) onEnd(reason);
    return reason;
  }
}

/** The function that tells of a creation without failures; the toast goes after 3 s (specification, section 9). */
export function useCreationToast(): (creation: CreationState, see?: string) => void {
  const toast = useToast();
  const undoing = useTakeBack(changedByShifts);
  return ({ created, ids, failed }, see) => {
    if (failed.length > 0) return;
    const isOne = created.length === 1;
    const title = isOne ? 'Giornata aggiunta!' : `${created.length} giornate aggiunte!`;
    const run = async (): Promise<void> => {
      for (const id of ids) await deleteShift({ id, isConfirmed: false });
    };
    const undo = undoing({ run, done: isOne ? 'Giornata eliminata' : 'Giornate eliminate' });
    toast({ variant: 'success', title, duration: 3000, see, undo });
  };
}
