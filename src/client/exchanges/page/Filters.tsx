import { ChevronDown } from 'lucide-react';
import { type Day, formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { shiftTypeNames, typesOf } from '../../../domain/shifts/duty.ts';
import { useSignedIn } from '../../auth/session.ts';
import { classNames } from '../../ui/classNames.ts';
import { capitalised } from '../kindTexts.ts';
import { filterChoices, type RequestFilter } from './arrange.ts';

interface FiltersProps {
  /** As far as they are loaded. */
  requests: readonly ExchangeRow[];
  /** The days of all of them. */
  days: readonly Day[];
  hasMore: boolean;
  filter: RequestFilter;
  onChange: (filter: RequestFilter) => void;
}

/** Day, type and whether it must fit, in one line of small controls. */
export function Filters({ requests, days: allDays, hasMore, filter, onChange }: FiltersProps) {
  const { variant } = useSignedIn().worksite;
  const allTypes = hasMore ? typesOf(variant) : [];
  const { days, types } = filterChoices(requests, filter, { days: allDays, types: allTypes });
  return (
    <div role="group" aria-label="Filtra le richieste" className="mb-4 flex flex-wrap gap-2">
      <button
        type="button"
        aria-pressed={filter.isPerfectOnly}
        onClick={() => onChange({ ...filter, isPerfectOnly: !filter.isPerfectOnly })}
        className={classNames(pill, 'px-3')}
      >
        Solo perfetti
      </button>
      <PillSelect
        label="Giorno"
        all="Ogni giorno"
        value={filter.day ?? ''}
        options={days.map((day) => ({ value: day, text: formatMediumDay(day) }))}
        onChange={(day) => onChange({ ...filter, day })}
      />
      <PillSelect
        label="Tipo di turno"
        all="Ogni tipo"
        value={filter.type ?? ''}
        options={types.map((type) => ({ value: type, text: capitalised(shiftTypeNames[type]) }))}
        onChange={(chosen) => onChange({ ...filter, type: types.find((type) => type === chosen) ?? null })}
      />
    </div>
  );
}

const pill =
  'min-h-11 cursor-pointer rounded-full border border-edge bg-surface text-caption font-medium transition-colors duration-150 ' +
  'hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent';

interface PillSelectProps {
  label: string;
  /** What it says while nothing is chosen. */
  all: string;
  /** '' for none. */
  value: string;
  options: readonly { value: string; text: string }[];
  /** null for none. */
  onChange: (value: string | null) => void;
}

function PillSelect({ label, all, value, options, onChange }: PillSelectProps) {
  return (
    <span className="relative inline-flex">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        className={classNames(
          pill,
          'tabular appearance-none py-2 pr-8 pl-3',
          value !== '' && 'border-accent bg-accent-soft text-accent',
        )}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-soft"
      />
    </span>
  );
}
