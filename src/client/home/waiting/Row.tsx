import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { FoldButton } from '../../ui/FoldButton.tsx';

/** Something that waits, and what answers it. */
export interface RowProps {
  title: string;
  text?: string | null;
  /** What answers it. */
  action: ReactNode;
  /** What else can be done. */
  more?: ReactNode;
  /** Stands below, where something was opened. */
  children?: ReactNode;
}

/** A matter with all there is to know. */
export function Row({ title, text, action, more, children }: RowProps) {
  return (
    <li className="rounded-lg border border-accent bg-surface px-3 py-2.5 shadow-raised md:px-4">
      <div className="flex flex-col gap-x-4 gap-y-2 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{title}</p>
          {text ? <p className="tabular text-caption text-soft">{text}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {action}
          {more}
        </div>
      </div>
      {children}
    </li>
  );
}

/** A matter in one line, with what answers it. */
export function Line({ text, to, children }: { text: string; to?: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5 md:px-4">
      <p className="tabular min-w-0 flex-1 basis-36 leading-snug font-medium">
        {to === undefined ? (
          text
        ) : (
          <Link
            to={to}
            className="-my-1.5 inline-flex min-h-11 items-center hover:text-accent hover:underline"
          >
            {text}
          </Link>
        )}
      </p>
      {/* as wide as its text, however wide the line is */}
      <div className="flex max-w-full">{children}</div>
    </li>
  );
}

/** Several matters of a kind behind one line, which opens them. */
export function FoldedKind({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <FoldButton
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        {...(isOpen && { controls: id })}
        className="min-h-12 items-center justify-between gap-3 rounded-lg px-3 py-1.5 leading-snug font-medium md:px-4"
      >
        {text}
      </FoldButton>
      {isOpen ? (
        <div id={id} className="px-2 pb-2">
          {children}
        </div>
      ) : null}
    </li>
  );
}
