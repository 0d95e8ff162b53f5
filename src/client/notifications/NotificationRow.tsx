import { formatRelativeTime, type Instant } from '../../domain/calendar/day.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import { classNames } from '../ui/classNames.ts';
import { rowLook } from './rowLook.ts';
import { UnreadTitle } from './UnreadTitle.tsx';

interface NotificationRowProps {
  notification: Notification;
  now: Instant;
  /** The line above says what it is about. */
  isTitled?: boolean;
  onOpen: (notification: Notification) => void;
  className?: string;
}

/** One notification; pressed, it is read and leads where it points. */
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
