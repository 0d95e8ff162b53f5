import { Minus, Plus, X } from 'lucide-react';
import { type Day, addDays, formatShortDay } from '../../domain/calendar/day.ts';
import type { PlannedDuty } from '../../domain/shifts/duty.ts';
import { mostDaysOfStep, mostSteps, type Step } from '../../domain/shifts/patterns.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { DutyChips, markOfPlanned, nameOfPlanned } from '../shifts/fill/DutyChips.tsx';
import { DayField } from '../shifts/picker/DayField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { KeptPatterns } from './KeptPatterns.tsx';

export interface Pattern {
  steps: readonly Step[];
  from: Day | null;
  to: Day | null;
  /** A day on which it begins with its first step, where that is not `from`. */
  startsOn: Day | null;
}

interface PatternEditorProps {
  pattern: Pattern;
  duties: readonly PlannedDuty[];
  variant: WorksiteVariant;
  min: Day;
  max: Day;
  onChange: (pattern: Pattern) => void;
}

export function PatternEditor({ pattern, duties, variant, min, max, onChange }: PatternEditorProps) {
  const { steps, from, to, startsOn } = pattern;
  const withSteps = (changed: readonly Step[]): void =>
    onChange({ ...pattern, steps: changed, startsOn: null });
  const setDays = (index: number, days: number): void =>
    withSteps(steps.map((step, at) => (at === index ? { ...step, days } : step)));
  return (
    <div className="flex flex-col gap-4">
      <KeptPatterns
        steps={steps}
        startsOn={startsOn ?? from}
        variant={variant}
        onChoose={(kept) => onChange({ ...pattern, steps: kept.steps, startsOn: kept.startsOn })}
      />
      <ol aria-label="La rotazione" className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the same duty may come twice: a step is its place
            key={index}
            className="flex flex-wrap items-center justify-end gap-x-2 rounded-md border border-line bg-surface py-1 pl-3"
          >
            <StepName step={step} variant={variant} />
            <IconButton
              label="Un giorno in meno"
              icon={Minus}
              disabled={step.days === 1}
              onClick={() => setDays(index, step.days - 1)}
            />
            <span className="tabular min-w-6 text-center font-semibold" aria-label={`${step.days} giorni`}>
              {step.days}
            </span>
            <IconButton
              label="Un giorno in più"
              icon={Plus}
              disabled={step.days === mostDaysOfStep}
              onClick={() => setDays(index, step.days + 1)}
            />
            <IconButton
              label="Togli dalla rotazione"
              icon={X}
              onClick={() => withSteps(steps.filter((_step, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      {steps.length < mostSteps && (
        <div className="flex flex-col gap-2">
          <p className="text-caption text-soft">{steps.length === 0 ? 'Comincia con' : 'Poi'}</p>
          <DutyChips
            label="Aggiungi alla rotazione"
            duties={duties}
            variant={variant}
            onPress={(duty) => withSteps([...steps, { duty, days: 1 }])}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 @max-[20rem]/fill:grid-cols-1">
        <DayField
          label="Dal"
          value={from}
          min={min}
          max={max}
          onChange={(day) => onChange({ ...pattern, from: day })}
        />
        <DayField
          label="Al"
          value={to}
          min={from ?? min}
          max={from === null || addDays(from, 365) > max ? max : addDays(from, 365)}
          onChange={(day) => onChange({ ...pattern, to: day })}
        />
      </div>
      {startsOn !== null && startsOn !== from && (
        <p className="text-caption text-soft">
          Il giro continua da quello cominciato <span className="tabular">{formatShortDay(startsOn)}</span>.{' '}
          <button
            type="button"
            className="min-h-6 font-medium text-accent underline underline-offset-2"
            onClick={() => onChange({ ...pattern, startsOn: null })}
          >
            Comincia invece dal primo giorno
          </button>
        </p>
      )}
    </div>
  );
}

function StepName({ step, variant }: { step: Step; variant: WorksiteVariant }) {
  const mark = markOfPlanned(step.duty, variant);
  return (
    <span className="tabular flex min-w-24 flex-1 items-center gap-3 font-medium">
      <LetterBadge letter={mark.letter} tone={mark.tone} />
      <span className="min-w-0 wrap-anywhere">{nameOfPlanned(step.duty, variant)}</span>
    </span>
  );
}
