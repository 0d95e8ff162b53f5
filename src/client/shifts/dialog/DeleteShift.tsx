import { isWorking } from '../../../domain/shifts/duty.ts';
import { undoBy } from '../../data/undo.ts';
import { useAction } from '../../data/useAction.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { changedByShifts, createShift, deleteShift } from '../api.ts';
import { nameOfDay } from '../dayNames.ts';
import { bodyOf, formOfShift } from '../form/shiftForm.ts';
import { describeDuty } from '../marks.ts';
import type { OpenEntry } from './openEntry.ts';
import { SwapConfirmation } from './SwapConfirmation.tsx';

interface DeleteShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** Confirms deleting an entry and says what ends with it: its request or swap. */
export function DeleteShift({ shift, owner, onChanged, onCancel }: DeleteShiftProps) {
  const { exchangeInfo, openRequestId, reservedRequestId } = shift;
  const endsSwap = Boolean(exchangeInfo ?? openRequestId ?? reservedRequestId);
  const { start, isPending } = useAction({
    // the prompt for a swapped entry has explained the consequences
    run: () => deleteShift({ id: shift.id, isConfirmed: Boolean(exchangeInfo) }),
    changes: changedByShifts,
    done: () => ({ title: 'Turno cancellato!', duration: 5000 }),
    undo: endsSwap
      ? undefined
      : undoBy(() => ({
          run: () => createShift(bodyOf(formOfShift(shift), shift.date)),
          ...(isWorking(shift)
            ? { done: 'Il turno è tornato', text: 'Un’offerta fatta con questo turno resta chiusa.' }
            : { done: 'La giornata è tornata' }),
        })),
    failed: 'Impossibile cancellare il turno',
    fallback: 'Riprova.',
    // only now can the day take the focus
    onRefetched: () => onChanged(shift.date),
    onRefused: onCancel,
  });
  const asked = { isPending, onConfirm: () => start(null), onCancel };
  if (exchangeInfo) return <SwapConfirmation swap={exchangeInfo} action="delete" {...asked} />;
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={isWorking(shift) ? 'Cancelli questo turno?' : 'Cancelli questa giornata?'}
      confirmLabel={isWorking(shift) ? 'Cancella il turno' : 'Cancella la giornata'}
      cancelLabel="Lascia com’è"
      {...asked}
    >
      <p className="tabular first-letter:uppercase">
        {nameOfDay(shift.date)}, {describeDuty(shift, owner.variant)}
      </p>
      {isWorking(shift) && !endsSwap ? <p>Se l’hai offerto a un collega, l’offerta decade.</p> : null}
      {openRequestId ? <p>La richiesta di scambio di questo turno si chiude. Non si può annullare.</p> : null}
      {reservedRequestId ? (
        <p>Lo scambio che aspetta l’approvazione non si fa. Non si può annullare.</p>
      ) : null}
    </ConfirmDialog>
  );
}
