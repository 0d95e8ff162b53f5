import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import { pagedQuery } from '../data/callQuery.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

const key = ['notifications'];

export const useNotifications = () => useInfiniteQuery(pagedQuery(key, 'GET /api/notifications', {}));

/** Marks one as read, or `all` of them; shown at once and read again from the server afterwards. */
export const useMarkRead = () =>
  useAction({
    run: (id: string) =>
      id === 'all'
        ? call('PATCH /api/notifications/mark-all-read')
        : call('PATCH /api/notifications/:id/read', { params: { id } }),
    changes: ['notifications'],
    optimistic: async (client, id) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<InfiniteData<NotificationList>>(key, (data) => data && markRead(data, id));
    },
  });

function markRead(data: InfiniteData<NotificationList>, id: string): InfiniteData<NotificationList> {
  const isMeant = (one: { id: string; isRead: boolean }) => !one.isRead && (id === 'all' || one.id === id);
  const marked = data.pages.flatMap(({ notifications }) => notifications.filter(isMeant)).length;
  const pages = data.pages.map((page) => ({
    ...page,
    unreadCount: id === 'all' ? 0 : Math.max(0, page.unreadCount - marked),
    notifications: page.notifications.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)),
  }));
  return { ...data, pages };
}
