import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PageHeaderProps {
  title: string;
  /** One line below the title. */
  children?: ReactNode;
  /** Where 'back' leads, and its name: 'Calendario'. */
  back?: { to: string; label: string } | undefined;
  /** The page's main button. */
  action?: ReactNode;
}

/** The page's heading; it also names the browser's tab. The shell moves the focus to it after a change of page. */
export function PageHeader({ title, children, back, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col gap-1">
      <title>{`${title} · Turnario`}</title>
      {back ? (
        <Link
          to={back.to}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 self-start rounded-md px-1 font-medium text-accent hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 tabIndex={-1} className="text-display font-bold">
          {title}
        </h1>
        {action}
      </div>
      {children ? <div className="max-w-prose text-soft">{children}</div> : null}
    </header>
  );
}
