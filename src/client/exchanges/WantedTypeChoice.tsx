import { Moon, Sun, Sunrise, Sunset } from 'lucide-react';
import { type ShiftType, shiftTypeNames, taxiShifts } from '../../domain/shifts/duty.ts';
import { useSignedIn } from '../auth/session.ts';
import { markOf } from '../shifts/marks.ts';
import { type Choice, ChoiceCards } from '../ui/ChoiceCards.tsx';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { capitalised } from './dutyText.ts';
import { formatStartHours, wantedTypes } from './offerChoice.ts';

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
    hint: named ? `${named.startTime}-${named.endTime}` : null,
    badge: <LetterBadge letter={letter} tone={tone} />,
  };
}
