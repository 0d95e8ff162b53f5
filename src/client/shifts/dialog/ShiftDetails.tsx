import { ArrowLeftRight, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { closedUntil, hasBegun, isContractLength } from '../../../domain/exchanges/rules.ts';
import { dutyMinutes, formatMinutes, isWorking } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { SwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAddress } from '../../ui/useAddress.ts';
import { teamDayParameter } from '../calendar/TeamDay.tsx';
import { currentInstant } from '../clock.ts';
import { nameOfDay, shortNameOfDay, timesUntil } from '../dayNames.ts';
import { markOf } from '../marks.ts';
import { duplicationDays } from './duplication.ts';
import type { OpenEntry } from './openEntry.ts';
import { BatchNotice, HolidayNotice, mayOfferHolidays, SwapNotices } from './ShiftNotices.tsx';

interface ShiftDetailsProps extends OpenEntry {
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
  onSwap: () => void;
}

/** An entry's details; past entries are marked read-only. */
export function ShiftDetails({ onEdit, onDuplicate, onDelete, ...entry }: ShiftDetailsProps) {
  const { shift, owner, today, onClose, onSwap } = entry;
  const isPast = shift.date < today;
  const canDuplicate = duplicationDays(shift.date, owner.variant).some((day) => day >= today);
  const { swapPolicy } = useSignedIn().worksite;
  const { isFitting, isTooLate } = judgeSwap(shift, owner, swapPolicy);
  const canSwap = isFitting && !isTooLate;
  const hasActions = !isPast || canDuplicate;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<span className="block first-letter:uppercase">{nameOfDay(shift.date)}</span>}
      actions={
        hasActions ? (
          <EntryActions
            onEdit={onEdit}
            onDuplicate={onDuplicate}
            onDelete={onDelete}
            onSwap={onSwap}
            canSwap={canSwap}
            canChange={!isPast}
            canDuplicate={canDuplicate}
          >
            {!isPast && <TeamDayButton day={shift.date} onClose={onClose} />}
          </EntryActions>
        ) : undefined
      }
    >
      <EntryFacts {...entry} isClosed={isFitting && isTooLate} />
    </Dialog>
  );
}

interface EntryFactsProps extends OpenEntry {
  /** It could be swapped, but the worksite's cut-off has passed. */
  isClosed: boolean;
  onSwap: () => void;
}

function EntryFacts({ shift, owner, today, onClose, onSwap, isClosed }: EntryFactsProps) {
  const isPast = shift.date < today;
  const mark = markOf(shift, owner.variant);
  const minutes = dutyMinutes(shift);
  const { swapPolicy } = useSignedIn().worksite;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <LetterBadge letter={mark.letter} tone={mark.tone} size="large" />
        <div>
          <p className="text-lead font-semibold">{mark.name}</p>
          {minutes > 0 && (
            <p className="tabular text-soft">
              {timesUntil(shift)} · {formatMinutes(minutes)}
            </p>
          )}
        </div>
      </div>
      {shift.notes && (
        <div>
          <p className="text-caption text-soft">Note</p>
          <p className="whitespace-pre-line">{shift.notes}</p>
        </div>
      )}
      <SwapNotices shift={shift} isPast={isPast} />
      <BatchNotice shiftId={shift.id} onClose={onClose} />
      {isClosed && <Notice>Gli scambi si chiudono {swapPolicy.cutoffHours} ore prima del turno.</Notice>}
      {mayOfferHolidays(shift, swapPolicy) && <HolidayNotice onSwap={onSwap} />}
      {isPast && <Notice>{messageOf(refuse('shift_in_the_past'))}</Notice>}
    </div>
  );
}

/** Opens the colleagues who work on the day, over the same calendar. */
function TeamDayButton({ day, onClose }: { day: Day; onClose: () => void }) {
  const { change } = useAddress();
  const show = (): void => {
    onClose();
    change({ [teamDayParameter]: day });
  };
  return (
    <Button variant="plain" size="small" icon={Users} onClick={show}>
      Chi lavora {shortNameOfDay(day)}
    </Button>
  );
}

interface EntryActionsProps extends Pick<
  ShiftDetailsProps,
  'onEdit' | 'onDuplicate' | 'onDelete' | 'onSwap'
> {
  canSwap: boolean;
  canChange: boolean;
  canDuplicate: boolean;
  /** Links, below the buttons. */
  children: ReactNode;
}

/** The most frequent action first, full width; the others wrap below. */
function EntryActions({ canSwap, canChange, canDuplicate, children, ...on }: EntryActionsProps) {
  return (
    <div className="flex w-full flex-col gap-2">
      {canSwap && (
        <Button icon={ArrowLeftRight} onClick={on.onSwap}>
          Scambia
        </Button>
      )}
      <div className="flex flex-wrap gap-2 *:flex-auto *:px-2">
        {canChange && (
          <Button variant="quiet" onClick={on.onEdit}>
            Modifica
          </Button>
        )}
        {canDuplicate && (
          <Button variant="quiet" onClick={on.onDuplicate}>
            Duplica
          </Button>
        )}
        {canChange && (
          <Button variant="quiet" onClick={on.onDelete}>
            Cancella
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}

/**
 * Whether the swap rules allow offering an entry (a driver's with its whole week), and whether only the worksite's
 * cut-off prevents it.
 */
function judgeSwap(
  shift: Shift,
  { variant, contractHours, enableFlexibleShifts }: ShiftOwner,
  { kinds, cutoffHours }: SwapPolicy,
): { isFitting: boolean; isTooLate: boolean } {
  const now = currentInstant();
  const isLong = variant === 'taxi' || enableFlexibleShifts || isContractLength(shift, contractHours);
  const isOffered = kinds.some((kind) => kind !== 'ferie');
  const isFree = isWorking(shift) && !isInSwap(shift) && !hasBegun(shift, now);
  return {
    isFitting: isFree && isLong && isOffered,
    isTooLate: hasBegun(shift, closedUntil(now, cutoffHours)),
  };
}

/** Whether it is on offer, or reserved by a colleague's swap awaiting approval. */
const isInSwap = ({ openRequestId, reservedRequestId }: Shift): boolean =>
  Boolean(openRequestId ?? reservedRequestId);
