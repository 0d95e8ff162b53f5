import { Bell } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/classNames.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { runWhenIdle } from '../ui/runWhenIdle.ts';
import { useNotifications } from './api.ts';
import { useNewDay } from './useNewDay.ts';

const NotificationPanel = lazyWithPreload(() => import('./NotificationPanel.tsx'));

export function NotificationBell() {
  const bell = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => runWhenIdle([NotificationPanel.preload]), []);
  useNewDay();
  const { data } = useNotifications();
  const unread = data?.pages[0]?.unreadCount ?? 0;
  return (
    <>
      <button
        ref={bell}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={nameOf(unread)}
        title="Notifiche"
        onPointerDown={NotificationPanel.preload}
        onClick={() => setOpen(!isOpen)}
        className={classNames(
          'relative grid size-11 shrink-0 place-items-center rounded-md transition-colors duration-150',
          'hover:bg-sunken active:bg-accent-soft aria-expanded:bg-accent-soft aria-expanded:text-accent',
        )}
      >
        <Bell aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="tabular absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full border-2 border-ground bg-danger px-1 text-caption leading-none font-bold text-on-danger"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      <span role="status" className="sr-only">
        {unread > 0 ? nameOf(unread) : ''}
      </span>
      {isOpen ? (
        <Suspense>
          <NotificationPanel anchor={bell} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Includes the visible number, so that voice control users can say what they see. */
const nameOf = (unread: number): string => (unread === 0 ? 'Notifiche' : `Notifiche, ${unread} da leggere`);
