import { Plus } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { keyOfDuty, type PlannedDuty } from '../../domain/shifts/duty.ts';
import { useToday } from '../shifts/clock.ts';
import { chipLook, DutyChips } from '../shifts/fill/DutyChips.tsx';
import { hasErrors, missingFields } from '../shifts/form/fieldErrors.ts';
import { ShiftFields } from '../shifts/form/ShiftFields.tsx';
import { draftOf, emptyShiftForm, formOfDuty, judgeTimes } from '../shifts/form/shiftForm.ts';
import { useFirstProblem } from '../shifts/form/useFirstProblem.ts';
import { useShiftOwner } from '../shifts/owner.ts';
import { FormDialog } from '../ui/FormDialog.tsx';

interface DutyChoiceProps {
  /** Label for screen readers. */
  label: string;
  duties: readonly PlannedDuty[];
  /** The selected duty, if selection persists. */
  chosen?: PlannedDuty | null;
  onChoose: (duty: PlannedDuty) => void;
}

/** Duties to choose by one tap, and a dialog for any other. */
export function DutyChoice({ label, duties, chosen, onChoose }: DutyChoiceProps) {
  const { variant } = useShiftOwner();
  const [isOpen, setOpen] = useState(false);
  const isOther = chosen && !duties.some((duty) => keyOfDuty(duty) === keyOfDuty(chosen));
  const shown = isOther ? [...duties, chosen] : duties;
  return (
    <>
      <DutyChips label={label} duties={shown} variant={variant} chosen={chosen} onPress={onChoose}>
        <button type="button" onClick={() => setOpen(true)} className={`${chipLook(false)} pr-4 pl-3`}>
          <Plus aria-hidden="true" className="size-4" />
          Altro orario
        </button>
      </DutyChips>
      {isOpen && <DutyDialog duty={null} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DutyDialogProps {
  /** The duty to replace; null to add one. */
  duty: PlannedDuty | null;
  /** Duties to choose by one tap. */
  duties?: readonly PlannedDuty[];
  onChoose: (duty: PlannedDuty) => void;
  onClose: () => void;
}

/** A duty of any type and times. */
export function DutyDialog({ duty, duties, onChoose, onClose }: DutyDialogProps) {
  const formId = useId();
  const owner = useShiftOwner();
  const today = useToday();
  const [form, setForm] = useState(() =>
    duty ? formOfDuty(duty, '') : { ...emptyShiftForm, workLocation: 'sede' as const },
  );
  const { form: formElement, wasRefused, refuse } = useFirstProblem();
  const missing = missingFields(form, 'add');
  const choose = (chosen: PlannedDuty): void => {
    onClose();
    onChoose(chosen);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const draft = draftOf(form, today);
    if (!draft || hasErrors(missing) || judgeTimes(form, owner, today).state === 'refused') return refuse();
    const { date: _date, ...filled } = draft;
    choose(filled);
  };
  return (
    <FormDialog
      formId={formId}
      onClose={onClose}
      title={duty ? 'Cambia il turno' : 'Altro orario'}
      submitLabel="Usa"
      isPending={false}
    >
      <form ref={formElement} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {duties && (
          <DutyChips
            label="I tuoi soliti turni"
            duties={duties}
            variant={owner.variant}
            chosen={duty}
            onPress={choose}
          />
        )}
        <ShiftFields
          form={form}
          owner={owner}
          use="add"
          day={today}
          onChange={setForm}
          errors={wasRefused ? missing : {}}
        />
      </form>
    </FormDialog>
  );
}
