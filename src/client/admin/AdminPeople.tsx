import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { roleNames } from '../../domain/users/schema.ts';
import { MoreButton } from '../exchanges/MoreButton.tsx';
import { textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { rowInSight } from '../ui/inSight.ts';
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
    <section aria-labelledby="persone" className="flex flex-col gap-3">
      <h2 id="persone" className="text-title font-semibold">
        Persone
      </h2>
      <SearchField typed={typed} onType={setTyped} />
      {list.isPending ? <SkeletonList className="h-14" count={5} label="Carico le persone…" /> : null}
      {list.isError ? (
        <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
          {textOf(list.error, 'Non riesco a caricare le persone.')}
        </ErrorState>
      ) : null}
      <p role="status" className="text-soft empty:hidden">
        {list.isSuccess && people.length === 0 ? 'Nessuno con queste lettere.' : ''}
      </p>
      {people.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {people.map((person) => (
            <li key={person.id} className={`px-4 py-2.5 ${rowInSight}`}>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <span className="min-w-0 break-words">
                  {person.lastName} {person.firstName}
                </span>
                <PersonBadges person={person} />
              </p>
              <p className="text-caption break-words text-soft">
                {person.email} · {roleNames[person.role]} · {person.worksite.name}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {list.isSuccess ? <MoreButton list={list} entryHeight="h-14" /> : null}
    </section>
  );
}
