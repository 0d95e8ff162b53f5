import { BellOff } from 'lucide-react';
import { useId, useState } from 'react';
import { formatRelativeTime, type Instant } from '../../domain/calendar/day.ts';
import { isWaiting, needsAction, type Notification } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';
import { currentInstant } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FoldButton } from '../ui/FoldButton.tsx';
import { type NotificationGroup, partsOf } from './groups.ts';

interface RowActions {
  onOpen: (notification: Notification) => void;
  onAnswer: (notification: Notification) => void;
  answeredId: string | null;
}

interface NotificationItemsProps extends RowActions {
  notifications: readonly Notification[];
  hasMore: boolean;
}

/** Notifications that need an action, each with its button; then the rest, newest first. */
export function NotificationItems({ notifications, hasMore, ...actions }: NotificationItemsProps) {
  const [now] = useState(currentInstant);
  if (notifications.length === 0) {
    return (
      <EmptyState icon={BellOff}>
        Niente di nuovo: quando un collega risponde a uno scambio lo leggi qui.
      </EmptyState>
    );
  }
  return partsOf(notifications, hasMore).map(({ title, groups }, place) => (
    <section key={title}>
      <h3
        className={
          title === 'Novità' && place === 0
            ? 'sr-only'
            : 'bg-sunken px-4 py-2 text-caption font-semibold text-soft'
        }
      >
        {title}
      </h3>
      <ul aria-label={title} className="divide-y divide-line">
        {groups.map((group) => (
          <li key={group.key} className={deferredRowRendering}>
            {group.notifications.length > 1 ? (
              <GroupRow group={group} now={now} {...actions} />
            ) : (
              <Row notification={group.notifications[0]} now={now} {...actions} />
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface RowProps extends RowActions {
  notification: Notification;
  now: Instant;
  isInGroup?: boolean;
}

/** A notification, with an action button if it asks for something. */
function Row({ notification, now, isInGroup = false, onOpen, onAnswer, answeredId }: RowProps) {
  const { id, title, message, type, isRead, createdAt } = notification;
  const asks = needsAction(notification) ? entryOf(type).asks : undefined;
  // notifications without an action show only their title
  const hasMessage = asks === undefined || isWaiting(notification);
  return (
    <div className={classNames('flex flex-wrap items-center', isInGroup && 'pl-4')}>
      <button
        type="button"
        onClick={() => onOpen(notification)}
        className={classNames(rowLook, asks && hasMessage && 'basis-full pb-1')}
      >
        <Title isRead={isRead} title={title} message={hasMessage ? message : null} at={createdAt} now={now} />
      </button>
      {asks ? (
        <div className={classNames('pr-4', hasMessage ? 'pb-3 pl-9' : 'py-2')}>
          <Button
            variant="quiet"
            size="small"
            isPending={answeredId === id}
            onClick={() => onAnswer(notification)}
          >
            {asks.button}
            <span className="sr-only"> {title}</span>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function GroupRow({ group, now, ...actions }: Omit<RowProps, 'notification'> & { group: NotificationGroup }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first] = group.notifications;
  return (
    <>
      <FoldButton
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        {...(isOpen && { controls: id })}
        className={rowLook}
      >
        <Title
          isRead={first.isRead}
          title={group.title}
          message={isOpen ? null : first.title}
          at={first.createdAt}
          now={now}
        />
      </FoldButton>
      {isOpen ? (
        <ul
          id={id}
          aria-label={group.title}
          className="divide-y divide-line border-t border-line bg-sunken/50"
        >
          {group.notifications.map((notification) => (
            <li key={notification.id}>
              <Row notification={notification} now={now} isInGroup {...actions} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const rowLook =
  'flex min-w-0 flex-1 basis-44 gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors duration-150 hover:bg-sunken active:bg-accent-soft';

interface TitleProps {
  isRead: boolean;
  title: string;
  message: string | null;
  at: Instant;
  now: Instant;
}

/** Prevents line breaks at the dash of '6–14'. */
const unbrokenTimes = (title: string): string => title.replaceAll(/(\d)–(\d)/g, '$1\u2060–\u2060$2');

/** Unread notifications have a dot and bold text. */
function Title({ isRead, title, message, at, now }: TitleProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames('mt-2 size-2 shrink-0 rounded-full', !isRead && 'bg-accent')}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames('tabular block', !isRead && 'font-semibold')}>
          {isRead ? null : <span className="sr-only">Da leggere: </span>}
          {unbrokenTimes(title)}
        </span>
        {message === null ? null : <span className="tabular block text-caption text-soft">{message}</span>}
        <time dateTime={at} className="mt-0.5 block text-caption text-soft">
          {formatRelativeTime(at, now)}
        </time>
      </span>
    </>
  );
}
