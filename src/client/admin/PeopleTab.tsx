import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { peopleGroupsQuery } from './api.ts';
import { countOf } from './counts.ts';
import { PeopleGroup } from './PeopleGroup.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** With a search, so many worksites are open from the start. */
const openedBySearch = 3;

/** Everybody, by worksite; a worksite's people are read when it is opened. */
export function PeopleTab() {
  const { typed, search, setTyped } = useSearch();
  const groups = useQuery({ ...peopleGroupsQuery(search), placeholderData: keepPreviousData });
  const [person, setPerson] = useState<AdminUser | null>(null);
  const total = groups.data?.reduce((sum, { userCount }) => sum + userCount, 0) ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <SearchField typed={typed} onType={setTyped} />
      <p role="status" className="text-caption text-soft">
        {groups.data ? countOf(total, 'persona', 'persone') : ' '}
      </p>
      <QueryStatus query={groups} failed="Non riesco a caricare le persone.">
        <SkeletonList className="h-14" label="Carico le persone…" />
      </QueryStatus>
      {groups.data && total === 0 && search !== '' ? (
        <EmptyState icon={UserRoundSearch}>
          Nessun risultato: prova con l’inizio del cognome o dell’email.
        </EmptyState>
      ) : null}
      <ul className="flex flex-col gap-3">
        {groups.data?.map((group, index) => (
          <PeopleGroup
            key={`${group.worksiteId} ${search}`}
            group={group}
            search={search}
            isOpenAtFirst={search !== '' && index < openedBySearch}
            onChoose={setPerson}
          />
        ))}
      </ul>
      {person ? <PersonDialog person={person} onClose={() => setPerson(null)} /> : null}
    </div>
  );
}
