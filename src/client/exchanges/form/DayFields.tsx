import { CalendarHeart, Clock } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { type ShiftType, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { Select } from '../../ui/Select.tsx';
import { capitalised } from '../kindTexts.ts';
import { AskedDaysField } from './AskedDaysField.tsx';
import type { ExchangeDraft } from './draft.ts';
import { formatStartHours, wantedTypes } from './offerChoice.ts';

interface HoursOrDayProps {
  value: boolean;
  onChange: (isForDay: boolean) => void;
}

const icon = { 'aria-hidden': true, className: 'size-6 shrink-0 text-soft' } as const;

/** What somebody wants for a shift: other hours of the same day, or the day. */
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
  /** Null while none is chosen that can be published. */
  offered: Shift | null;
}

/** The days on which somebody would work instead, and at what hours. */
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
            // another shift is about another month
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
