import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { roleNames } from '../../domain/users/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { MoreButton } from '../ui/MoreButton.tsx';
import { Section } from '../ui/Section.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { adminPeopleQuery } from './api.ts';
import { PersonBadges } from './PersonBadges.tsx';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';

/** Everybody, by name. */
export function AdminPeople() {
  const { typed, search, setTyped } = useSearch();
  const list = useInfiniteQuery({ ...adminPeopleQuery(search), placeholderData: keepPreviousData });
  const people = list.data?.pages.flatMap(({ users }) => users) ?? [];
  return (
    <Section title="Persone">
      <SearchField typed={typed} onType={setTyped} />
      <QueryStatus query={list} failed="Non riesco a caricare le persone.">
        <SkeletonList className="h-14" count={5} label="Carico le persone…" />
      </QueryStatus>
      <p role="status" className="text-soft empty:hidden">
        {list.isSuccess && people.length === 0 ? 'Nessun risultato.' : ''}
      </p>
      {people.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {people.map((person) => (
            <li key={person.id} className={`px-4 py-2.5 ${deferredRowRendering}`}>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <span className="min-w-0">
                  {person.lastName} {person.firstName}
                </span>
                <PersonBadges person={person} />
              </p>
              <p className="text-caption text-soft">
                {person.email} · {roleNames[person.role]} · {person.worksite.name}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {list.isSuccess ? <MoreButton list={list} entryHeight="h-14" /> : null}
    </Section>
  );
}
