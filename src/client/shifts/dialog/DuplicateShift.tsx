import { type SyntheticEvent, useId, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { countDays } from '../dayLists.ts';
import { CreationReport } from '../form/CreationReport.tsx';
import { bodyOf, formOfShift } from '../form/shiftForm.ts';
import { useFirstProblem } from '../form/useFirstProblem.ts';
import { useCreationToast, useShiftCreation } from '../form/useShiftCreation.ts';
import { useRefusedDays } from '../form/WeekVerdict.tsx';
import { describeDuty } from '../marks.ts';
import { DuplicationDays } from './DuplicationDays.tsx';
import type { OpenEntry } from './openEntry.ts';
import { useDuplicationDays } from './useDuplicationDays.ts';

interface DuplicateShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** Copies an entry to other days of its week, or of the next 15 days in the taxi worksite. Notes are not copied. */
export function DuplicateShift({ shift, owner, today, onChanged, onCancel }: DuplicateShiftProps) {
  const form = { ...formOfShift(shift), notes: '' };
  const formId = useId();
  const { creation, create } = useShiftCreation();
  const tellCreation = useCreationToast();
  const [chosen, setChosen] = useState<readonly Day[]>([]);
  const { form: formElement, refuse } = useFirstProblem();
  const days = useDuplicationDays(shift.date, owner, today);
  const refused = useRefusedDays(chosen, form, owner);

  const send = async (): Promise<void> => {
    const account = await create(chosen.map((day) => ({ ...bodyOf(form, day), date: day })));
    setChosen(account.failed.map(({ day }) => day));
    tellCreation(account);
    if (account.failed.length === 0) onChanged(shift.date);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // each reason is shown at its day
    if (refused.length > 0) refuse();
    else if (creation.state !== 'sending') void send();
  };
  return (
    <FormDialog
      formId={formId}
      onClose={onCancel}
      title="Duplica la giornata"
      submitLabel={chosen.length === 0 ? 'Duplica' : `Duplica su ${countDays(chosen.length)}`}
      isPending={creation.state === 'sending'}
      isDisabled={chosen.length === 0}
    >
      <form ref={formElement} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <p className="tabular text-soft first-letter:uppercase">{describeDuty(shift, owner.variant)}</p>
        {days ? (
          <DuplicationDays
            days={days}
            variant={owner.variant}
            chosen={chosen}
            onChange={setChosen}
            refused={refused}
          />
        ) : (
          <SkeletonList label="Carico i giorni…" count={6} className="h-10" />
        )}
        <CreationReport creation={creation} />
      </form>
    </FormDialog>
  );
}
