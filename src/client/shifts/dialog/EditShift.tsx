import { type SyntheticEvent, useId, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { allowed } from '../../../domain/errors/refusal.ts';
import { isSameEntry, judgeDay, lastDayAhead } from '../../../domain/shifts/rules.ts';
import type { ExchangeInfo, UpdateShift } from '../../../domain/shifts/schema.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useUpdateShift } from '../api.ts';
import { nameOfDay } from '../dayNames.ts';
import { type FieldErrors, hasErrors, missingFields } from '../form/fieldErrors.ts';
import { NotesField, ShiftFields } from '../form/ShiftFields.tsx';
import { bodyOf, draftOf, formOfShift, judgeTimes } from '../form/shiftForm.ts';
import { useFirstProblem } from '../form/useFirstProblem.ts';
import { WeekVerdict } from '../form/WeekVerdict.tsx';
import { DayField } from '../picker/DayField.tsx';
import type { OpenEntry } from './openEntry.ts';
import { SwapConfirmation } from './SwapConfirmation.tsx';

interface EditShiftProps extends OpenEntry {
  onCancel: () => void;
}

/** The form that changes an entry. After a failure it stays filled in. */
export function EditShift({ shift, owner, today, onChanged, onCancel }: EditShiftProps) {
  const formId = useId();
  const update = useUpdateShift();
  const [form, setForm] = useState(() => formOfShift(shift));
  const [date, setDate] = useState(shift.date);
  const { form: formElement, wasRefused, refuse } = useFirstProblem();
  const [swap, setSwap] = useState<ExchangeInfo | null>(null);

  const send = (isConfirmed: boolean): void => {
    const changes: UpdateShift = bodyOf(form, date);
    update.start(
      { id: shift.id, changes, isConfirmed },
      {
        onSuccess: () => {
          // without 'Annulla': offers that ended with the change would not come back
          showToast({ variant: 'success', title: 'Turno aggiornato!' });
          onChanged(date);
        },
        onError: (error) => {
          const info = swapToConfirm(error);
          setSwap(info);
          if (info) return;
          showToast({ variant: 'error', ...updateFailureText(error) });
        },
      },
    );
  };
  const missing: FieldErrors = {
    ...missingFields(form, 'edit'),
    ...dateError(date, shift.date, today),
  };
  const errors = wasRefused ? missing : {};
  // a change of notes alone is always accepted
  const draft = draftOf(form, date);
  const isSame = draft !== null && isSameEntry(shift, draft);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (hasErrors(missing) || (!isSame && judgeTimes(form, owner, date).state === 'refused')) refuse();
    else send(false);
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
  return (
    <FormDialog
      formId={formId}
      onClose={onCancel}
      title="Modifica giornata"
      submitLabel="Salva"
      isPending={update.isPending}
    >
      <form ref={formElement} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <DayField
          label="Data"
          min={today}
          max={lastDayAhead(today)}
          value={date === '' ? null : date}
          onChange={(day) => setDate(day ?? '')}
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
        <WeekVerdict days={date && !isSame ? [date] : []} form={form} owner={owner} ignoredId={shift.id} />
      </form>
    </FormDialog>
  );
}

/** Why the entry cannot be moved to this day. */
function dateError(date: string, storedDate: Day, today: Day): FieldErrors {
  if (date === '') return { date: 'Data richiesta' };
  const verdict = date === storedDate ? allowed : judgeDay(date, today);
  return verdict.ok ? {} : { date: messageOf(verdict) };
}

export interface ToastText {
  title: string;
  text: string;
}

/** The toast for a failed change (specification, section 8). */
export function updateFailureText(error: unknown): ToastText {
  const message = textOf(error, 'Impossibile aggiornare il turno');
  // some sentences have a title of their own
  if (message.includes('Non puoi modificare questo turno perché è stato scambiato')) {
    return { title: 'Turno Protetto da Scambio', text: message };
  }
  if (message.includes('Incompatibilità turni nella settimana lavorativa')) {
    return { title: 'Taxi Roma - Settimana Lavorativa', text: message };
  }
  const isVague = message === 'Dati non validi';
  return {
    title: 'Errore di validazione',
    text: isVague ? 'Verifica che tutti i campi siano compilati correttamente' : message,
  };
}

/** The swap behind an entry, when the server asks to confirm before it changes it; null for any other error. */
export function swapToConfirm(error: unknown): ExchangeInfo | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  const body = error.body as
    | { requiresConfirmation?: unknown; exchangeInfo?: Partial<ExchangeInfo> }
    | undefined;
  if (body?.requiresConfirmation !== true) return null;
  const { exchangePartner, completedDate } = body.exchangeInfo ?? {};
  if (typeof exchangePartner !== 'string' || typeof completedDate !== 'string') return null;
  return { exchangePartner, completedDate };
}
