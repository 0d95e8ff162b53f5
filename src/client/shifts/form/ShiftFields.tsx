import type { Day } from '../../../domain/calendar/day.ts';
import { isWorking } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { addFormTimes, editFormTimes } from '../../../domain/shifts/times.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import type { FieldErrors } from './fieldErrors.ts';
import type { ShiftForm } from './shiftForm.ts';
import { TimeFields } from './TimeFields.tsx';
import { WorkTypeChoice } from './WorkTypeChoice.tsx';

interface ShiftFieldsProps {
  form: ShiftForm;
  owner: ShiftOwner;
  /** The two forms list quarter hours differently; drivers can choose malattia only when editing. */
  use: 'add' | 'edit';
  /** A day of the entry, or any day while none is chosen. */
  day: Day;
  onChange: (form: ShiftForm) => void;
  errors: FieldErrors;
}

/** The fields that adding and editing share: kind of day and times. Taxi shifts have fixed times. */
export function ShiftFields({ form, owner, use, day, onChange, errors }: ShiftFieldsProps) {
  const hasTimes =
    owner.variant === 'standard' &&
    form.workLocation !== null &&
    isWorking({ workLocation: form.workLocation });
  return (
    <div className="flex flex-col gap-5">
      <WorkTypeChoice form={form} owner={owner} use={use} onChange={onChange} error={errors.workLocation} />
      {hasTimes && (
        <TimeFields
          form={form}
          owner={owner}
          times={use === 'add' ? addFormTimes : editFormTimes}
          day={day}
          onChange={onChange}
          errors={errors}
        />
      )}
    </div>
  );
}

/** Notes for oneself. */
export function NotesField({ form, onChange }: Pick<ShiftFieldsProps, 'form' | 'onChange'>) {
  return (
    <TextArea
      label="Note"
      isOptional
      rows={2}
      maxLength={1000}
      value={form.notes}
      onChange={(event) => onChange({ ...form, notes: event.target.value })}
    />
  );
}
