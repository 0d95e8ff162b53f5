import { type SyntheticEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Day, dayPartOf, isDay } from '../../../domain/calendar/day.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { FoldButton } from '../../ui/FoldButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useLocalMonth } from '../calendar/useMonthCursor.ts';
import { useToday } from '../clock.ts';
import { countDays } from '../dayLists.ts';
import { nameOfDay } from '../dayNames.ts';
import { UsualDuties } from '../fill/DutyChips.tsx';
import { useShiftOwner } from '../owner.ts';
import { DayPicker } from '../picker/DayPicker.tsx';
import { CreationFailure, CreationReport } from './CreationReport.tsx';
import { type FieldErrors, hasErrors, missingFields } from './fieldErrors.ts';
import { RefusedDayList } from './RefusedDayList.tsx';
import type { RefusedDay } from './refusedDays.ts';
import { NotesField, ShiftFields } from './ShiftFields.tsx';
import { bodyOf, emptyShiftForm, formOfDuty, judgeTimes, type ShiftForm } from './shiftForm.ts';
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
      <PageHeader back={{ to: '/calendar', label: 'Calendario' }}>
        {date !== null && <span className="block first-letter:uppercase">{nameOfDay(date)}</span>}
      </PageHeader>
      <AddShiftForm key={date} date={date} />
    </>
  );
}

/**
 * Adds the same entry on one or several days. Days that failed stay chosen, and the form stays filled in.
 *
 * @param date the day the person came from: usual duties are one tap, the fields are folded; null without one
 */
function AddShiftForm({ date }: { date: Day | null }) {
  const today = useToday();
  const owner = useShiftOwner();
  const tellCreation = useCreationToast();
  const navigate = useNavigate();
  const cursor = useLocalMonth(date ?? today);
  const { creation, create, forget } = useShiftCreation();
  const [form, setForm] = useState<ShiftForm>(emptyShiftForm);
  const [isOpen, setOpen] = useState(date === null);
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
  const send = async (sent: ShiftForm, onDays: readonly Day[]): Promise<void> => {
    if (creation.state === 'sending') return;
    const account = await create(onDays.map((day) => ({ ...bodyOf(sent, day), date: day })));
    setChosen(new Set(account.failed.map(({ day }) => day)));
    forgetRefusals();
    const [firstDay] = account.created;
    // with a day in the address the page returns to it anyway
    tellCreation(account, date === null && firstDay ? `/calendar?month=${monthOf(firstDay)}` : undefined);
    if (account.failed.length > 0) setOpen(true);
    else if (date !== null) await navigate(`/calendar?month=${monthOf(date)}`);
    else setForm({ ...sent, notes: '' });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    forget();
    if (canBeSent()) void send(form, days);
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
        {date !== null && (
          <>
            <UsualDuties owner={owner} onPress={(duty) => void send(formOfDuty(duty, form.notes), [date])} />
            <FoldButton
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
              className="min-h-12 items-center justify-between rounded-md px-2 font-medium"
            >
              Altro
            </FoldButton>
          </>
        )}
        {isOpen && (
          <ShiftFields
            form={form}
            owner={owner}
            use="add"
            day={days[0] ?? today}
            onChange={setForm}
            errors={errors}
          />
        )}
      </div>
      {isOpen && (
        <>
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
            <RefusedDaysNotice refused={refused} days={days} onChange={setChosen} />
            <CreationReport creation={creation} />
          </section>
          <NotesField form={form} onChange={setForm} />
          <SubmitBar form={form} variant={owner.variant} days={days} creation={creation} />
        </>
      )}
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
  /** All chosen days. */
  days: readonly Day[];
  onChange: (chosen: ReadonlySet<Day>) => void;
}

/** Before sending: the chosen days whose week has no room for the entry, and a button that removes them. */
function RefusedDaysNotice({ refused, days, onChange }: RefusedDaysNoticeProps) {
  if (refused.length === 0) return null;
  return (
    <Notice variant="warn" title={`Questo turno non va bene per ${countDays(refused.length)}`}>
      <RefusedDayList refused={refused} />
      <div data-problem="true">
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange(new Set(days.filter((day) => !refused.some((no) => no.day === day))))}
        >
          {refused.length === 1 ? 'Togli questo giorno' : 'Togli questi giorni'}
        </Button>
      </div>
    </Notice>
  );
}
