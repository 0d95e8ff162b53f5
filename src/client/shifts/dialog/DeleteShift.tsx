import { isWorking } from '../../../domain/shifts/duty.ts';
import { changeRows } from '../../data/hiding.ts';
import { usePostponed } from '../../data/postponed.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { changedByShifts, deleteShift } from '../api.ts';
import { nameOfDay } from '../dayNames.ts';
import { describeDuty } from '../marks.ts';
import type { OpenEntry } from './openEntry.ts';
import { SwapConfirmation } from './SwapConfirmation.tsx';

interface DeleteShiftProps extends OpenEntry {
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an entry is deleted with which something ends: its request, or what two people agreed on. */
export function DeleteShift({ shift, owner, onConfirm, onCancel }: DeleteShiftProps) {
  if (shift.exchangeInfo) {
    return (
      <SwapConfirmation
        swap={shift.exchangeInfo}
        action="delete"
        isPending={false}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={isWorking(shift) ? 'Elimini questo turno?' : 'Elimini questa giornata?'}
      confirmLabel={isWorking(shift) ? 'Elimina il turno' : 'Elimina la giornata'}
      cancelLabel="Lascia com’è"
      isPending={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p className="tabular first-letter:uppercase">
        {nameOfDay(shift.date)}, {describeDuty(shift, owner.variant)}
      </p>
      <p>La richiesta di scambio di questo turno si chiude.</p>
    </ConfirmDialog>
  );
}

/** Whether something ends with an entry, so that its deletion is asked about. */
export const isDeletionAsked = ({ exchangeInfo, openRequestId }: OpenEntry['shift']): boolean =>
  Boolean(exchangeInfo ?? openRequestId);

/** The function that deletes an entry, which can be taken back. */
export function useShiftDeletion({ shift, onChanged }: OpenEntry): () => void {
  const postpone = usePostponed();
  return () => {
    postpone({
      // who deletes a swapped one has seen what that means
      run: () => deleteShift({ id: shift.id, isConfirmed: Boolean(shift.exchangeInfo) }),
      changes: changedByShifts,
      hide: (answer) => changeRows(answer, shift.id, () => null),
      done: { title: 'Turno cancellato!' },
      failed: 'Impossibile cancellare il turno',
      fallback: 'Riprova.',
    });
    onChanged(shift.date);
  };
}
