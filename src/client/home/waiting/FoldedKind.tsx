import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../ui/classNames.ts';

interface FoldedKindProps {
  text: string;
  children: ReactNode;
}

/** Several matters of a kind behind one line, which opens them. */
export function FoldedKind({ text, children }: FoldedKindProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-lg px-3 py-1.5 text-left leading-snug font-medium hover:bg-sunken md:px-4"
      >
        {text}
        <ChevronDown
          aria-hidden="true"
          className={classNames(
            'size-5 shrink-0 text-soft transition-transform duration-150',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      {isOpen ? (
        <div id={id} className="px-2 pb-2">
          {children}
        </div>
      ) : null}
    </li>
  );
}
