import { useQuery } from '@tanstack/react-query';
import { CalendarHeart, Clock, Moon, Sun, Sunrise, Sunset } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import { formatDutyTimes, type ShiftType, shiftTypeNames, taxiShifts } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { markOf } from '../../shifts/marks.ts';
import { Button } from '../../ui/Button.tsx';
import { type Choice, ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { Select } from '../../ui/Select.tsx';
import { wrongDuration } from '../actions.ts';
import { previewQuery } from '../api.ts';
import { capitalised, dayCount, kindAndLength, weekAround } from '../kindTexts.ts';
import { AskedDaysField } from './AskedDaysField.tsx';
import type { ExchangeDraft } from './draft.ts';
import { formatStartHours, type OfferChoice, wantedTypes } from './offerChoice.ts';
import { Picker, type PickerItem } from './Picker.tsx';

interface ShiftPickerProps {
  choices: readonly OfferChoice[];
  value: string | null;
  onChange: (shiftId: string) => void;
  onBlur: () => void;
  error?: string | undefined;
  /** The button, to focus after a failed validation. */
  ref: Ref<HTMLButtonElement>;
}

/** Chooses the shift or driver's week to offer. Unpublishable ones can be selected to read why; taken ones cannot. */
export function ShiftPicker({ choices, ...field }: ShiftPickerProps) {
  const { variant } = useSignedIn().worksite;
  return (
    <Picker {...field} {...pickerTexts[variant]} items={choices.map((choice) => itemOf[variant](choice))} />
  );
}

const pickerTexts: Record<WorksiteVariant, { label: string; invitation: string }> = {
  standard: { label: 'Turno da offrire', invitation: 'Scegli uno dei tuoi turni' },
  taxi: { label: 'Settimana da offrire', invitation: 'Scegli una delle tue settimane' },
};

const itemOf: Record<WorksiteVariant, (choice: OfferChoice) => PickerItem> = {
  standard: (choice) => ({
    ...sharedItem(choice, 'standard'),
    title: `${formatMediumDay(choice.shift.date)}, ${formatDutyTimes(choice.shift)}`,
    detail: kindAndLength(choice.shift),
  }),
  taxi: (choice) => ({
    ...sharedItem(choice, 'taxi'),
    title: weekAround(choice.shift.date),
    detail: `${markOf(choice.shift, 'taxi').name} ${formatDutyTimes(choice.shift)}, ${dayCount(choice.days.length)}`,
  }),
};

function sharedItem({ shift, isTaken, isWrongDuration, refusal }: OfferChoice, variant: WorksiteVariant) {
  const wrong = isWrongDuration ? ({ text: wrongDuration, variant: 'warn' } as const) : undefined;
  const taken = isTaken
    ? ({ text: variant === 'taxi' ? 'Già offerta' : 'Già offerto', variant: 'neutral' } as const)
    : undefined;
  return { id: shift.id, mark: markOf(shift, variant), badge: taken ?? wrong, isDisabled: isTaken, refusal };
}

const icons = { mattina: Sunrise, pomeriggio: Sun, sera: Sunset, notte: Moon, seminotte: Moon };

interface WantedTypeChoiceProps {
  /** The offered shift; null if none. */
  offered: Shift | null;
  value: ShiftType | null;
  onChange: (type: ShiftType) => void;
  error?: string | undefined;
}

/** Chooses the wanted shift type; types that no colleague has are under 'Altri orari'. */
export function WantedTypeChoice({ offered, value, onChange, error }: WantedTypeChoiceProps) {
  const { variant } = useSignedIn().worksite;
  const [showsAll, setShowsAll] = useState(false);
  const sought = {
    kind: variant === 'taxi' ? 'settimana' : 'turno',
    wanted: null,
    requestedDate: '',
  } as const;
  const { data } = useQuery({
    ...previewQuery({ ...sought, shiftId: offered?.id ?? '' }),
    enabled: offered !== null,
  });
  const worked = data?.workedTypes ?? [];
  const types = wantedTypes(variant, offered?.shiftType ?? null);
  const likely = types.filter((type) => worked.includes(type) || type === value);
  const shown = showsAll || worked.length === 0 ? types : likely;
  return (
    <div className="flex flex-col gap-1">
      <ChoiceCards<ShiftType>
        label="Tipo di turno desiderato"
        choices={shown.map(variant === 'taxi' ? namedChoice : timedChoice)}
        value={value}
        onChange={onChange}
        error={error}
        columns={{ phone: 2, wide: 2 }}
      />
      {shown.length < types.length ? (
        <Button
          variant="plain"
          size="small"
          onClick={() => setShowsAll(true)}
          className="-mb-2 -ml-3 self-start"
        >
          Altri orari
        </Button>
      ) : null}
    </div>
  );
}

/** A type defined by its start hours. */
function timedChoice(type: ShiftType): Choice<ShiftType> {
  const Icon = icons[type];
  return {
    id: type,
    label: capitalised(shiftTypeNames[type]),
    hint: formatStartHours(type),
    badge: <Icon aria-hidden="true" className="size-6 shrink-0 text-soft max-[22rem]:hidden" />,
  };
}

/** One of the taxi worksite's named shifts. */
function namedChoice(type: ShiftType): Choice<ShiftType> {
  const { letter, tone, name } = markOf({ workLocation: 'sede', shiftType: type }, 'taxi');
  const named = taxiShifts.find(({ shiftType }) => shiftType === type);
  return {
    id: type,
    label: name,
    hint: named ? `${named.startTime}–${named.endTime}` : null,
    badge: <LetterBadge letter={letter} tone={tone} />,
  };
}

interface HoursOrDayProps {
  value: boolean;
  onChange: (isForDay: boolean) => void;
}

const icon = { 'aria-hidden': true, className: 'size-6 shrink-0 text-soft' } as const;

/** Chooses between other hours on the same day and having the day free. */
export function HoursOrDay({ value, onChange }: HoursOrDayProps) {
  return (
    <ChoiceCards<'hours' | 'day'>
      label="Vuoi un altro orario o il giorno libero?"
      choices={[
        { id: 'hours', label: 'Un altro orario', hint: 'lo stesso giorno', badge: <Clock {...icon} /> },
        {
          id: 'day',
          label: 'Il giorno libero',
          hint: 'ne lavoro un altro',
          badge: <CalendarHeart {...icon} />,
        },
      ]}
      value={value ? 'day' : 'hours'}
      onChange={(choice) => onChange(choice === 'day')}
      columns={{ phone: 2, wide: 2 }}
    />
  );
}

interface DayFieldsProps {
  form: UseFormReturn<ExchangeDraft>;
  /** Null unless a publishable shift is chosen. */
  offered: Shift | null;
}

/** The days to work instead, and the wanted type. */
export function DayFields({ form, offered }: DayFieldsProps) {
  const { control, clearErrors, formState, setValue, watch } = form;
  const [acceptableDays, withinDays] = watch(['acceptableDays', 'withinDays']);
  if (!offered) return <p className="text-soft">Scegli prima il turno: poi i giorni in cui lavoreresti.</p>;
  return (
    <>
      <Controller
        control={control}
        name="acceptableDays"
        render={({ field }) => (
          <AskedDaysField
            // another shift starts with another month
            key={offered.id}
            ref={field.ref}
            offered={offered}
            value={{ acceptableDays, withinDays }}
            onChange={(asked) => {
              setValue('acceptableDays', asked.acceptableDays);
              setValue('withinDays', asked.withinDays);
              clearErrors('acceptableDays');
            }}
            error={formState.errors.acceptableDays?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="typeOnDay"
        render={({ field }) => (
          <Select<ShiftType | 'any'>
            label="Orario desiderato"
            options={[
              { id: 'any', label: 'Qualsiasi orario' },
              ...wantedTypes('standard', null).map((type) => ({
                id: type,
                label: capitalised(shiftTypeNames[type]),
                hint: formatStartHours(type),
              })),
            ]}
            value={field.value ?? 'any'}
            onChange={(type) => field.onChange(type === 'any' ? null : type)}
          />
        )}
      />
    </>
  );
}
