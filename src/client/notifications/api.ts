import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import { request } from '../http/request.ts';

const key = ['notifications'];

/** The person's notifications, newest first, page by page; the first page knows how many are unread. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?cursor=${encodeURIComponent(pageParam)}`;
      return request<NotificationList>('GET', `/api/notifications${query}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Marks one as read, or `all` of them; shown at once and read again from the server afterwards. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request<void>(
        'PATCH',
        id === 'all' ? '/api/notifications/mark-all-read' : `/api/notifications/${id}/read`,
      ),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData<InfiniteData<NotificationList>>(key, (data) => data && markRead(data, id));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

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
