import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonLook } from './buttonLook.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  type?: 'button' | 'submit' | undefined;
  /** Before the text; a lucide icon of 20 px. */
  icon?: ReactNode;
  /** The action is under way: a ring turns and further presses do nothing, yet the focus stays. */
  isPending?: boolean | undefined;
}

/** A button. `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    type = 'button',
    icon,
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
      {isPending ? <Spinner /> : icon}
      {children}
    </button>
  );
}
