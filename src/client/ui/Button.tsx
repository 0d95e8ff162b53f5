import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonVariant, buttonLook } from './buttonLook.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  type?: 'button' | 'submit' | undefined;
  icon?: LucideIcon | undefined;
  iconClass?: string | undefined;
  /** Shows a spinner and ignores presses, but keeps the focus. */
  isPending?: boolean | undefined;
}

/** A button; `type` defaults to `button`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    type = 'button',
    icon: Icon,
    iconClass = 'size-5',
    isPending = false,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      onClick={press}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      className={buttonLook(variant, size, className)}
    >
      {isPending ? <Spinner /> : Icon && <Icon aria-hidden="true" className={iconClass} />}
      {children}
    </button>
  );
}
