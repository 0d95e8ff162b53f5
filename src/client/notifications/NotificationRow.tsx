import type { ReactNode } from 'react';
import { formatRelativeTime, type Instant } from '../../domain/calendar/day.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import { classNames } from '../ui/classNames.ts';

interface NotificationRowProps {
  notification: Notification;
  now: Instant;
  /** The line above says what it is about. */
  isTitled?: boolean;
  onOpen: (notification: Notification) => void;
  className?: string;
}

export function NotificationRow(props: NotificationRowProps) {
  const { notification, now, isTitled = false, onOpen, className } = props;
  const { title, message, isRead, createdAt } = notification;
  return (
    <button type="button" onClick={() => onOpen(notification)} className={classNames(rowLook, className)}>
      <UnreadTitle isRead={isRead} title={isTitled ? message : title} isSmall={isTitled}>
        {isTitled ? null : <span className="block text-caption text-soft">{message}</span>}
        <time dateTime={createdAt} className="mt-1 block text-caption text-soft">
          {formatRelativeTime(createdAt, now)}
        </time>
      </UnreadTitle>
    </button>
  );
}

export const rowLook =
  'flex w-full gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-accent-soft';

interface UnreadTitleProps {
  isRead: boolean;
  title: string;
  isSmall?: boolean;
  children: ReactNode;
}

/** A title and what belongs to it; unread ones carry a dot and stronger type. */
export function UnreadTitle({ isRead, title, isSmall = false, children }: UnreadTitleProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'size-2 shrink-0 rounded-full',
          isSmall ? 'mt-1.5' : 'mt-2',
          !isRead && 'bg-accent',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames('block', isSmall && 'text-caption', !isRead && 'font-semibold')}>
          {isRead ? null : <span className="sr-only">Da leggere: </span>}
          {title}
        </span>
        {children}
      </span>
    </>
  );
}
