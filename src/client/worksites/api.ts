import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/request.ts';

/** The worksites that a person can register with. */
export const useWorksites = () =>
  useQuery({
    queryKey: ['worksites'],
    queryFn: ({ signal }) => call('GET /api/worksites/available', { signal }),
  });

/** All worksites with their codes, for the CEO. */
export const worksitesQuery = queryOptions({
  queryKey: ['ceo-worksites'],
  queryFn: ({ signal }) => call('GET /api/ceo/worksites', { signal }),
  // nobody is told when these change: they are read again whenever a screen opens
  staleTime: 0,
});
