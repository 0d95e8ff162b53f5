import { useQuery } from '@tanstack/react-query';
import type { WorksiteSummary } from '../../domain/worksites/schema.ts';
import { request } from '../http/request.ts';

/** The worksites that a person can register with. */
export const useWorksites = () =>
  useQuery({
    queryKey: ['worksites'],
    queryFn: ({ signal }) => request<WorksiteSummary[]>('GET', '/api/worksites/available', { signal }),
  });
