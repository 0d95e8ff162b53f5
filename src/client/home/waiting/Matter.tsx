import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { FoldButton } from '../../ui/FoldButton.tsx';

interface MatterProps {
  isLine: boolean;
  title: string;
  text?: string | null;
  /** The title of a line. */
  brief?: string;
  /** Where all of it is to be seen that a line leaves out. */
  to?: string;
  /** What answers it. */
  action: ReactNode;
  /** What else can be done where it is not a line. */
  more?: ReactNode;
  /** Stands below, where something was opened. */
  children?: ReactNode;
}

/** Something that waits, with what answers it: with all there is to know, or in one line. */
export function Matter({ isLine, title, text, brief = title, to, action, more, children }: MatterProps) {
  if (isLine) {
    return (
      <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5 md:px-4">
        <p className="tabular min-w-0 flex-1 basis-36 leading-snug font-medium">
          {to === undefined ? brief : <LineLink to={to}>{brief}</LineLink>}
        </p>
        {/* as wide as its text, however wide the line is */}
        <div className="flex max-w-full">{action}</div>
      </li>
    );
  }
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

const LineLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="-my-1.5 inline-flex min-h-11 items-center hover:text-accent hover:underline">
    {children}
  </Link>
);

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
