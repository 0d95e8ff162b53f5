import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

export type NoticeVariant = 'info' | 'success' | 'warn' | 'danger';

const looks: Record<NoticeVariant, string> = {
  info: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

const icons = { info: Info, success: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

interface NoticeProps {
  variant?: NoticeVariant | undefined;
  title?: ReactNode;
  children?: ReactNode;
}

/** An inline message. `danger` is announced assertively, `success` politely, the others not at all. */
export function Notice({ variant = 'info', title, children }: NoticeProps) {
  const Icon = icons[variant];
  const role = { danger: 'alert', success: 'status', info: undefined, warn: undefined }[variant];
  return (
    <div role={role} className={classNames('flex gap-3 rounded-md px-4 py-3', looks[variant])}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 text-ink">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
