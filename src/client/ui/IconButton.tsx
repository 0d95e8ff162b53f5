import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  label: string;
  icon: LucideIcon;
  iconClass?: string | undefined;
}

export function IconButton({ label, icon: Icon, iconClass = 'size-5', className, ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-ink transition-colors duration-150',
        'hover:bg-sunken active:bg-accent-soft disabled:opacity-40 disabled:hover:bg-transparent',
        className,
      )}
    >
      <Icon aria-hidden="true" className={iconClass} />
    </button>
  );
}
