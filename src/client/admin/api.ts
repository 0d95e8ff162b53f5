import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditFilter, UserListQuery } from '../../domain/admin/schema.ts';
import { call } from '../http/request.ts';

// Nobody is told when these change: they are read again whenever a screen opens.
const staleTime = 0;

export const summaryQuery = queryOptions({
  queryKey: ['admin', 'summary'],
  queryFn: ({ signal }) => call('GET /api/admin/summary', { signal }),
  staleTime,
});

export const worksiteCardsQuery = queryOptions({
  queryKey: ['admin', 'worksites'],
  queryFn: ({ signal }) => call('GET /api/admin/worksites', { signal }),
  staleTime,
});

export const recentShiftsQuery = queryOptions({
  queryKey: ['admin', 'shifts'],
  queryFn: ({ signal }) => call('GET /api/admin/shifts', { signal }),
  staleTime,
});

export const adminPeopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/admin/users', { query: { search, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });

export const contentsQuery = (worksiteId: string) =>
  queryOptions({
    queryKey: ['ceo-worksites', worksiteId, 'contents'],
    queryFn: ({ signal }) =>
      call('GET /api/ceo/worksites/:id/contents', { params: { id: worksiteId }, signal }),
    staleTime,
  });

/** What a CEO looks after first. */
export const attentionQuery = queryOptions({
  queryKey: ['ceo-overview', 'attention'],
  queryFn: ({ signal }) => call('GET /api/ceo/attention', { signal }),
  staleTime,
});

/** Words of names, and a day since when they have an account. */
export type PeopleSought = Pick<UserListQuery, 'search' | 'joinedSince'>;

/** The worksites in which a search finds people, with how many. */
export const peopleGroupsQuery = (sought: PeopleSought) =>
  queryOptions({
    queryKey: ['ceo-people', 'groups', sought],
    queryFn: async ({ signal }) =>
      (await call('GET /api/ceo/registrations', { query: sought, signal })).groups,
    staleTime,
  });

/** The people of a worksite that a search finds, page by page. */
export const peopleQuery = (worksiteId: string, sought: PeopleSought) =>
  infiniteQueryOptions({
    queryKey: ['ceo-people', worksiteId, sought],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/ceo/registrations', { query: { worksiteId, ...sought, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });

export const overviewQuery = queryOptions({
  queryKey: ['ceo-overview'],
  queryFn: ({ signal }) => call('GET /api/ceo/overview', { signal }),
  staleTime,
});

/** What the upkeep asks a CEO. */
export const upkeepQuery = queryOptions({
  queryKey: ['ceo-upkeep'],
  queryFn: ({ signal }) => call('GET /api/ceo/upkeep', { signal }),
  staleTime,
});

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['ceo-audit', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/ceo/audit', { query: { ...filter, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  });
