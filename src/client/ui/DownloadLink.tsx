import { Download } from 'lucide-react';
import { type ButtonSize, buttonLook } from './buttonLook.ts';

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
