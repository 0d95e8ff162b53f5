import { useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/toast.ts';
import { CreationAccount } from './CreationAccount.tsx';
import { countDays } from './dayLists.ts';
import { DuplicationDays } from './DuplicationDays.tsx';
import { describeDuty } from './marks.ts';
import type { OpenEntry } from './openEntry.ts';
import { bodyOf } from './shiftBody.ts';
import { formOfShift } from './shiftForm.ts';
import { refusalText } from './toastTexts.ts';
import { useCreationToast } from './useCreationToast.ts';
import { useDuplicationDays } from './useDuplicationDays.ts';
import { useShiftCreation } from './useShiftCreation.ts';
import { useRefusedDays } from './WeekVerdict.tsx';

interface DuplicateShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** Copies an entry to other days of its week, or of the next 15 days in the taxi worksite. Notes stay where they are. */
export function DuplicateShift({ shift, owner, today, onChanged, onCancel }: DuplicateShiftProps) {
  const form = { ...formOfShift(shift), notes: '' };
  const toast = useToast();
  const { creation, create } = useShiftCreation();
  const tellCreation = useCreationToast();
  const [chosen, setChosen] = useState<readonly Day[]>([]);
  // The toast goes after five seconds; what it said stays until the choice changes.
  const [failure, setFailure] = useState<string | null>(null);
  const days = useDuplicationDays(shift.date, owner, today);
  const refused = useRefusedDays(chosen, form, owner);

  const choose = (next: readonly Day[]): void => {
    setFailure(null);
    setChosen(next);
  };
  const send = async (): Promise<void> => {
    const [first] = refused;
    setFailure(first?.reason ?? null);
    if (first) {
      toast({ variant: 'error', ...refusalText(first.reason) });
      return;
    }
    const account = await create(chosen.map((day) => ({ ...bodyOf(form, day), date: day })));
    setChosen(account.failed.map(({ day }) => day));
    tellCreation(account);
    if (account.failed.length === 0) onChanged(shift.date);
  };
  const actions = (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Annulla
      </Button>
      <Button
        isPending={creation.state === 'sending'}
        disabled={chosen.length === 0}
        onClick={() => void send()}
      >
        {chosen.length === 0 ? 'Duplica' : `Duplica su ${countDays(chosen.length)}`}
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onCancel} title="Duplica il turno" actions={actions}>
      <div className="flex flex-col gap-3">
        <p className="tabular text-soft first-letter:uppercase">{describeDuty(shift, owner.variant)}</p>
        {days ? (
          <DuplicationDays
            days={days}
            variant={owner.variant}
            chosen={chosen}
            onChange={choose}
            refused={refused}
          />
        ) : (
          <SkeletonList label="Carico i giorni…" count={6} className="h-10" />
        )}
        {failure !== null && (
          <div ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}>
            <Notice variant="danger">{failure}</Notice>
          </div>
        )}
        <CreationAccount creation={creation} />
      </div>
    </Dialog>
  );
}
