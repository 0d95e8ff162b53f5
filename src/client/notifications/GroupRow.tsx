import { useId, useState } from 'react';
import { formatRelativeTime, type Instant } from '../../domain/calendar/day.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import { FoldButton } from '../ui/FoldButton.tsx';
import type { NotificationGroup } from './groups.ts';
import { NotificationRow, rowLook, UnreadTitle } from './NotificationRow.tsx';

interface GroupRowProps {
  group: NotificationGroup;
  now: Instant;
  onOpen: (notification: Notification) => void;
}

/** Many of a kind behind one line, which unfolds them. */
export function GroupRow({ group, now, onOpen }: GroupRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [newest] = group.notifications;
  const isOneTitle = group.notifications.every(({ title }) => title === newest.title);
  return (
    <>
      <FoldButton
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        {...(isOpen && { controls: id })}
        className={rowLook}
      >
        <UnreadTitle isRead={newest.isRead} title={group.title}>
          {isOpen ? null : <span className="block text-caption text-soft">{newest.message}</span>}
          <time dateTime={newest.createdAt} className="mt-1 block text-caption text-soft">
            {formatRelativeTime(newest.createdAt, now)}
          </time>
        </UnreadTitle>
      </FoldButton>
      {isOpen ? (
        <ul
          id={id}
          aria-label={group.title}
          className="divide-y divide-line border-t border-line bg-sunken/50"
        >
          {group.notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                now={now}
                isTitled={isOneTitle}
                onOpen={onOpen}
                className="pl-8"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
