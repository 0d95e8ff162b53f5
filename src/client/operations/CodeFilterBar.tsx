import { useQuery } from '@tanstack/react-query';
import { addMonths, formatMonth, type Month, monthOf } from '../../domain/calendar/month.ts';
import { operationStatuses } from '../../domain/operations/schema.ts';
import { statusNames } from '../../domain/operations/texts.it.ts';
import { useToday } from '../shifts/clock.ts';
import { DownloadLink } from '../ui/LinkButton.tsx';
import { Select, type SelectOption } from '../ui/Select.tsx';
import { worksitesQuery } from '../worksites/api.ts';
import { type CodeFilters, type CodeSource, exportAddress } from './api.ts';
import type { CodeAddress } from './codeAddress.ts';

const everything = 'tutti';
/** As long as inactive accounts are kept. */
const monthsBack = 24;

interface CodeFilterBarProps {
  source: CodeSource;
  filters: CodeFilters;
  hasOwn: boolean;
  onChange: (change: Partial<CodeAddress>) => void;
}

export function CodeFilterBar({ source, filters, hasOwn, onChange }: CodeFilterBarProps) {
  const { status, month } = filters;
  const hasChoice = hasOwn && source !== 'own';
  const hasWorksites = filters.source === 'all';
  // two beside each other on a phone: with an even number of choices the file has a row of its own
  const isAlone = hasChoice === hasWorksites;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-end gap-3 md:flex md:flex-wrap md:*:min-w-44">
      {hasChoice ? (
        <Select
          label="Codici"
          options={[
            { id: everything, label: source === 'all' ? 'Tutti i cantieri' : 'Tutto il cantiere' },
            { id: 'me', label: 'Solo i miei' },
          ]}
          value={filters.source === 'own' ? 'me' : everything}
          onChange={(id) => onChange({ isOwnOnly: id === 'me' })}
        />
      ) : null}
      {hasWorksites ? <WorksiteFilter filters={filters} onChange={onChange} /> : null}
      <Select
        label="Stato"
        options={statusOptions}
        value={status ?? everything}
        onChange={(id) => onChange({ status: operationStatuses.find((known) => known === id) ?? null })}
      />
      <Select
        label="Mese"
        options={useMonthOptions(month)}
        value={month ?? everything}
        onChange={(id) => onChange({ month: id === everything ? null : id })}
      />
      <DownloadLink
        href={exportAddress(filters)}
        className={isAlone ? 'max-md:col-span-full md:ml-auto' : 'md:ml-auto'}
      >
        Scarica CSV
      </DownloadLink>
    </div>
  );
}

const statusOptions: readonly SelectOption[] = [
  { id: everything, label: 'Tutti' },
  ...operationStatuses.map((id) => ({ id, label: statusNames[id] })),
];

/** The last two years, newest first, plus the URL's month if it is older. */
function useMonthOptions(chosen: Month | null): SelectOption[] {
  const current = monthOf(useToday());
  const months = Array.from({ length: monthsBack }, (_, back) => addMonths(current, -back));
  if (chosen && !months.includes(chosen)) months.push(chosen);
  return [
    { id: everything, label: 'Tutti i mesi' },
    ...months.map((month) => ({ id: month, label: formatMonth(month) })),
  ];
}

function WorksiteFilter({ filters, onChange }: Pick<CodeFilterBarProps, 'filters' | 'onChange'>) {
  const { data = [] } = useQuery(worksitesQuery);
  const worksites = data.map(({ id, name }) => ({ id, label: name }));
  return (
    <Select
      label="Cantiere"
      options={[{ id: everything, label: 'Tutti i cantieri' }, ...worksites]}
      value={filters.worksiteId ?? everything}
      onChange={(id) => onChange({ worksiteId: id === everything ? null : id })}
    />
  );
}
