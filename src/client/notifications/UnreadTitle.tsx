import type { ReactNode } from 'react';
import { classNames } from '../ui/classNames.ts';

interface UnreadTitleProps {
  isRead: boolean;
  title: string;
  /** The title is a whole sentence. */
  isSmall?: boolean;
  /** Below the title. */
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
