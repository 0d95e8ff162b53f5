import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { classNames } from '../ui/classNames.ts';
import { Logo } from '../ui/Logo.tsx';
import { PageTitle } from '../ui/pageTitle.ts';
import { AuthIllustration } from './AuthIllustration.tsx';

interface AuthLayoutProps {
  /** Replaces the logo that links to the start page. */
  logo?: ReactNode;
  lead?: ReactNode;
  /** Decoration overlapping the panel's bottom edge, on phones. */
  preview?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** Layout of signed-out pages: a panel next to the form on a desktop, above it on a phone. */
export function AuthLayout({ logo, lead, preview, children, footer }: AuthLayoutProps) {
  const title = use(PageTitle);
  return (
    <div className="grid min-h-dvh content-start lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:content-stretch">
      <title>{`${title} · Turnario`}</title>
      <AuthIllustration />
      <main className="flex min-h-dvh flex-col pb-4 lg:mx-auto lg:w-full lg:max-w-md lg:justify-center lg:px-5 lg:py-12">
        <div className="max-lg:bg-panel max-lg:text-on-panel">
          <div className="mx-auto flex max-w-md flex-col px-5 pt-[max(1.25rem,env(safe-area-inset-top))] pb-6 lg:px-0 lg:pb-0">
            <div className="mb-6 flex lg:mb-10">
              {logo ?? (
                <Link to="/" aria-label="Turnario, pagina iniziale" className="-ml-1 flex rounded-md p-1">
                  <Logo isOnPanel />
                </Link>
              )}
            </div>
            <h1 tabIndex={-1} className="text-display font-bold">
              {title}
            </h1>
            {lead ? <p className="mt-1 text-lead text-soft max-lg:text-on-panel-soft">{lead}</p> : null}
            {preview}
          </div>
        </div>
        <div
          className={classNames(
            'mx-auto mt-6 flex w-full max-w-md flex-1 flex-col px-5 lg:flex-none lg:px-0',
            preview !== undefined && '[@media(min-height:47rem)]:max-lg:mt-13',
          )}
        >
          {children}
          {footer ? <footer className="mt-auto pt-8">{footer}</footer> : null}
        </div>
      </main>
    </div>
  );
}

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-accent underline">
    {children}
  </Link>
);
