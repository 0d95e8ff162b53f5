import type { ReactNode } from 'react';

interface MatterProps {
  title: string;
  text?: string | null;
  /** The main action. */
  action: ReactNode;
  /** Further actions. */
  more?: ReactNode;
}

/** A pending item with its actions. */
export function Matter({ title, text, action, more }: MatterProps) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 rounded-lg border border-accent bg-surface px-3 py-2.5 shadow-raised md:flex-row md:items-center md:px-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {text ? <p className="tabular text-caption text-soft">{text}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {action}
        {more}
      </div>
    </li>
  );
}
