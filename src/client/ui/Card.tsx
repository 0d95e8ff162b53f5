import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './classNames.ts';

const look = 'rounded-lg border border-line bg-surface shadow-raised';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
}

export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  const Tag = Element as 'div';
  return <Tag {...rest} className={classNames(look, 'p-4 md:p-5', className)} />;
}

interface CardLinkProps {
  to: string;
  title: string;
  children?: ReactNode;
  icon?: LucideIcon | undefined;
}

export function CardLink({ to, title, children, icon: Icon }: CardLinkProps) {
  return (
    <Link
      to={to}
      className={classNames(
        look,
        'group flex items-center gap-4 p-4 transition-[border-color,transform] duration-150 md:p-5',
        'hover:border-accent active:translate-y-px',
      )}
    >
      {Icon ? (
        <span className="grid size-11 shrink-0 place-items-center rounded-md bg-accent-soft text-accent @max-[14rem]:hidden">
          <Icon aria-hidden="true" />
        </span>
      ) : null}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {children ? <span className="block text-caption text-soft">{children}</span> : null}
      </span>
      <ChevronRight
        aria-hidden="true"
        className="size-5 shrink-0 text-soft transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent"
      />
    </Link>
  );
}
