import { useInfiniteQuery } from '@tanstack/react-query';
import { FileCheck, FilterX, Plus } from 'lucide-react';
import type { Operation } from '../../domain/operations/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { type CodeFilters, operationListQuery } from './api.ts';
import { type CodeActions, CodeRow } from './CodeRow.tsx';

interface CodeListProps extends CodeActions {
  filters: CodeFilters;
  selectedIds: ReadonlySet<string>;
  /** Opens the form; null where there is none. */
  onNew: (() => void) | null;
  onClearFilters: () => void;
}

export function CodeList({ filters, selectedIds, onNew, onClearFilters, ...actions }: CodeListProps) {
  const list = useInfiniteQuery(operationListQuery(filters));
  if (!list.data) {
    return (
      <QueryStatus query={list} failed="Non riesco a caricare i codici.">
        <SkeletonList label="Carico i codici…" className="h-14" />
      </QueryStatus>
    );
  }
  if (list.data.pages.every(({ operations }) => operations.length === 0)) {
    return <NoCodes filters={filters} onNew={onNew} onClearFilters={onClearFilters} />;
  }
  return (
    <>
      <ul
        aria-label={`Codici ${filters.type}`}
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {duplicatesTogether(list.data.pages.flatMap(({ operations }) => operations)).map((operation) => (
          <CodeRow
            key={operation.id}
            operation={operation}
            source={filters.source}
            isSelected={selectedIds.has(operation.id)}
            {...actions}
          />
        ))}
      </ul>
      <MoreButton list={list} entryHeight="h-14" />
    </>
  );
}

/** Moves duplicates of a code next to its first occurrence. */
const duplicatesTogether = (operations: readonly Operation[]): Operation[] =>
  [...Map.groupBy(operations, ({ code }) => code).values()].flat();

function NoCodes({
  filters,
  onNew,
  onClearFilters,
}: Pick<CodeListProps, 'filters' | 'onNew' | 'onClearFilters'>) {
  const { type, source, status, month, worksiteId } = filters;
  if (status || month || (source === 'all' && worksiteId)) {
    return (
      <EmptyState
        icon={FilterX}
        action={
          <Button variant="quiet" onClick={onClearFilters}>
            Togli i filtri
          </Button>
        }
      >
        Nessun codice {type} con questi filtri.
      </EmptyState>
    );
  }
  if (source !== 'own' || !onNew) {
    return <EmptyState icon={FileCheck}>Nessuno ha ancora inserito codici {type}.</EmptyState>;
  }
  return (
    <EmptyState
      icon={FileCheck}
      action={
        <Button onClick={onNew} icon={Plus}>
          Inserisci un codice
        </Button>
      }
    >
      Non hai ancora codici {type}: inserisci il primo quando finisci un’operazione.
    </EmptyState>
  );
}
