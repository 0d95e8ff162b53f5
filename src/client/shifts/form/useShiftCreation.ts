import { useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import type { CreateShift } from '../../../domain/shifts/schema.ts';
import { useAction } from '../../data/useAction.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { useToast } from '../../ui/toast.ts';
import { changedByShifts, createShift } from '../api.ts';
import type { RefusedDay } from './refusedDays.ts';

/** How far the creation of one entry a day has come. */
export interface CreationState {
  state: 'idle' | 'sending' | 'done';
  total: number;
  created: Day[];
  failed: RefusedDay[];
}

const nothingSent: CreationState = { state: 'idle', total: 0, created: [], failed: [] };

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
      const failure = end ?? (await attempt(body, (reason) => (end = reason)));
      account =
        failure === null
          ? { ...account, created: [...account.created, body.date] }
          : { ...account, failed: [...account.failed, { day: body.date, reason: failure }] };
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

/** Null where the entry was created, otherwise why not. */
async function attempt(body: CreateShift, onEnd: (reason: string) => void): Promise<string | null> {
  try {
    await createShift(body);
    return null;
  } catch (error) {
    const reason = textOf(error, `${creationFailureTitle}. Riprova.`);
    if (endsTheRun(error)) onEnd(reason);
    return reason;
  }
}

/** The function that tells of a creation without failures; the toast goes after 3 s (specification, section 9). */
export function useCreationToast(): (creation: CreationState) => void {
  const toast = useToast();
  return ({ created, failed }) => {
    if (failed.length > 0) return;
    const title = created.length === 1 ? 'Giornata aggiunta!' : `${created.length} giornate aggiunte!`;
    toast({ variant: 'success', title, duration: 3000 });
  };
}
