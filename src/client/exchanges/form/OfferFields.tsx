import { Moon, Sun, Sunrise, Sunset } from 'lucide-react';
import type { Ref } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import { formatDutyTimes, type ShiftType, shiftTypeNames, taxiShifts } from '../../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { markOf } from '../../shifts/marks.ts';
import { type Choice, ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { wrongDuration } from '../actions.ts';
import { capitalised, dayCount, kindAndLength, weekAround } from '../kindTexts.ts';
import { formatStartHours, type OfferChoice, wantedTypes } from './offerChoice.ts';
import { Picker, type PickerItem } from './Picker.tsx';

interface ShiftPickerProps {
  choices: readonly OfferChoice[];
  value: string | null;
  onChange: (shiftId: string) => void;
  onBlur: () => void;
  error?: string | undefined;
  /** The button, to focus it after a refused submit. */
  ref: Ref<HTMLButtonElement>;
}

/** The shift, or the driver's week, to offer. One that cannot be published can be chosen to read why; a taken one cannot. */
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
  /** The type of what is offered, null while nothing is. */
  own: ShiftType | null;
  value: ShiftType | null;
  onChange: (type: ShiftType) => void;
  error?: string | undefined;
}

/** Which type of shift the requester would like instead. */
export function WantedTypeChoice({ own, value, onChange, error }: WantedTypeChoiceProps) {
  const { variant } = useSignedIn().worksite;
  return (
    <ChoiceCards<ShiftType>
      label="Tipo di turno desiderato"
      choices={wantedTypes(variant, own).map(variant === 'taxi' ? namedChoice : timedChoice)}
      value={value}
      onChange={onChange}
      error={error}
      columns={{ phone: 2, wide: 2 }}
    />
  );
}

/** A type that some hours of the day make. */
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
