import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminUser, UserGroup } from '../../domain/admin/schema.ts';
import { MoreButton } from '../exchanges/MoreButton.tsx';
import { textOf } from '../http/httpError.ts';
import { Badge } from '../ui/Badge.tsx';
import { classNames } from '../ui/classNames.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { rowInSight } from '../ui/inSight.ts';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { peopleQuery } from './api.ts';
import { formatCount } from './counts.ts';
import { PersonLine } from './PersonLine.tsx';

interface PeopleGroupProps {
  group: UserGroup;
  search: string;
  isOpenAtFirst: boolean;
  onChoose: (person: AdminUser) => void;
}

/** A worksite and, once it is opened, its people. */
export function PeopleGroup({ group, search, isOpenAtFirst, onChoose }: PeopleGroupProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const shutOut = group.userCount - group.activeCount;
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-sunken -outline-offset-2"
        >
          <span className="min-w-0 flex-1 font-semibold break-words">{group.name}</span>
          {group.isActive ? null : <Badge variant="warn">Disattivato</Badge>}
          {shutOut > 0 ? <Badge>{formatCount(shutOut)} non attivi</Badge> : null}
          <span className="tabular text-soft">
            {formatCount(group.userCount)}
            <span className="sr-only">{group.userCount === 1 ? ' persona' : ' persone'}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classNames(
              'size-5 shrink-0 text-soft transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line">
        {isOpen ? <People worksiteId={group.worksiteId} search={search} onChoose={onChoose} /> : null}
      </div>
    </li>
  );
}

interface PeopleProps {
  worksiteId: string;
  search: string;
  onChoose: (person: AdminUser) => void;
}

function People({ worksiteId, search, onChoose }: PeopleProps) {
  const list = useInfiniteQuery(peopleQuery(worksiteId, search));
  if (list.isPending) {
    return (
      <div className="p-4">
        <SkeletonList className="h-12" label="Carico le persone…" />
      </div>
    );
  }
  if (list.isError) {
    return (
      <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {textOf(list.error, 'Non riesco a caricare le persone.')}
      </ErrorState>
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
          <li key={person.id} className={rowInSight}>
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
