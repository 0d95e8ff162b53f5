import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Classes of a list of `RowLink`. */
export const rowLinks = 'divide-y divide-line rounded-lg border border-line bg-surface';

interface RowLinkProps {
  to: string;
  title: string;
  icon: LucideIcon;
  children: ReactNode;
}

/** A list row that is a link. */
export function RowLink({ to, title, icon: Icon, children }: RowLinkProps) {
  return (
    <li className="@container">
      <Link to={to} className="group flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-sunken">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-caption text-soft">{children}</span>
        </span>
        {/* large text needs its place */}
        <ChevronRight
          aria-hidden="true"
          className="hidden size-5 shrink-0 text-soft group-hover:text-accent @3xs:block"
        />
      </Link>
    </li>
  );
}
