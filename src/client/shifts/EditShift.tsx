import { type SyntheticEvent, useId, useState } from 'react';
import type { ExchangeInfo, UpdateShift } from '../../domain/shifts/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useToast } from '../ui/toast.ts';
import { useNextDrawing } from '../ui/useNextDrawing.ts';
import { useUpdateShift } from './api.ts';
import { nameOfDay } from './dayNames.ts';
import { type FieldErrors, hasErrors, missingFields } from './fieldErrors.ts';
import type { OpenEntry } from './openEntry.ts';
import { bodyOf } from './shiftBody.ts';
import { NotesField, ShiftFields } from './ShiftFields.tsx';
import { formOfShift, judgeTimes } from './shiftForm.ts';
import { SwapConfirmation } from './SwapConfirmation.tsx';
import { swapToConfirm, updateFailureText } from './toastTexts.ts';
import { useFirstProblem } from './useFirstProblem.ts';
import { WeekVerdict } from './WeekVerdict.tsx';

interface EditShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** The form that changes an entry. A failure is told and leaves the form as it was filled in. */
export function EditShift({ shift, owner, today, onChanged, onCancel }: EditShiftProps) {
  const toast = useToast();
  const formId = useId();
  const update = useUpdateShift();
  const [form, setForm] = useState(() => formOfShift(shift));
  const [date, setDate] = useState(shift.date);
  const { form: formElement, wasRefused, refuse } = useFirstProblem();
  const [swap, setSwap] = useState<ExchangeInfo | null>(null);
  // The toast goes after five seconds; what it said stays until the next attempt.
  const [failure, setFailure] = useState<string | null>(null);
  const isFilled = useNextDrawing();

  const send = (isConfirmed: boolean): void => {
    const changes: UpdateShift = bodyOf(form, date);
    setFailure(null);
    update.mutate(
      { id: shift.id, changes, isConfirmed },
      {
        onSuccess: () => {
          toast({ variant: 'success', title: 'Turno aggiornato!' });
          onChanged(date);
        },
        onError: (error) => {
          const info = swapToConfirm(error);
          setSwap(info);
          if (info) return;
          const failed = updateFailureText(error);
          setFailure(failed.text);
          toast({ variant: 'error', ...failed });
        },
      },
    );
  };
  const missing: FieldErrors = {
    ...missingFields(form, 'Orari richiesti per Smart Working e Sede'),
    ...(date === '' ? { date: 'Data richiesta' } : {}),
  };
  const errors = wasRefused ? missing : {};
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (hasErrors(missing) || judgeTimes(form, owner, date).state === 'refused') refuse();
    else if (!update.isPending) send(false);
  };

  if (swap) {
    return (
      <SwapConfirmation
        swap={swap}
        action="edit"
        isPending={update.isPending}
        onConfirm={() => send(true)}
        onCancel={() => setSwap(null)}
      />
    );
  }
  const actions = (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Annulla
      </Button>
      <Button type="submit" form={formId} isPending={update.isPending}>
        Salva
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onCancel} title="Modifica turno" actions={actions}>
      {isFilled ? (
        <form ref={formElement} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
          <TextField
            label="Data"
            type="date"
            min={today}
            max="2099-12-31"
            value={date}
            onChange={(event) => setDate(event.target.value)}
            hint={date === '' ? undefined : nameOfDay(date)}
            error={errors.date}
          />
          <ShiftFields
            form={form}
            owner={owner}
            use="edit"
            day={date || today}
            onChange={setForm}
            errors={errors}
          />
          <NotesField form={form} onChange={setForm} />
          <WeekVerdict days={date ? [date] : []} form={form} owner={owner} ignoredId={shift.id} />
          {failure !== null && (
            <div ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}>
              <Notice variant="danger">{failure}</Notice>
            </div>
          )}
        </form>
      ) : (
        // as high as the form
        <Skeleton className="h-150" />
      )}
    </Dialog>
  );
}
