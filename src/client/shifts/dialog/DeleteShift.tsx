import { useState } from 'react';
import { isWorking } from '../../../domain/shifts/duty.ts';
import type { ExchangeInfo } from '../../../domain/shifts/schema.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useToast } from '../../ui/toast.ts';
import { useDeleteShift } from '../api.ts';
import { nameOfDay } from '../dayNames.ts';
import { describeDuty } from '../marks.ts';
import type { OpenEntry } from './openEntry.ts';
import { SwapConfirmation } from './SwapConfirmation.tsx';
import { deleteFailureText, swapToConfirm, type ToastText } from './toastTexts.ts';

interface DeleteShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** Asks, then deletes an entry; of one that came from a swap it asks that question alone. */
export function DeleteShift({ shift, owner, onChanged, onCancel }: DeleteShiftProps) {
  const toast = useToast();
  const deletion = useDeleteShift();
  // a swap that was completed meanwhile is told by the server
  const [swap, setSwap] = useState<ExchangeInfo | null>(shift.exchangeInfo);

  const send = (isConfirmed: boolean): void => {
    deletion.mutate(
      { id: shift.id, isConfirmed },
      {
        onSuccess: () => {
          toast({ variant: 'success', title: 'Turno cancellato!' });
          onChanged(shift.date);
        },
        onError: (error) => {
          const info = swapToConfirm(error);
          if (info) setSwap(info);
          else toast({ variant: 'error', ...deleteFailureText(error) });
        },
      },
    );
  };

  const failure =
    deletion.isError && !deletion.isPending && !swapToConfirm(deletion.error)
      ? inOneLine(deleteFailureText(deletion.error))
      : undefined;
  if (swap) {
    return (
      <SwapConfirmation
        swap={swap}
        action="delete"
        isPending={deletion.isPending}
        error={failure}
        onConfirm={() => send(true)}
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
      isPending={deletion.isPending}
      error={failure}
      onConfirm={() => send(false)}
      onCancel={onCancel}
    >
      <p className="tabular first-letter:uppercase">
        {nameOfDay(shift.date)}, {describeDuty(shift, owner.variant)}
      </p>
      {shift.openRequestId && <p>La richiesta di scambio di questo turno si chiude.</p>}
    </ConfirmDialog>
  );
}

/** 'Impossibile cancellare il turno. Riprova.' */
const inOneLine = ({ title, text }: ToastText): string => `${title}. ${text}`;
