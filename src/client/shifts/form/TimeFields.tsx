import { CircleAlert, Clock } from 'lucide-react';
import { useId } from 'react';
import type { Day, Time } from '../../../domain/calendar/day.ts';
import { maySplit, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import type { FieldErrors } from './fieldErrors.ts';
import { judgeTimes, type ShiftForm, type TimesVerdict, withSplit, withStart } from './shiftForm.ts';

interface TimeFieldsProps {
  form: ShiftForm;
  owner: ShiftOwner;
  /** The quarter hours to choose from, in their order. */
  times: readonly Time[];
  day: Day;
  onChange: (form: ShiftForm) => void;
  errors: FieldErrors;
}

/** Start and end, the second part where a shift may be split, and the rules' verdict so far. */
export function TimeFields({ form, owner, times, day, onChange, errors }: TimeFieldsProps) {
  const verdictId = useId();
  const verdict = judgeTimes(form, owner, day);
  // The verdict on the whole shift is shown below; its last time is marked invalid.
  const judged = { 'aria-describedby': verdictId, 'aria-invalid': verdict.state === 'refused' || undefined };
  const lacking = (time: Time) =>
    errors.times && time === '' ? { 'aria-describedby': `${verdictId}-error`, 'aria-invalid': true } : {};
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <NativeSelect
          label="Inizio"
          options={times}
          placeholder="--:--"
          value={form.startTime}
          onChange={(event) => onChange(withStart(form, event.target.value, owner))}
          error={errors.startTime}
          {...lacking(form.startTime)}
        />
        <NativeSelect
          label="Fine"
          options={times}
          placeholder="--:--"
          value={form.endTime}
          onChange={(event) => onChange({ ...form, endTime: event.target.value })}
          error={errors.endTime}
          {...(form.isSplitShift ? {} : judged)}
          {...lacking(form.endTime)}
        />
      </div>
      <FieldError id={verdictId} error={errors.times} />
      {maySplit(owner) && (
        <Checkbox
          checked={form.isSplitShift}
          onChange={(event) => onChange(withSplit(form, event.target.checked))}
        >
          Turno spezzato
        </Checkbox>
      )}
      {form.isSplitShift && (
        <div className="grid grid-cols-2 gap-3">
          <NativeSelect
            label="Seconda parte, inizio"
            options={times}
            placeholder="--:--"
            value={form.secondStartTime}
            onChange={(event) => onChange({ ...form, secondStartTime: event.target.value })}
            error={errors.secondStartTime}
          />
          <NativeSelect
            label="Seconda parte, fine"
            options={times}
            placeholder="--:--"
            value={form.secondEndTime}
            onChange={(event) => onChange({ ...form, secondEndTime: event.target.value })}
            error={errors.secondEndTime}
            {...judged}
          />
        </div>
      )}
      <TimesVerdictLine id={verdictId} verdict={verdict} />
    </div>
  );
}

/** How long the shift is, or why it cannot be that long; always rendered, so that changes are announced. */
function TimesVerdictLine({ id, verdict }: { id: string; verdict: TimesVerdict }) {
  const isFine = verdict.state === 'fine';
  const Icon = isFine ? Clock : CircleAlert;
  return (
    <p
      id={id}
      aria-live="polite"
      className={`tabular flex min-h-6 items-start gap-1.5 ${isFine ? 'text-soft' : 'font-medium text-danger'}`}
    >
      {verdict.state === 'incomplete' ? null : (
        <>
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {verdict.text}
        </>
      )}
    </p>
  );
}
