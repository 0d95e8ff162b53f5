import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AdminShift,
  AdminSummary,
  AdminWorksite,
  AuditFilter,
  AuditList,
  Overview,
  RegistrationList,
  UserList,
} from '../../domain/admin/schema.ts';
import type { Worksite, WorksiteContents } from '../../domain/worksites/schema.ts';
import { request } from '../http/request.ts';

// Nobody is told when these change: they are read again whenever a screen opens.
const staleTime = 0;

/** `path?…`, leaving out what is empty. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

const read =
  <T>(path: string) =>
  ({ signal }: { signal: AbortSignal }) =>
    request<T>('GET', path, { signal });

export const summaryQuery = queryOptions({
  queryKey: ['admin', 'summary'],
  queryFn: read<AdminSummary>('/api/admin/summary'),
  staleTime,
});

export const worksiteCardsQuery = queryOptions({
  queryKey: ['admin', 'worksites'],
  queryFn: read<AdminWorksite[]>('/api/admin/worksites'),
  staleTime,
});

export const recentShiftsQuery = queryOptions({
  queryKey: ['admin', 'shifts'],
  queryFn: read<AdminShift[]>('/api/admin/shifts'),
  staleTime,
});

export const adminPeopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<UserList>('GET', withQuery('/api/admin/users', { search, cursor }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });

/** All worksites with their codes, for the CEO. */
export const worksitesQuery = queryOptions({
  queryKey: ['ceo-worksites'],
  queryFn: read<Worksite[]>('/api/ceo/worksites'),
  staleTime,
});

export const contentsQuery = (worksiteId: string) =>
  queryOptions({
    queryKey: ['ceo-worksites', worksiteId, 'contents'],
    queryFn: read<WorksiteContents>(`/api/ceo/worksites/${worksiteId}/contents`),
    staleTime,
  });

/** The worksites in which a search finds people, with how many. */
export const peopleGroupsQuery = (search: string) =>
  queryOptions({
    queryKey: ['ceo-people', 'groups', search],
    queryFn: async ({ signal }) => {
      const path = withQuery('/api/ceo/registrations', { search });
      return (await request<RegistrationList>('GET', path, { signal })).groups;
    },
    staleTime,
  });

/** The people of a worksite that a search finds, page by page. */
export const peopleQuery = (worksiteId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['ceo-people', worksiteId, search],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<RegistrationList>('GET', withQuery('/api/ceo/registrations', { worksiteId, search, cursor }), {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });

export const overviewQuery = queryOptions({
  queryKey: ['ceo-overview'],
  queryFn: read<Overview>('/api/ceo/overview'),
  staleTime,
});

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['ceo-audit', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<AuditList>('GET', withQuery('/api/ceo/audit', { ...filter, cursor }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });
