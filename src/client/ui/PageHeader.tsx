import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use, useId } from 'react';
import { Link } from 'react-router';
import { classNames } from './classNames.ts';
import { PageTitle } from './pageTitle.ts';

interface PageHeaderProps {
  /** Overrides the page's title. */
  title?: string;
  children?: ReactNode;
  /** Target and label of the back link: 'Calendario'. */
  back?: { to: string; label: string } | undefined;
  action?: ReactNode;
}

/** The page's heading and document title. The shell focuses it after navigation. */
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
  /** Gap between title and content, as a class. */
  gap?: string;
  /** Title size, as a class. */
  size?: string;
  children: ReactNode;
}

/** A page section labelled by its heading. */
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
