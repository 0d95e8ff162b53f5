import { BellOff } from 'lucide-react';
import { useState } from 'react';
import type { Notification } from '../../domain/notifications/schema.ts';
import { currentInstant } from '../shifts/clock.ts';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { GroupRow } from './GroupRow.tsx';
import { groupNotifications } from './groups.ts';
import { NotificationRow } from './NotificationRow.tsx';

interface NotificationItemsProps {
  /** Newest first. */
  notifications: readonly Notification[];
  /** Whether older ones can be asked for. */
  hasMore: boolean;
  onOpen: (notification: Notification) => void;
}

/** Notifications, newest first; many of a kind stand behind one line. */
export function NotificationItems({ notifications, hasMore, onOpen }: NotificationItemsProps) {
  const [now] = useState(currentInstant);
  if (notifications.length === 0) {
    return (
      <EmptyState icon={BellOff}>
        Niente di nuovo: quando un collega risponde a uno scambio lo leggi qui.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {groupNotifications(notifications, hasMore).map((group) => (
        <li key={group.key} className={deferredRowRendering}>
          {group.notifications.length > 1 ? (
            <GroupRow group={group} now={now} onOpen={onOpen} />
          ) : (
            <NotificationRow notification={group.notifications[0]} now={now} onOpen={onOpen} />
          )}
        </li>
      ))}
    </ul>
  );
}
