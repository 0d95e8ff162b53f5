import { Download } from 'lucide-react';
import { buttonLook } from '../ui/buttonLook.ts';

/** A file that the server makes when it is asked for. */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} download className={buttonLook('quiet', 'small')}>
      <Download aria-hidden="true" className="size-5" />
      {children}
    </a>
  );
}
