import type { Ref } from 'react';
import { formatMediumDay } from '../../domain/calendar/day.ts';
import { formatDutyTimes } from '../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { markOf } from '../shifts/marks.ts';
import { dayCount, kindAndLength } from './dutyText.ts';
import { wrongDuration } from './failures.ts';
import { weekAround } from './kindTexts.ts';
import type { OfferChoice } from './offerChoice.ts';
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
  return <Picker {...field} {...texts[variant]} items={choices.map((choice) => itemOf[variant](choice))} />;
}

const texts: Record<WorksiteVariant, { label: string; invitation: string }> = {
  standard: { label: 'Turno da offrire', invitation: 'Scegli uno dei tuoi turni' },
  taxi: { label: 'Settimana da offrire', invitation: 'Scegli una delle tue settimane' },
};

const itemOf: Record<WorksiteVariant, (choice: OfferChoice) => PickerItem> = {
  standard: (choice) => ({
    ...shared(choice, 'standard'),
    title: `${formatMediumDay(choice.shift.date)}, ${formatDutyTimes(choice.shift)}`,
    detail: kindAndLength(choice.shift),
  }),
  taxi: (choice) => ({
    ...shared(choice, 'taxi'),
    title: weekAround(choice.shift.date),
    detail: `${markOf(choice.shift, 'taxi').name} ${formatDutyTimes(choice.shift)}, ${dayCount(choice.days)}`,
  }),
};

function shared({ shift, isTaken, isWrongDuration, refusal }: OfferChoice, variant: WorksiteVariant) {
  const wrong = isWrongDuration ? ({ text: wrongDuration, variant: 'warn' } as const) : undefined;
  const taken = isTaken
    ? ({ text: variant === 'taxi' ? 'Già offerta' : 'Già offerto', variant: 'neutral' } as const)
    : undefined;
  return { id: shift.id, mark: markOf(shift, variant), badge: taken ?? wrong, isDisabled: isTaken, refusal };
}
