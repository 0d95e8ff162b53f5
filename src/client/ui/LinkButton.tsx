import type { LucideIcon } from 'lucide-react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonLook } from './buttonLook.ts';

interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
  className?: string | undefined;
}

export function LinkButton({ variant, size, icon: Icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonLook(variant, size, className)}>
      {Icon && <Icon aria-hidden="true" className="size-5" />}
      {children}
    </Link>
  );
}
