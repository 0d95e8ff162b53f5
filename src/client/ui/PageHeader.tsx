import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use, useId } from 'react';
import { Link } from 'react-router';
import { classNames } from './classNames.ts';
import { PageTitle } from './pageTitle.ts';

interface PageHeaderProps {
  /** Where it is not the page's own. */
  title?: string;
  children?: ReactNode;
  /** Where 'back' leads, and its name: 'Calendario'. */
  back?: { to: string; label: string } | undefined;
  action?: ReactNode;
}

/** The page's heading; it also names the browser's tab. The shell moves the focus to it after a change of page. */
export function PageHeader({ title: ownTitle, children, back, action }: PageHeaderProps) {
  const pageTitle = use(PageTitle);
  const title = ownTitle ?? pageTitle;
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

interface SectionProps {
  title: string;
  /** Between title and content, as a class. */
  gap?: string;
  /** The size of the title, as a class. */
  size?: string;
  children: ReactNode;
}

/** A part of a page, under a heading that names it. */
export function Section({ title, gap = 'gap-3', size = 'text-title', children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('flex flex-col', gap)}>
      <h2 id={id} className={classNames('font-semibold', size)}>
        {title}
      </h2>
      {children}
    </section>
  );
}
