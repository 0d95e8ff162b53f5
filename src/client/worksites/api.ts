import { useQuery } from '@tanstack/react-query';
import { callQuery, freshQuery } from '../data/callQuery.ts';

/** The worksites that a person can register with. */
export const useWorksites = () => useQuery(callQuery(['worksites'], 'GET /api/worksites/available'));

/** All worksites with their codes, for the CEO. */
export const worksitesQuery = freshQuery(['ceo-worksites'], 'GET /api/ceo/worksites');
