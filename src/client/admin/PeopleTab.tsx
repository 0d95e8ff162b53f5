import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserRoundSearch, X } from 'lucide-react';
import { useState } from 'react';
import { type AdminUser, newUserDays } from '../../domain/admin/schema.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useToday } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { type PeopleSought, peopleGroupsQuery } from './api.ts';
import { countOf } from './counts.ts';
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
  const groups = useQuery({ ...peopleGroupsQuery(sought), placeholderData: keepPreviousData });
  const [person, setPerson] = useState<AdminUser | null>(null);
  const total = groups.data?.reduce((sum, { userCount }) => sum + userCount, 0) ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <SearchField typed={typed} onType={setTyped} />
      {isNewOnly ? (
        <Button
          variant="quiet"
          size="small"
          icon={X}
          iconClass="size-4"
          className="self-start"
          onClick={() => change({ [newOnly]: null })}
        >
          <span className="sr-only">Togli il filtro: </span>Nuove negli ultimi {newUserDays} giorni
        </Button>
      ) : null}
      <p role="status" className="text-caption text-soft">
        {groups.data ? countOf(total, 'persona', 'persone') : ' '}
      </p>
      <QueryStatus query={groups} failed="Non riesco a caricare le persone.">
        <SkeletonList className="h-14" label="Carico le persone…" />
      </QueryStatus>
      {groups.data && total === 0 && isNarrowed ? (
        <EmptyState icon={UserRoundSearch}>
          {search === ''
            ? 'Nessuno di nuovo.'
            : 'Nessun risultato: prova con l’inizio del cognome o dell’email.'}
        </EmptyState>
      ) : null}
      <ul className="flex flex-col gap-3">
        {groups.data?.map((group, index) => (
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
