import { auditActionList } from '../../domain/admin/auditActions.it.ts';
import type { AuditFilter, AuditList } from '../../domain/admin/schema.ts';
import { DayField } from '../shifts/picker/DayField.tsx';
import { Select } from '../ui/Select.tsx';
import { FilterChip } from './FilterChip.tsx';

interface AuditFilterBarProps extends Pick<AuditList, 'actors' | 'person'> {
  filter: AuditFilter;
  onSet: (key: keyof AuditFilter, value: string) => void;
}

const everything = { id: 'tutto', label: 'Tutto' };
const everybody = { id: 'tutti', label: 'Tutti' };

/** What the record is narrowed to. */
export function AuditFilterBar({ filter, onSet, actors, person }: AuditFilterBarProps) {
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
