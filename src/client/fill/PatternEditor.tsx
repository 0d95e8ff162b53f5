import { GripVertical, Minus, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { addDays, type Day, formatShortDay } from '../../domain/calendar/day.ts';
import { keyOfDuty, type PlannedDuty } from '../../domain/shifts/duty.ts';
import { mostDaysOfStep, mostSteps, type Step } from '../../domain/shifts/patterns.ts';
import { markOfPlanned, nameOfPlanned } from '../shifts/fill/DutyChips.tsx';
import { useShiftOwner } from '../shifts/owner.ts';
import { DayField } from '../shifts/picker/DayField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { DutyChoice, DutyDialog } from './DutyChoice.tsx';
import { KeptPatterns } from './KeptPatterns.tsx';

/** A step with a stable id for reordering. */
interface Row extends Step {
  id: number;
}

export const rowsOf = (steps: readonly Step[]): Row[] => steps.map((step, id) => ({ ...step, id }));

export interface Pattern {
  steps: readonly Row[];
  from: Day | null;
  to: Day | null;
  /** A day on which the first step begins, if it is not `from`. */
  startsOn: Day | null;
  /** It was detected in the last weeks. */
  isFound: boolean;
}

interface PatternEditorProps {
  pattern: Pattern;
  duties: readonly PlannedDuty[];
  min: Day;
  max: Day;
  onChange: (pattern: Pattern) => void;
}

export function PatternEditor({ pattern, duties, min, max, onChange }: PatternEditorProps) {
  const { variant } = useShiftOwner();
  const { steps, from, to, startsOn } = pattern;
  const withSteps = (changed: readonly Row[]): void =>
    onChange({ ...pattern, steps: changed, startsOn: null, isFound: false });
  /** Extends the last row by a day, or adds a row. */
  const add = (duty: PlannedDuty): void => {
    const last = steps.at(-1);
    if (last && last.days < mostDaysOfStep && keyOfDuty(last.duty) === keyOfDuty(duty)) {
      return withSteps([...steps.slice(0, -1), { ...last, days: last.days + 1 }]);
    }
    withSteps([...steps, { duty, days: 1, id: Math.max(-1, ...steps.map(({ id }) => id)) + 1 }]);
  };
  return (
    <div className="flex flex-col gap-4">
      <KeptPatterns
        steps={steps}
        startsOn={startsOn ?? from}
        variant={variant}
        onChoose={(kept) =>
          onChange({ ...pattern, steps: rowsOf(kept.steps), startsOn: kept.startsOn, isFound: false })
        }
      />
      {pattern.isFound && (
        <p className="text-caption text-soft">È la rotazione delle tue ultime settimane.</p>
      )}
      <Rows rows={steps} duties={duties} onChange={withSteps} />
      {steps.length < mostSteps && (
        <div className="flex flex-col gap-2">
          <p className="text-caption text-soft">{steps.length === 0 ? 'Comincia con' : 'Poi'}</p>
          <DutyChoice label="Aggiungi alla rotazione" duties={duties} onChoose={add} />
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

interface RowsProps {
  rows: readonly Row[];
  duties: readonly PlannedDuty[];
  onChange: (rows: readonly Row[]) => void;
}

/** The rows of a rotation: dragged by their handle (mouse, touch or keyboard), edited through their letter. */
function Rows({ rows, duties, onChange }: RowsProps) {
  const { variant } = useShiftOwner();
  const [changing, setChanging] = useState<Row | null>(null);
  const replace = (row: Row): void => onChange(rows.map((one) => (one.id === row.id ? row : one)));
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const others = rows.filter(({ id }) => !keys.has(id));
      const place = others.findIndex(({ id }) => id === target.key);
      const moved = rows.filter(({ id }) => keys.has(id));
      onChange(others.toSpliced(place + (target.dropPosition === 'after' ? 1 : 0), 0, ...moved));
    },
  });
  return (
    <>
      <GridList
        aria-label="La rotazione"
        items={rows}
        dependencies={[rows]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        className="flex flex-col gap-2 **:data-[drop-target]:outline-2 **:data-[drop-target]:outline-accent"
      >
        {(row) => {
          const name = nameOfPlanned(row.duty, variant);
          const mark = markOfPlanned(row.duty, variant);
          return (
            <GridListItem
              textValue={name}
              className="rounded-md border border-line bg-surface data-[dragging]:opacity-50"
            >
              <div className="flex flex-wrap items-center justify-end py-1">
                <AriaButton
                  slot="drag"
                  className="grid size-11 cursor-grab place-items-center rounded-md text-soft"
                >
                  <GripVertical aria-hidden="true" className="size-5" />
                </AriaButton>
                <button
                  type="button"
                  onClick={() => setChanging(row)}
                  className="tabular flex min-h-11 min-w-24 flex-1 items-center gap-2 rounded-md text-left font-medium hover:text-accent"
                >
                  <LetterBadge letter={mark.letter} tone={mark.tone} />
                  <span className="sr-only">Cambia </span>
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </button>
                <span className="flex items-center">
                  <IconButton
                    label="Un giorno in meno"
                    icon={Minus}
                    disabled={row.days === 1}
                    onClick={() => replace({ ...row, days: row.days - 1 })}
                  />
                  <span
                    className="tabular min-w-6 text-center font-semibold"
                    aria-label={`${row.days} giorni`}
                  >
                    {row.days}
                  </span>
                  <IconButton
                    label="Un giorno in più"
                    icon={Plus}
                    disabled={row.days === mostDaysOfStep}
                    onClick={() => replace({ ...row, days: row.days + 1 })}
                  />
                  <IconButton
                    label="Togli dalla rotazione"
                    icon={X}
                    onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
                  />
                </span>
              </div>
            </GridListItem>
          );
        }}
      </GridList>
      {changing && (
        <DutyDialog
          duty={changing.duty}
          duties={duties}
          onChoose={(duty) => replace({ ...changing, duty })}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
