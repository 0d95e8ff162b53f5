import { type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';
import { FieldError } from './Field.tsx';

export interface Choice<Id extends string = string> {
  id: Id;
  label: ReactNode;
  hint?: ReactNode;
  badge?: ReactNode;
  isDisabled?: boolean | undefined;
}

interface ChoiceCardsProps<Id extends string> {
  label: string;
  choices: readonly Choice<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  error?: string | undefined;
  /** Columns on a phone and from 768 px. */
  columns?: { phone: 1 | 2 | 3; wide: 1 | 2 | 3 | 4 | 5 } | undefined;
}

const phoneColumns = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' };
const wideColumns = {
  1: 'md:grid-cols-1',
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-3',
  4: 'md:grid-cols-4',
  5: 'md:grid-cols-5',
};

/** A group of native radio buttons, drawn as large cards. */
export function ChoiceCards<Id extends string>(props: ChoiceCardsProps<Id>) {
  const { label, choices, value, onChange, error, columns = { phone: 2, wide: 3 } } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="@container">
        <div
          className={classNames(
            'grid gap-2 @max-[14rem]:grid-cols-1',
            phoneColumns[columns.phone],
            wideColumns[columns.wide],
          )}
        >
          {choices.map((choice) => (
            <ChoiceCard
              key={choice.id}
              group={id}
              choice={choice}
              isChosen={choice.id === value}
              onChoose={() => onChange(choice.id)}
            />
          ))}
        </div>
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

interface ChoiceCardProps<Id extends string> {
  group: string;
  choice: Choice<Id>;
  isChosen: boolean;
  onChoose: () => void;
}

function ChoiceCard<Id extends string>({ group, choice, isChosen, onChoose }: ChoiceCardProps<Id>) {
  return (
    <label
      className={classNames(
        'relative flex min-h-14 cursor-pointer items-center gap-x-3 rounded-md border border-edge bg-surface px-3 py-2',
        'max-[22.5rem]:flex-col max-[22.5rem]:items-start max-[22.5rem]:justify-center',
        'transition-[background-color,border-color,box-shadow] duration-150 hover:border-accent',
        'has-checked:border-accent has-checked:bg-accent-soft has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        'has-disabled:cursor-not-allowed has-disabled:opacity-50',
      )}
    >
      <input
        type="radio"
        name={group}
        value={choice.id}
        checked={isChosen}
        disabled={choice.isDisabled}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-md outline-none"
      />
      {choice.badge}
      <span className="min-w-0">
        <span className="block font-medium">{choice.label}</span>
        {choice.hint ? <span className="tabular block text-caption text-soft">{choice.hint}</span> : null}
      </span>
    </label>
  );
}
