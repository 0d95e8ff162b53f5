import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Day, dayPartOf, isDay, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import { type NamedShift, type PlannedDuty, taxiShifts } from '../../../domain/shifts/duty.ts';
import { judgeDay, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { calendarShiftsQuery } from '../api.ts';
import { useLocalMonth } from '../calendar/useMonthCursor.ts';
import { useToday } from '../clock.ts';
import { countDays } from '../dayLists.ts';
import { UsualDuties } from '../fill/DutyChips.tsx';
import { useShiftOwner } from '../owner.ts';
import { DayPicker } from '../picker/DayPicker.tsx';
import { taxiWeekOf } from '../picker/taxiWeeks.ts';
import { CreationFailure, CreationReport } from './CreationReport.tsx';
import { type FieldErrors, hasErrors, missingFields } from './fieldErrors.ts';
import { RefusedDayList } from './RefusedDayList.tsx';
import type { RefusedDay } from './refusedDays.ts';
import { NotesField, ShiftFields } from './ShiftFields.tsx';
import {
  bodyOf,
  emptyShiftForm,
  formOfDuty,
  judgeTimes,
  type ShiftForm,
  withNamedShift,
} from './shiftForm.ts';
import { SubmitBar } from './SubmitBar.tsx';
import { useFirstProblem } from './useFirstProblem.ts';
import { useCreationToast, useShiftCreation } from './useShiftCreation.ts';
import { useRefusedDays } from './WeekVerdict.tsx';

/** `/shifts/new?date=YYYY-MM-DD`: entries for one or several days. */
export default function AddShiftPage() {
  const today = useToday();
  const [parameters] = useSearchParams();
  const asked = dayPartOf(parameters.get('date') ?? '');
  const date = isDay(asked) && judgeDay(asked, today).ok ? asked : null;
  return (
    <>
      <PageHeader
        back={{ to: '/calendar', label: 'Calendario' }}
        action={
          <LinkButton to="/shifts/fill" variant="plain" size="small">
            Riempi più giorni
          </LinkButton>
        }
      />
      <AddShiftForm key={date} date={date} />
    </>
  );
}

/**
 * Adds the same entry on one or several days. What failed stays chosen, with all that was filled in.
 *
 * @param date the day the person came from, chosen at the start; null without one
 */
function AddShiftForm({ date }: { date: Day | null }) {
  const today = useToday();
  const owner = useShiftOwner();
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
    ...missingFields(form, 'add'),
    ...missingDay(days, form),
  };
  const errors = wasRefused ? missing : {};
  const canBeSent = (): boolean =>
    !hasErrors(missing) &&
    judgeTimes(form, owner, days[0] ?? today).state !== 'refused' &&
    refused.length === 0;
  const send = async (sent = form): Promise<void> => {
    const account = await create(days.map((day) => ({ ...bodyOf(sent, day), date: day })));
    setChosen(new Set(account.failed.map(({ day }) => day)));
    forgetRefusals();
    const [firstDay] = account.created;
    // who came from a day goes back to it anyway
    tellCreation(account, date === null && firstDay ? `/calendar?month=${monthOf(firstDay)}` : undefined);
    if (account.failed.length > 0) return;
    if (date !== null) await navigate(`/calendar?month=${monthOf(date)}`);
    else setForm({ ...sent, notes: '' });
  };
  /** With one tap for who comes from a day; else it is filled in. */
  const addUsual = (duty: PlannedDuty): void => {
    if (creation.state === 'sending') return;
    const filled = formOfDuty(duty, form.notes);
    setForm(filled);
    forget();
    if (date !== null && days.length === 1) void send(filled);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (creation.state === 'sending') return;
    forget();
    if (canBeSent()) void send();
    else refuse();
  };

  return (
    <form
      ref={formElement}
      noValidate
      onSubmit={submit}
      className="grid gap-6 md:grid-cols-2 md:grid-rows-[auto_1fr] md:items-start md:gap-x-10"
    >
      <div className="flex flex-col gap-6">
        <UsualDuties owner={owner} onPress={addUsual} />
        <ShiftFields
          form={form}
          owner={owner}
          use="add"
          day={days[0] ?? today}
          onChange={setForm}
          errors={errors}
        />
      </div>
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
        <CreationReport creation={creation} />
      </section>
      <NotesField form={form} onChange={setForm} />
      <SubmitBar form={form} variant={owner.variant} days={days} creation={creation} />
      <CreationFailure creation={creation} />
    </form>
  );
}

function missingDay(days: readonly Day[], { workLocation }: ShiftForm): FieldErrors {
  if (days.length > 0) return {};
  return workLocation === null
    ? { workLocation: 'Data e tipo di giornata sono obbligatori' }
    : { date: 'Scegli almeno un giorno' };
}

interface RefusedDaysNoticeProps {
  refused: readonly RefusedDay[];
  /** Takes these days out of the choice. */
  onRemove: () => void;
}

/** Before anything is sent: on which chosen days the entry does not fit into its week, and the way out. */
function RefusedDaysNotice({ refused, onRemove }: RefusedDaysNoticeProps) {
  if (refused.length === 0) return null;
  return (
    <Notice variant="warn" title={`Questo turno non va bene per ${countDays(refused.length)}`}>
      <RefusedDayList refused={refused} />
      <div data-problem="true">
        <Button variant="quiet" size="small" onClick={onRemove}>
          {refused.length === 1 ? 'Togli questo giorno' : 'Togli questi giorni'}
        </Button>
      </div>
    </Notice>
  );
}

/**
 * The named shift that a driver works in the Saturday-Friday week of `day`: the only one that fits there. Null while
 * that is not known or still open, without a day, and in standard worksites.
 */
function useWeekShift(day: Day | null, owner: ShiftOwner, today: Day): NamedShift | null {
  const week = saturdayWeekOf(day ?? today);
  const isAsked = day !== null && owner.variant === 'taxi';
  const { data } = useQuery({ ...calendarShiftsQuery(week), enabled: isAsked });
  if (!isAsked || !data) return null;
  const { shiftType } = taxiWeekOf(week, data, today, owner);
  return taxiShifts.find((named) => named.shiftType === shiftType) ?? null;
}
