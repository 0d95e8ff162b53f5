import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Reminds the CEO of the reach of their permissions. */
export function RedBanner({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-3 rounded-md bg-danger px-4 py-3 font-medium text-on-danger">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  );
}
