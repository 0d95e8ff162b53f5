import { useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { isSameEntry } from '../../../domain/shifts/rules.ts';
import type { CreateShift, Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useTakeBack } from '../../data/undo.ts';
import { useAction } from '../../data/useAction.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { call } from '../../http/request.ts';
import { type ToastContent, showToast } from '../../ui/toast.ts';
import { changedByShifts, createShift, deleteShift } from '../api.ts';
import type { RefusedDay } from './refusedDays.ts';

/** How far the creation of one entry a day has come. */
export interface CreationState {
  state: 'idle' | 'sending' | 'done';
  total: number;
  created: Day[];
  /** The entries on those days, as they were created. */
  entries: Shift[];
  failed: RefusedDay[];
}

const nothingSent: CreationState = { state: 'idle', total: 0, created: [], entries: [], failed: [] };

export const creationFailureTitle = "Errore nell'aggiunta del turno";

/** Failures that would repeat for the next day: no answer, signed out, too many calls. */
const endsTheRun = (error: unknown): boolean =>
  error instanceof HttpError && (error.sentence === null || [0, 401, 429, 503].includes(error.status));

/** Creates entries with one call a day, in the order of the days, and records each outcome. */
export function useShiftCreation() {
  const [creation, setCreation] = useState(nothingSent);
  const { id: userId } = useSignedIn().user;

  const run = async (bodies: readonly (CreateShift & { date: Day })[]): Promise<CreationState> => {
    let account: CreationState = { ...nothingSent, state: 'sending', total: bodies.length };
    let end: string | null = null;
    setCreation(account);
    for (const body of bodies.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
      const result = end ?? (await attempt({ ...body, userId }, (reason) => (end = reason)));
      account =
        typeof result === 'string'
          ? { ...account, failed: [...account.failed, { day: body.date, reason: result }] }
          : {
              ...account,
              created: [...account.created, body.date],
              entries: [...account.entries, result],
            };
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

/** The entry that was created, or the reason why it was not. */
async function attempt(body: CreateShift, onEnd: (reason: string) => void): Promise<Shift | string> {
  try {
    return await createShift(body);
  } catch (error) {
    const reason = textOf(error, `${creationFailureTitle}. Riprova.`);
    if (endsTheRun(error)) onEnd(reason);
    return reason;
  }
}

/** Shows a toast, with an undo, for a creation without failures. */
export function useCreationToast(): (creation: CreationState, see?: string) => void {
  const undoing = useTakeBack(changedByShifts);
  return ({ created, entries, failed }, see) => {
    if (failed.length > 0) return;
    const isOne = created.length === 1;
    const title = isOne ? 'Giornata aggiunta!' : `${created.length} giornate aggiunte!`;
    const done = (left: number): ToastContent =>
      left > 0
        ? { variant: 'error', title: 'Non è stato possibile annullare tutto', text: leftText(left) }
        : {
            variant: 'info',
            title: isOne ? 'Giornata cancellata' : 'Giornate cancellate',
            text: 'Un’offerta che l’aggiunta avesse chiuso resta chiusa.',
          };
    const undo = undoing({ run: () => deleteCreated(entries), done });
    showToast({ variant: 'success', title, duration: 5000, see, undo });
  };
}

const leftText = (count: number): string =>
  count === 1
    ? 'Resta una giornata nel calendario, forse cambiata nel frattempo.'
    : `Restano ${count} giornate nel calendario, forse cambiate nel frattempo.`;

/** Deletes entries that are as they were created; a failure does not stop the others. @returns how many are left */
async function deleteCreated(entries: readonly Shift[]): Promise<number> {
  const present = new Map((await call('GET /api/shifts')).map((shift) => [shift.id, shift]));
  let left = 0;
  for (const entry of entries) {
    const now = present.get(entry.id);
    if (now && !(isUnchanged(now, entry) && (await isDeleted(now.id)))) left += 1;
  }
  return left;
}

const isUnchanged = (now: Shift, entry: Shift): boolean =>
  isSameEntry(now, entry) &&
  now.notes === entry.notes &&
  now.openRequestId === entry.openRequestId &&
  !now.exchangeInfo;

const isDeleted = (id: string): Promise<boolean> =>
  deleteShift({ id, isConfirmed: false }).then(
    () => true,
    (error: unknown) => error instanceof HttpError && error.code === 'not_found',
  );
