import { dayInRome, formatShortDay } from '../../../domain/calendar/day.ts';
import type { ExchangeInfo } from '../../../domain/shifts/schema.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface SwapConfirmationProps {
  swap: ExchangeInfo;
  action: 'edit' | 'delete';
  isPending: boolean;
  /** Why the last attempt failed. */
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms changing an entry from a swap, with colleague, date and consequences. */
export function SwapConfirmation({
  swap,
  action,
  isPending,
  error,
  onConfirm,
  onCancel,
}: SwapConfirmationProps) {
  const consequence =
    action === 'edit'
      ? 'Se lo modifichi diventa un turno nuovo, senza il segno dello scambio: potrai offrirlo di nuovo.'
      : 'Se lo cancelli sparisce dal tuo calendario; il turno del collega resta com’è.';
  return (
    <ConfirmDialog
      isOpen
      isDiscouraged
      title="Turno Protetto da Scambio"
      confirmLabel={action === 'edit' ? 'Modifica lo stesso' : 'Cancella lo stesso'}
      cancelLabel="Lascia com’è"
      isPending={isPending}
      error={error}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        Questo turno viene dallo scambio con <strong>{swap.exchangePartner}</strong>, completato il{' '}
        <strong className="tabular">{formatShortDay(dayInRome(swap.completedDate))}</strong>.
      </p>
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}
