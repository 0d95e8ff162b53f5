import { Download, type LucideIcon } from 'lucide-react';
import { Link, type LinkProps } from 'react-router';
import { buttonLook, type ButtonSize, type ButtonVariant } from './buttonLook.ts';

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

interface DownloadLinkProps {
  href: string;
  size?: ButtonSize;
  className?: string;
  children: string;
}

export function DownloadLink({ href, size, className, children }: DownloadLinkProps) {
  return (
    <a href={href} download className={buttonLook('quiet', size, className)}>
      <Download aria-hidden="true" className="size-5" />
      {children}
    </a>
  );
}
