import type { AuditFilter, UserListQuery } from '../../domain/admin/schema.ts';
import { freshPagedQuery, freshQuery } from '../data/callQuery.ts';

export const summaryQuery = freshQuery(['admin', 'summary'], 'GET /api/admin/summary');

export const worksiteCardsQuery = freshQuery(['admin', 'worksites'], 'GET /api/admin/worksites');

export const recentShiftsQuery = freshQuery(['admin', 'shifts'], 'GET /api/admin/shifts');

export const adminPeopleQuery = (search: string) =>
  freshPagedQuery(['admin', 'users', search], 'GET /api/admin/users/page', { search });

export const contentsQuery = (id: string) =>
  freshQuery(['ceo-worksites', id, 'contents'], 'GET /api/ceo/worksites/:id/contents', { params: { id } });

export const invitationsQuery = (id: string) =>
  freshQuery(['ceo-invitations', id], 'GET /api/ceo/worksites/:id/invitations', { params: { id } });

export const attentionQuery = freshQuery(['ceo-overview', 'attention'], 'GET /api/ceo/attention');

/** Words of names, and a day since when they have an account. */
export type PeopleSought = Pick<UserListQuery, 'search' | 'joinedSince'>;

export const peopleGroupsQuery = (query: PeopleSought) =>
  freshQuery(['ceo-people', 'groups', query], 'GET /api/ceo/registrations/page', { query });

export const peopleQuery = (worksiteId: string, sought: PeopleSought) =>
  freshPagedQuery(['ceo-people', worksiteId, sought], 'GET /api/ceo/registrations/page', {
    worksiteId,
    ...sought,
  });

export const overviewQuery = freshQuery(['ceo-overview'], 'GET /api/ceo/overview');

export const upkeepQuery = freshQuery(['ceo-upkeep'], 'GET /api/ceo/upkeep');

export const auditQuery = (filter: AuditFilter) =>
  freshPagedQuery(['ceo-audit', filter], 'GET /api/ceo/audit', filter);
