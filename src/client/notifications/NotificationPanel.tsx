import { type RefObject, Suspense, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useNavigate } from 'react-router';
import type { Notification } from '../../domain/notifications/schema.ts';
import { addressOf } from '../../domain/notifications/types.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { useCover } from '../ui/useCover.ts';
import { useNextFrame } from '../ui/useNextFrame.ts';
import { useMarkAllRead, useMarkRead, useNotifications } from './api.ts';
import { readWith } from './groups.ts';
import { NotificationItems } from './NotificationItems.tsx';
import { useAnswer } from './useAnswer.ts';

const PendingActionDialog = lazyWithPreload(() => import('../exchanges/dialog/PendingActionDialog.tsx'));

interface NotificationPanelProps {
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Pixels between the bell and the panel. */
const gap = 8;

export default function NotificationPanel({ anchor, onClose }: NotificationPanelProps) {
  const navigate = useNavigate();
  const list = useNotifications();
  const { data, error, isFetching, refetch } = list;
  const markRead = useMarkRead();
  const markAllRead = useMarkAllRead();
  const content = useRef<HTMLDivElement>(null);
  useCover(true, onClose);
  const notifications = data?.pages.flatMap((page) => page.notifications) ?? [];
  const unread = data?.pages[0]?.unreadCount ?? 0;
  // the panel opens at once, its rows follow in the next frame
  const isFilled = useNextFrame() && data !== undefined;
  // measured once: the page behind does not scroll, so the bar does not move
  const [below] = useState(() => (anchor.current?.getBoundingClientRect().bottom ?? 0) + gap);

  const open = (notification: Notification) => {
    for (const { id, isRead } of readWith(notification, notifications)) if (!isRead) markRead.mutate(id);
    const address = addressOf(notification.type, notification.relatedRequestId);
    if (address === null) return;
    onClose();
    void navigate(address);
  };

  const { pending, answeredId, answer } = useAnswer({
    // its row is removed, so move the focus
    onDone: () => content.current?.focus(),
    onOpen: open,
  });
  if (pending) {
    return (
      <Suspense>
        <PendingActionDialog pending={pending} onClose={onClose} onDone={onClose} />
      </Suspense>
    );
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      // the page behind becomes inert only after the panel is shown
      UNSTABLE_deferUntilEntered
      className="fixed inset-x-0 top-0 z-40 h-(--visual-viewport-height)"
      style={{ paddingTop: below }}
    >
      <div className="mx-auto flex max-w-5xl justify-end px-2 md:px-6">
        <Modal className="w-[min(26rem,100%)] overflow-hidden rounded-lg border border-line bg-surface shadow-float data-entering:animate-[rise_150ms_var(--ease-out)]">
          <Dialog isEntering={false} className="flex max-h-[min(36rem,80dvh)] flex-col outline-none">
            <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-2 border-b border-line py-1 pr-2 pl-4">
              <Heading slot="title" className="text-lead font-semibold">
                Notifiche
              </Heading>
              {unread > 0 ? (
                <Button
                  variant="plain"
                  size="small"
                  onClick={() => {
                    // The button disappears when nothing is unread; without focus in the panel, Escape does nothing.
                    content.current?.focus();
                    markAllRead.start('all');
                  }}
                >
                  Segna tutte come lette
                </Button>
              ) : null}
            </div>
            <div
              ref={content}
              tabIndex={-1}
              className={classNames(
                'min-h-0 overflow-y-auto overscroll-contain outline-none',
                !isFilled && 'p-4',
              )}
            >
              {isFilled ? (
                <NotificationItems
                  notifications={notifications}
                  hasMore={list.hasNextPage}
                  onOpen={open}
                  onAnswer={(notification) => void answer(notification)}
                  answeredId={answeredId}
                />
              ) : null}
              {!isFilled && !error ? (
                <SkeletonList label="Carico le notifiche…" count={8} className="h-16" />
              ) : null}
              {!data && error ? (
                <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
                  {textOf(error, 'Non riesco a leggere le notifiche.')}
                </ErrorState>
              ) : null}
              {isFilled ? <Older list={list} onLast={() => content.current?.focus()} /> : null}
            </div>
          </Dialog>
        </Modal>
      </div>
    </ModalOverlay>
  );
}

interface OlderProps {
  list: ReturnType<typeof useNotifications>;
  /** Called before the focused button disappears. */
  onLast: () => void;
}

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
