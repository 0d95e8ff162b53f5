import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronRight, UserRoundSearch } from 'lucide-react';
import { useId, useState } from 'react';
import { type AdminUser, newUserDays, type UserGroup } from '../../domain/admin/schema.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useToday } from '../shifts/clock.ts';
import { Badge } from '../ui/Badge.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FoldButton } from '../ui/FoldButton.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { peopleGroupsQuery, peopleQuery, type PeopleSought } from './api.ts';
import { countOf, formatCount } from './counts.ts';
import { FilterChip } from './FilterChip.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonText } from './PersonText.tsx';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** The parameter that filters the list to new people. */
const newOnly = 'nuove';

/** How many worksites are initially expanded: each fetches its people. */
const openedAtFirst = 5;

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
            isOpenAtFirst={index < openedAtFirst}
            onChoose={setPerson}
          />
        ))}
      </ul>
      {person ? <PersonDialog person={person} onClose={() => setPerson(null)} /> : null}
    </div>
  );
}

interface PeopleGroupProps {
  group: UserGroup;
  sought: PeopleSought;
  isOpenAtFirst: boolean;
  onChoose: (person: AdminUser) => void;
}

function PeopleGroup({ group, sought, isOpenAtFirst, onChoose }: PeopleGroupProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const shutOut = group.userCount - group.activeCount;
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface">
      <h3>
        <FoldButton
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
          className="min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2"
        >
          <span className="min-w-0 flex-1 font-semibold">{group.name}</span>
          {group.isActive ? null : <Badge variant="warn">Disattivato</Badge>}
          {shutOut > 0 ? <Badge>{countOf(shutOut, 'non attiva', 'non attive')}</Badge> : null}
          <span className="tabular text-soft">
            {formatCount(group.userCount)}
            <span className="sr-only">{group.userCount === 1 ? ' persona' : ' persone'}</span>
          </span>
        </FoldButton>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line">
        {isOpen ? <People {...{ group, sought, onChoose }} /> : null}
      </div>
    </li>
  );
}

function People({ group, sought, onChoose }: Omit<PeopleGroupProps, 'isOpenAtFirst'>) {
  const list = useInfiniteQuery(peopleQuery(group.worksiteId, sought));
  if (!list.data) {
    return (
      <QueryStatus query={list} failed="Non riesco a caricare le persone.">
        <div className="p-4">
          <SkeletonList className="h-12" label="Carico le persone…" />
        </div>
      </QueryStatus>
    );
  }
  const people = list.data.pages.flatMap(({ users }) => users);
  if (people.length === 0) {
    return (
      <p className="px-4 py-4 text-soft">
        Qui non c’è ancora nessuno: ci si registra con il codice del cantiere.
      </p>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li key={person.id} className={deferredRowRendering}>
            <PersonLine person={person} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <div className="pb-4 empty:hidden">
        <MoreButton list={list} entryHeight="h-14" />
      </div>
    </>
  );
}

function PersonLine({ person, onChoose }: { person: AdminUser; onChoose: (person: AdminUser) => void }) {
  return (
    <button
      type="button"
      onClick={() => onChoose(person)}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-sunken -outline-offset-2 md:min-h-11"
    >
      <PersonText person={person} />
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-soft" />
    </button>
  );
}
