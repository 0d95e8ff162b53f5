import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { auditActionList } from '../../domain/admin/auditActions.it.ts';
import type { AuditFilter, AuditList } from '../../domain/admin/schema.ts';
import { addressOf } from '../../domain/call.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { DayField } from '../shifts/picker/DayField.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { DownloadLink } from '../ui/LinkButton.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Select } from '../ui/Select.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { auditQuery } from './api.ts';
import { AuditLine } from './AuditLine.tsx';
import { FilterChip } from './FilterChip.tsx';
import { more } from './more.ts';

/** `/altro/registro`: administrative acts and swaps: who, as whom, what, when. Nobody can change it. */
export default function AuditPage() {
  const { filter, set, clear } = useAuditAddress();
  const list = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData });
  const first = list.data?.pages[0];
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        back={more}
        action={
          <DownloadLink size="small" href={addressOf('GET /api/ceo/audit/export', { query: filter })}>
            Scarica CSV
          </DownloadLink>
        }
      />
      <AuditFilterBar
        filter={filter}
        onSet={set}
        actors={first?.actors ?? []}
        person={first?.person ?? null}
      />
      {isFiltered ? (
        <Button variant="plain" size="small" className="self-start" onClick={clear}>
          Togli i filtri
        </Button>
      ) : null}
      <QueryStatus query={list} failed="Non riesco a caricare il registro.">
        <SkeletonList className="h-8" count={12} label="Carico il registro…" />
      </QueryStatus>
      {list.data && entries.length === 0 ? (
        <EmptyState icon={History}>
          {isFiltered
            ? 'Niente con questi filtri: allargali o toglili.'
            : 'Ancora niente: qui compare ogni atto amministrativo e ogni scambio completato.'}
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} onPerson={(id) => set('personId', id)} />
        ))}
      </ul>
      {list.data ? <MoreButton list={list} entryHeight="h-8" /> : null}
    </div>
  );
}

const names = { actorId: 'chi', personId: 'persona', action: 'azione', from: 'dal', to: 'al' } as const;
type FilterName = keyof typeof names;

function useAuditAddress() {
  const { parameters, change } = useAddress();
  const filter: AuditFilter = {};
  for (const [key, name] of Object.entries(names) as [FilterName, string][]) {
    const value = parameters.get(name);
    if (value) filter[key] = value;
  }
  const set = (key: FilterName, value: string): void => change({ [names[key]]: value || null });
  const clear = (): void => change(Object.fromEntries(Object.values(names).map((name) => [name, null])));
  return { filter, set, clear };
}

interface AuditFilterBarProps extends Pick<AuditList, 'actors' | 'person'> {
  filter: AuditFilter;
  onSet: (key: keyof AuditFilter, value: string) => void;
}

const everything = { id: 'tutto', label: 'Tutto' };
const everybody = { id: 'tutti', label: 'Tutti' };

function AuditFilterBar({ filter, onSet, actors, person }: AuditFilterBarProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 max-[22.5rem]:*:col-span-2 lg:grid-cols-4">
        <div className="max-md:col-span-2">
          <Select
            label="Che cosa"
            options={[everything, ...auditActionList.map(({ id, name }) => ({ id, label: name }))]}
            value={filter.action ?? everything.id}
            onChange={(id) => onSet('action', id === everything.id ? '' : id)}
          />
        </div>
        <div className="max-md:col-span-2">
          <Select
            label="Fatto da"
            options={[everybody, ...actors.map(({ id, name }) => ({ id, label: name }))]}
            value={filter.actorId ?? everybody.id}
            onChange={(id) => onSet('actorId', id === everybody.id ? '' : id)}
          />
        </div>
        <DayField
          label="Dal giorno"
          value={filter.from ?? null}
          max={filter.to}
          onChange={(day) => onSet('from', day ?? '')}
        />
        <DayField
          label="Al giorno"
          value={filter.to ?? null}
          min={filter.from}
          onChange={(day) => onSet('to', day ?? '')}
        />
      </div>
      {filter.personId ? (
        <FilterChip
          onRemove={() => onSet('personId', '')}
        >{`Solo ${person?.name ?? 'una persona'}`}</FilterChip>
      ) : null}
    </div>
  );
}
