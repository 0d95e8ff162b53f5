import { BellOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatRelativeTime, type Instant } from '../../domain/calendar/day.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';
import { currentInstant } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FoldButton } from '../ui/FoldButton.tsx';
import {
  groupNotifications,
  type NotificationGroup,
  partWaiting,
  type WaitingNotification,
} from './groups.ts';
import { NotificationRow, rowLook, UnreadTitle } from './NotificationRow.tsx';

interface NotificationItemsProps {
  notifications: readonly Notification[];
  hasMore: boolean;
  onOpen: (notification: Notification, ids: readonly string[]) => void;
  onAnswer: (notification: Notification) => void;
  answeredId: string | null;
}

/** What needs an action, each with its button; then the rest, newest first, many of a kind behind one line. */
export function NotificationItems(props: NotificationItemsProps) {
  const { notifications, hasMore, onOpen, onAnswer, answeredId } = props;
  const [now] = useState(currentInstant);
  if (notifications.length === 0) {
    return (
      <EmptyState icon={BellOff}>
        Niente di nuovo: quando un collega risponde a uno scambio lo leggi qui.
      </EmptyState>
    );
  }
  const { waiting, open, rest } = partWaiting(notifications);
  const partOf = (title: string, entries: readonly WaitingNotification[]): ReactNode =>
    entries.length > 0 ? (
      <Part title={title}>
        {entries.map((one) => (
          <li key={one.notification.id} className={deferredRowRendering}>
            <WaitingRow
              {...one}
              now={now}
              onOpen={onOpen}
              onAnswer={onAnswer}
              isPending={answeredId === one.notification.id}
            />
          </li>
        ))}
      </Part>
    ) : null;
  return (
    <>
      {partOf('Tocca a te', waiting)}
      {partOf('Richieste che puoi accettare', open)}
      {rest.length > 0 ? (
        <Part title="Novità" hasTitle={waiting.length + open.length > 0}>
          {groupNotifications(rest, hasMore).map((group) => (
            <li key={group.key} className={deferredRowRendering}>
              {group.notifications.length > 1 ? (
                <GroupRow group={group} now={now} onOpen={(one) => onOpen(one, [one.id])} />
              ) : (
                <NotificationRow
                  notification={group.notifications[0]}
                  now={now}
                  onOpen={(one) => onOpen(one, [one.id])}
                />
              )}
            </li>
          ))}
        </Part>
      ) : null}
    </>
  );
}

function Part({
  title,
  hasTitle = true,
  children,
}: {
  title: string;
  hasTitle?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <h3 className={hasTitle ? 'bg-sunken px-4 py-2 text-caption font-semibold text-soft' : 'sr-only'}>
        {title}
      </h3>
      <ul aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </>
  );
}

interface WaitingRowProps extends WaitingNotification, Pick<NotificationItemsProps, 'onOpen' | 'onAnswer'> {
  now: Instant;
  isPending: boolean;
}

function WaitingRow({ notification, ids, now, isPending, onOpen, onAnswer }: WaitingRowProps) {
  return (
    <>
      <NotificationRow
        notification={notification}
        now={now}
        onOpen={(one) => onOpen(one, ids)}
        className="pb-1"
      />
      <div className="pr-4 pb-3 pl-9">
        <Button variant="quiet" size="small" isPending={isPending} onClick={() => onAnswer(notification)}>
          {entryOf(notification.type).asks?.button}
          <span className="sr-only"> {notification.message}</span>
        </Button>
      </div>
    </>
  );
}

interface GroupRowProps {
  group: NotificationGroup;
  now: Instant;
  onOpen: (notification: Notification) => void;
}

function GroupRow({ group, now, onOpen }: GroupRowProps) {
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
