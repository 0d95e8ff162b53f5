import { CalendarDays } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { type Day, formatShortDay } from '../../../domain/calendar/day.ts';
import { typedDay, typedDayProblem, withSlashes } from '../../../domain/calendar/typedDay.ts';
import { announceInput } from '../../ui/announceInput.ts';
import { classNames } from '../../ui/classNames.ts';
import { boxLook, describedBy, Field } from '../../ui/Field.tsx';
import { ChosenDay } from './ChosenDay.tsx';

interface DayFieldProps {
  label: string;
  /** Null without a valid day. */
  value: Day | null;
  onChange: (day: Day | null) => void;
  /** The first and the last day that the calendar offers. */
  min?: Day | undefined;
  max?: Day | undefined;
  hint?: ReactNode;
  /** Shown unless the text is no day: that error takes precedence. */
  error?: string | undefined;
}

const textOf = (day: Day | null): string => (day === null ? '' : formatShortDay(day));

/** A day, typed as gg/mm/aaaa whatever language the browser speaks, or chosen from a calendar. */
export function DayField({ label, value, onChange, min, max, hint, error }: DayFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => textOf(value));
  const [isLeft, setLeft] = useState(true);
  const [isOpen, setOpen] = useState(false);
  // a new value from outside replaces the text, unless the text already says that day
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (typedDay(text) !== value) setText(textOf(value));
  }
  const isNoDay = text.trim() !== '' && typedDay(text) === null;
  const problem = isNoDay && (isLeft || error !== undefined) ? typedDayProblem : isNoDay ? undefined : error;

  const type = (typed: string): void => {
    const next = withSlashes(typed, text);
    setText(next);
    setLeft(false);
    onChange(typedDay(next));
  };
  const leave = (): void => {
    setLeft(true);
    const day = typedDay(text);
    if (day !== null) setText(formatShortDay(day));
  };
  const choose = (day: Day): void => {
    announceInput(field.current);
    setText(formatShortDay(day));
    onChange(day);
    setOpen(false);
  };
  return (
    <Field id={id} label={label} hint={hint} error={problem}>
      <div ref={box} className="relative">
        <input
          ref={field}
          id={id}
          value={text}
          placeholder="gg/mm/aaaa"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, hint, problem)}
          className={classNames(boxLook, 'tabular pr-12')}
        />
        <button
          type="button"
          aria-label={`${label}: scegli dal calendario`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-soft hover:text-accent"
        >
          <CalendarDays aria-hidden="true" className="size-5" />
        </button>
      </div>
      <Popover
        triggerRef={box}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom start"
        offset={4}
        className="w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-line bg-surface p-3 shadow-float"
      >
        <Dialog aria-label={label} className="outline-none">
          <ChosenDay value={value} min={min} max={max} onChoose={choose} />
        </Dialog>
      </Popover>
    </Field>
  );
}
