import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** What it does, for screen readers and as tooltip. */
  label: string;
  icon: ReactNode;
}

/** A button of one icon, 44 px square. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
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
      {icon}
    </button>
  );
}
