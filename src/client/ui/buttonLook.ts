import { classNames } from './classNames.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'plain';
export type ButtonSize = 'normal' | 'small';

const base =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-md font-semibold text-center select-none no-underline ' +
  'transition-[background-color,border-color,box-shadow,transform] duration-150 ease-out ' +
  'active:translate-y-px disabled:opacity-50 disabled:active:translate-y-0 aria-disabled:active:translate-y-0';

// Filled buttons have a bottom edge like a key, which disappears when pressed.
const variants: Record<ButtonVariant, string> = {
  primary:
    // forced colours keep only the border
    'border border-transparent bg-accent text-on-accent shadow-[inset_0_-2px_0_var(--color-accent-edge)] ' +
    'hover:bg-accent-strong active:shadow-none disabled:shadow-none',
  danger:
    'border border-transparent bg-danger text-on-danger shadow-[inset_0_-2px_0_var(--color-danger-edge)] ' +
    'hover:bg-danger-strong active:shadow-none disabled:shadow-none',
  quiet:
    'border border-edge bg-surface text-ink hover:border-accent hover:text-accent active:bg-accent-soft ' +
    'disabled:hover:border-edge disabled:hover:text-ink',
  plain: 'text-accent hover:bg-accent-soft active:bg-accent-soft',
};

// Both sizes are at least 44 px tall: the small one is lighter, not lower.
const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-12 px-[min(1.25rem,5vw)] py-2 text-body',
  small: 'min-h-11 px-3 py-2 text-caption',
};

export const buttonLook = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'normal',
  className?: string,
): string => classNames(base, variants[variant], sizes[size], className);
