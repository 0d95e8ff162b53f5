import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Day } from '../../domain/calendar/day.ts';
import { monthOf } from '../../domain/calendar/month.ts';
import { useToast } from '../ui/toast.ts';
import { useToday } from './clock.ts';
import { CreationAccount } from './CreationAccount.tsx';
import { CreationFailure } from './CreationFailure.tsx';
import { DayPicker } from './DayPicker.tsx';
import { type FieldErrors, hasErrors, missingFields } from './fieldErrors.ts';
import { useShiftOwner } from './owner.ts';
import { RefusedDaysNotice } from './RefusedDaysNotice.tsx';
import { bodyOf } from './shiftBody.ts';
import { NotesField, ShiftFields } from './ShiftFields.tsx';
import { emptyShiftForm, judgeTimes, type ShiftForm, withNamedShift } from './shiftForm.ts';
import { SubmitBar } from './SubmitBar.tsx';
import { refusalText } from './toastTexts.ts';
import { useCreationToast } from './useCreationToast.ts';
import { useFirstProblem } from './useFirstProblem.ts';
import { useLocalMonth } from './useMonthCursor.ts';
import { useShiftCreation } from './useShiftCreation.ts';
import { useWeekShift } from './useWeekShift.ts';
import { useRefusedDays } from './WeekVerdict.tsx';

const timesRequired = 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede';

/**
 * Adds the same entry on one or several days. What failed stays chosen, with all that was filled in.
 *
 * @param date the day the person came from, chosen at the start; null without one
 */
export function AddShiftForm({ date }: { date: Day | null }) {
  const today = useToday();
  const owner = useShiftOwner();
  const toast = useToast();
  const tellCreation = useCreationToast();
  const navigate = useNavigate();
  const cursor = useLocalMonth(date ?? today, today);
  const { creation, create, forget } = useShiftCreation();
  const [typed, setForm] = useState<ShiftForm>(emptyShiftForm);
  // A driver who comes from a day of a week with a shift finds it chosen.
  const weekShift = useWeekShift(date, owner, today);
  const form = typed.workLocation === null && weekShift ? withNamedShift(typed, weekShift) : typed;
  const [chosen, setChosen] = useState<ReadonlySet<Day>>(() => new Set(date === null ? [] : [date]));
  const { form: formElement, wasRefused, refuse, forget: forgetRefusals } = useFirstProblem();
  const days = [...chosen].toSorted();
  const refused = useRefusedDays(days, form, owner);

  const missing: FieldErrors = {
    ...missingFields(form, timesRequired),
    ...(days.length === 0 ? { date: 'Scegli almeno un giorno' } : {}),
  };
  const errors = wasRefused ? missing : {};
  const whyNot = (): string | null => {
    if (missing.date ?? missing.workLocation) return 'Data e tipo di giornata sono obbligatori';
    if (hasErrors(missing)) return timesRequired;
    const verdict = judgeTimes(form, owner, days[0] ?? today);
    if (verdict.state === 'refused') return verdict.text;
    return refused[0]?.reason ?? null;
  };
  const send = async (): Promise<void> => {
    const account = await create(days.map((day) => ({ ...bodyOf(form, day), date: day })));
    setChosen(new Set(account.failed.map(({ day }) => day)));
    forgetRefusals();
    tellCreation(account);
    if (account.failed.length > 0) return;
    if (date !== null) await navigate(`/calendar?month=${monthOf(date)}`);
    else setForm({ ...form, notes: '' });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (creation.state === 'sending') return;
    forget();
    const reason = whyNot();
    if (reason === null) {
      void send();
      return;
    }
    refuse();
    toast({ variant: 'error', ...refusalText(reason) });
  };

  return (
    <form
      ref={formElement}
      noValidate
      onSubmit={submit}
      className="grid gap-6 md:grid-cols-2 md:grid-rows-[auto_1fr] md:items-start md:gap-x-10"
    >
      <ShiftFields
        form={form}
        owner={owner}
        use="add"
        day={days[0] ?? today}
        onChange={setForm}
        errors={errors}
      />
      <section
        aria-labelledby="days-title"
        className="flex flex-col gap-1 md:col-start-2 md:row-span-2 md:row-start-1"
      >
        <h2 id="days-title" className="font-medium">
          Giorni
        </h2>
        <DayPicker
          cursor={cursor}
          chosen={chosen}
          onChange={setChosen}
          owner={owner}
          today={today}
          error={errors.date}
        />
        <RefusedDaysNotice
          refused={refused}
          onRemove={() => setChosen(new Set(days.filter((day) => !refused.some((no) => no.day === day))))}
        />
        <CreationAccount creation={creation} />
      </section>
      <NotesField form={form} onChange={setForm} />
      <SubmitBar form={form} variant={owner.variant} days={days} creation={creation} />
      <CreationFailure creation={creation} />
    </form>
  );
}
