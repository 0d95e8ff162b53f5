import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      {Icon ? (
        <span
          aria-hidden="true"
          className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Icon className="size-7" />
        </span>
      ) : null}
      <p className="max-w-80 text-soft">{children}</p>
      {action}
    </div>
  );
}
