import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { type AdminUser, newUserDays } from '../../domain/admin/schema.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useToday } from '../shifts/clock.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { type PeopleSought, peopleGroupsQuery } from './api.ts';
import { countOf } from './counts.ts';
import { FilterChip } from './FilterChip.tsx';
import { PeopleGroup } from './PeopleGroup.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** The parameter that narrows the list to who joined lately. */
const newOnly = 'nuove';

/** With a search, so many worksites are open from the start. */
const openedBySearch = 3;

/** Everybody, by worksite; a worksite's people are read when it is opened. */
export function PeopleTab() {
  const { typed, search, setTyped } = useSearch();
  const { parameters, change } = useAddress();
  const today = useToday();
  const isNewOnly = parameters.has(newOnly);
  const sought: PeopleSought = {
    ...(search && { search }),
    ...(isNewOnly && { joinedSince: addDays(today, -newUserDays) }),
  };
  const isNarrowed = search !== '' || isNewOnly;
  const query = useQuery({ ...peopleGroupsQuery(sought), placeholderData: keepPreviousData });
  const [person, setPerson] = useState<AdminUser | null>(null);
  const groups = query.data?.groups;
  const total = groups?.reduce((sum, { userCount }) => sum + userCount, 0) ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <SearchField typed={typed} onType={setTyped} />
      {isNewOnly ? (
        <FilterChip onRemove={() => change({ [newOnly]: null })}>
          {`Nuove negli ultimi ${newUserDays} giorni`}
        </FilterChip>
      ) : null}
      <p role="status" className="text-caption text-soft">
        {groups ? countOf(total, 'persona', 'persone') : ' '}
      </p>
      <QueryStatus query={query} failed="Non riesco a caricare le persone.">
        <SkeletonList className="h-14" label="Carico le persone…" />
      </QueryStatus>
      {groups && total === 0 && isNarrowed ? (
        <EmptyState icon={UserRoundSearch}>
          {search === ''
            ? 'Nessuno di nuovo.'
            : 'Nessun risultato: prova con l’inizio del cognome o dell’email.'}
        </EmptyState>
      ) : null}
      <ul className="flex flex-col gap-3">
        {groups?.map((group, index) => (
          <PeopleGroup
            key={`${group.worksiteId} ${search} ${isNewOnly}`}
            group={group}
            sought={sought}
            isOpenAtFirst={isNarrowed && index < openedBySearch}
            onChoose={setPerson}
          />
        ))}
      </ul>
      {person ? <PersonDialog person={person} onClose={() => setPerson(null)} /> : null}
    </div>
  );
}
