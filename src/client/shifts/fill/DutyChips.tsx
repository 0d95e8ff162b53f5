import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keyOfDuty, namedTypeOf, type PlannedDuty } from '../../../domain/shifts/duty.ts';
import { usualDuties } from '../../../domain/shifts/patterns.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { ownShiftsQuery } from '../api.ts';
import { markOf, shortTimes } from '../marks.ts';

/** The most chips offered. */
export const mostChips = 5;

/** The letter and colour of a duty that is not recorded yet. */
export const markOfPlanned = (duty: PlannedDuty, variant: WorksiteVariant) =>
  markOf({ workLocation: duty.workLocation, shiftType: namedTypeOf(duty) }, variant);

/** '6–14', 'Libero', 'Smart working 9–18'; in the taxi worksite 'Mattina'. */
export function nameOfPlanned(duty: PlannedDuty, variant: WorksiteVariant): string {
  const { name } = markOfPlanned(duty, variant);
  const times = shortTimes(duty).join(' ');
  if (variant === 'taxi' || times === '') return name;
  return duty.workLocation === 'sede' ? times : `${name} ${times}`;
}

/** The look of a chip, without horizontal padding. */
export const chipLook = (isChosen: boolean): string =>
  classNames(
    'tabular flex min-h-11 max-w-full items-center gap-2 rounded-full border py-1 text-left font-medium transition-colors duration-150',
    isChosen
      ? 'border-accent bg-accent-soft text-accent shadow-[inset_0_0_0_1px_var(--color-accent)]'
      : 'border-edge bg-surface hover:border-accent',
  );

interface DutyChipsProps {
  /** What they do, for screen readers. */
  label: string;
  duties: readonly PlannedDuty[];
  variant: WorksiteVariant;
  /** Undefined where none stays chosen. */
  chosen?: PlannedDuty | null | undefined;
  onPress: (duty: PlannedDuty) => void;
  /** A further chip. */
  children?: ReactNode;
}

/** Duties to choose with one tap. */
export function DutyChips({ label, duties, variant, chosen, onPress, children }: DutyChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {duties.map((duty) => {
        const key = keyOfDuty(duty);
        const mark = markOfPlanned(duty, variant);
        const isChosen = chosen !== undefined && chosen !== null && keyOfDuty(chosen) === key;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={chosen === undefined ? undefined : isChosen}
            onClick={() => onPress(duty)}
            className={classNames(chipLook(isChosen), 'pr-4 pl-1.5')}
          >
            <LetterBadge letter={mark.letter} tone={mark.tone} size="normal" />
            {nameOfPlanned(duty, variant)}
          </button>
        );
      })}
      {children}
    </div>
  );
}

interface UsualDutiesProps {
  owner: ShiftOwner;
  onPress: (duty: PlannedDuty) => void;
}

/** What the person records most: one tap records it. Keeps its height while loading. */
export function UsualDuties({ owner, onPress }: UsualDutiesProps) {
  const { data } = useQuery(ownShiftsQuery);
  return (
    <section
      aria-labelledby="soliti"
      // the usual number of rows on a phone
      className={classNames('md:min-h-36', owner.variant === 'taxi' ? 'min-h-50' : 'min-h-36')}
    >
      <h2 id="soliti" className="font-medium">
        I tuoi soliti turni
      </h2>
      <p className="mb-2 text-caption text-soft">Un tocco e salva</p>
      {data && (
        <DutyChips
          label="I tuoi soliti turni"
          duties={usualDuties(data, owner, mostChips)}
          variant={owner.variant}
          onPress={onPress}
        />
      )}
    </section>
  );
}
