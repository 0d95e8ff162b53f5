import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within a text that a thumb can press. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-accent underline">
    {children}
  </Link>
);
