import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { MoreButton } from '../exchanges/MoreButton.tsx';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { auditQuery, withQuery } from './api.ts';
import { useAuditAddress } from './auditAddress.ts';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditLine } from './AuditLine.tsx';
import { DownloadLink } from './DownloadLink.tsx';

/** The record of administrative acts and swaps: who, as whom, what, when. Nobody can change it. */
export function AuditTab() {
  const { filter, set, clear } = useAuditAddress();
  const list = useInfiniteQuery({ ...auditQuery(filter), placeholderData: keepPreviousData });
  const first = list.data?.pages[0];
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <AuditFilterBar
        filter={filter}
        onSet={set}
        actors={first?.actors ?? []}
        person={first?.person ?? null}
      />
      <div className="flex flex-wrap gap-2">
        <DownloadLink href={withQuery('/api/ceo/audit/export', { ...filter })}>Scarica CSV</DownloadLink>
        {isFiltered ? (
          <Button variant="plain" size="small" onClick={clear}>
            Togli i filtri
          </Button>
        ) : null}
      </div>
      {list.isPending ? <SkeletonList className="h-20" label="Carico il registro…" /> : null}
      {list.isError ? (
        <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          {textOf(list.error, 'Non riesco a caricare il registro.')}
        </ErrorState>
      ) : null}
      {list.isSuccess && entries.length === 0 ? (
        <EmptyState icon={<History className="size-7" />}>
          {isFiltered
            ? 'Niente con questi filtri: allargali o toglili.'
            : 'Ancora niente: qui compare ogni atto amministrativo e ogni scambio completato.'}
        </EmptyState>
      ) : null}
      <ul className="flex flex-col gap-2">
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} onPerson={(id) => set('personId', id)} />
        ))}
      </ul>
      {list.isSuccess ? <MoreButton list={list} entryHeight="h-20" /> : null}
    </div>
  );
}
