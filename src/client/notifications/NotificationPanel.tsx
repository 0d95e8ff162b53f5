import { type RefObject, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { exchangeNotificationTypes, type Notification } from '../../domain/notifications/schema.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useMarkRead, useNotifications } from './api.ts';
import { NotificationItems } from './NotificationItems.tsx';

interface NotificationPanelProps {
  /** The bell. */
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The list below the bell. */
export default function NotificationPanel({ anchor, onClose }: NotificationPanelProps) {
  const navigate = useNavigate();
  const list = useNotifications();
  const { data, error, isFetching, refetch } = list;
  const markRead = useMarkRead();
  const content = useRef<HTMLDivElement>(null);
  const notifications = data?.pages.flatMap((page) => page.notifications) ?? [];
  const unread = data?.pages[0]?.unreadCount ?? 0;

  const open = ({ id, isRead, type, relatedRequestId }: Notification) => {
    if (!isRead) markRead.mutate(id);
    if (type === 'operation_reviewed') {
      onClose();
      void navigate('/operazioni?di=me');
      return;
    }
    if (!exchangeNotificationTypes.has(type)) return;
    onClose();
    void navigate(relatedRequestId === null ? '/exchanges' : `/exchanges?highlight=${relatedRequestId}`);
  };

  return (
    <Popover
      isOpen
      triggerRef={anchor}
      placement="bottom end"
      offset={8}
      containerPadding={8}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="flex max-h-[min(36rem,80dvh)]! w-[min(26rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-float data-entering:animate-[rise_150ms_var(--ease-out)]"
    >
      <Dialog className="flex min-h-0 flex-col outline-none">
        <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line pr-2 pl-4">
          <Heading slot="title" className="text-lead font-semibold">
            Notifiche
          </Heading>
          {unread > 0 ? (
            <Button
              variant="plain"
              size="small"
              onClick={() => {
                // The button goes when nothing is unread: the keyboard must not stand on it then, or Escape is heard by nobody.
                content.current?.focus();
                markRead.mutate('all');
              }}
            >
              Segna tutte come lette
            </Button>
          ) : null}
        </div>
        <div
          ref={content}
          tabIndex={-1}
          className={classNames('min-h-0 overflow-y-auto overscroll-contain outline-none', !data && 'p-4')}
        >
          {data ? (
            <NotificationItems notifications={notifications} hasMore={list.hasNextPage} onOpen={open} />
          ) : null}
          {!data && !error ? <SkeletonList label="Carico le notifiche…" className="h-16" /> : null}
          {!data && error ? (
            <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
              {textOf(error, 'Non riesco a leggere le notifiche.')}
            </ErrorState>
          ) : null}
          <Older list={list} onLast={() => content.current?.focus()} />
        </div>
      </Dialog>
    </Popover>
  );
}

interface OlderProps {
  list: ReturnType<typeof useNotifications>;
  /** Called before the button goes, which the keyboard stands on. */
  onLast: () => void;
}

/** Asks for the next page, as long as there is one. */
function Older({ list, onLast }: OlderProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center border-t border-line p-2">
      {list.isFetchNextPageError ? (
        <p role="alert" className="pt-1 text-caption text-danger">
          Le altre notifiche non sono arrivate: riprova.
        </p>
      ) : null}
      <Button
        variant="plain"
        size="small"
        isPending={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage().then(({ hasNextPage }) => hasNextPage || onLast())}
      >
        Mostra altre
      </Button>
    </div>
  );
}
