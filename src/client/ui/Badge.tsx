import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';

export type BadgeVariant = 'neutral' | 'accent' | 'info' | 'success' | 'warn' | 'danger';

const looks: Record<BadgeVariant, string> = {
  neutral: 'bg-sunken text-soft',
  accent: 'bg-accent-soft text-accent',
  info: 'bg-tone-soft text-tone-ink',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

interface BadgeProps {
  variant?: BadgeVariant | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ variant = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      data-tone={variant === 'info' ? 'blue' : undefined}
      className={classNames(
        // on one line if its container is wide enough
        'tabular inline-flex max-w-full flex-none items-center gap-1 rounded-full px-2.5 py-0.5 text-caption font-semibold',
        looks[variant],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
