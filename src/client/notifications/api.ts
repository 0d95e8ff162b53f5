import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import { pagedQuery } from '../data/callQuery.ts';
import { type Action, showChange, useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

const key = ['notifications'];

export const useNotifications = () => useInfiniteQuery(pagedQuery(key, 'GET /api/notifications/page', {}));

/** Applied optimistically, then refetched. */
const marking = {
  changes: ['notifications'],
  optimistic: (client, id) =>
    showChange(client, key, (data: InfiniteData<NotificationList>) => markRead(data, id)),
} satisfies Partial<Action<string, unknown>>;

/** Marks a notification as read. */
export const useMarkRead = () =>
  useAction({
    ...marking,
    run: (id: string) => call('PATCH /api/notifications/:id/read', { params: { id } }),
  });

export const useMarkAllRead = () =>
  useAction({
    ...marking,
    run: (_all: 'all') => call('PATCH /api/notifications/mark-all-read'),
    failed: 'Notifiche non segnate come lette',
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
