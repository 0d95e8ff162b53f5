import { endsNextDay, taxiShifts, type WorkLocation } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { type Choice, ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { type Mark, markOf } from '../marks.ts';
import { type ShiftForm, withNamedShift, withWorkLocation } from './shiftForm.ts';

interface WorkTypeChoiceProps {
  form: ShiftForm;
  owner: ShiftOwner;
  use: 'add' | 'edit';
  onChange: (form: ShiftForm) => void;
  error?: string | undefined;
}

const choiceOf = <Id extends string>(id: Id, mark: Mark, hint?: string): Choice<Id> => ({
  id,
  label: mark.name,
  hint,
  badge: <LetterBadge letter={mark.letter} tone={mark.tone} />,
});

const twoColumns = { phone: 2, wide: 2 } as const;

/** What kind of day it is; in the taxi worksite the predefined shift, with its times. */
export function WorkTypeChoice(props: WorkTypeChoiceProps) {
  return props.owner.variant === 'taxi' ? <TaxiChoice {...props} /> : <StandardChoice {...props} />;
}

const standardPlaces = ['sede', 'smart_working', 'libero', 'ferie', 'malattia'] as const;

function StandardChoice({ form, onChange, error }: WorkTypeChoiceProps) {
  return (
    <ChoiceCards<WorkLocation>
      label="Tipo di giornata"
      columns={twoColumns}
      choices={standardPlaces.map((place) =>
        choiceOf(place, markOf({ workLocation: place, shiftType: null }, 'standard')),
      )}
      value={form.workLocation}
      onChange={(place) => onChange(withWorkLocation(form, place))}
      error={error}
    />
  );
}

const taxiPlaces = { add: ['ferie', 'libero'], edit: ['ferie', 'libero', 'malattia'] } as const;

function TaxiChoice({ form, use, onChange, error }: WorkTypeChoiceProps) {
  const places: readonly WorkLocation[] = taxiPlaces[use];
  const named = taxiShifts.find(
    ({ startTime, endTime }) => form.startTime === startTime && form.endTime === endTime,
  );
  const choices = [
    ...taxiShifts.map((shift) =>
      choiceOf(
        shift.name,
        markOf({ workLocation: 'sede', shiftType: shift.shiftType }, 'taxi'),
        `${shift.startTime}–${shift.endTime}${endsNextDay(shift) ? ' +1' : ''}`,
      ),
    ),
    ...places.map((place) => choiceOf(place, markOf({ workLocation: place, shiftType: null }, 'taxi'))),
  ];
  return (
    <ChoiceCards<string>
      label="Turno"
      columns={twoColumns}
      choices={choices}
      value={form.workLocation === 'sede' ? (named?.name ?? null) : form.workLocation}
      onChange={(id) => {
        const place = places.find((other) => other === id);
        const shift = taxiShifts.find(({ name }) => name === id);
        if (place) onChange(withWorkLocation(form, place));
        else if (shift) onChange(withNamedShift(form, shift));
      }}
      error={error}
    />
  );
}
