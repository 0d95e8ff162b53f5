import { X } from 'lucide-react';
import { auditActionList } from '../../domain/admin/auditActions.it.ts';
import type { AuditFilter, AuditList } from '../../domain/admin/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';

interface AuditFilterBarProps {
  filter: AuditFilter;
  onSet: (key: keyof AuditFilter, value: string) => void;
  actors: AuditList['actors'];
  person: AuditList['person'];
}

const everything = { id: 'tutto', label: 'Tutto' };
const everybody = { id: 'tutti', label: 'Tutti' };

/** What the record is narrowed to. */
export function AuditFilterBar({ filter, onSet, actors, person }: AuditFilterBarProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
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
        <TextField
          label="Dal giorno"
          type="date"
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(event) => onSet('from', event.target.value)}
        />
        <TextField
          label="Al giorno"
          type="date"
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(event) => onSet('to', event.target.value)}
        />
      </div>
      {filter.personId ? (
        <Button
          variant="quiet"
          size="small"
          className="self-start"
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => onSet('personId', '')}
        >
          <span className="sr-only">Togli il filtro: </span>Solo {person?.name ?? 'una persona'}
        </Button>
      ) : null}
    </div>
  );
}
