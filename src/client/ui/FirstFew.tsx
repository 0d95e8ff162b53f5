import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';

interface FirstFewProps<Entry> {
  entries: readonly Entry[];
  /** How many entries are shown at first. */
  most: number;
  /** Label of the button that shows all: 'Mostra tutti (45)'. */
  showAll: string;
  children: (shown: readonly Entry[]) => ReactNode;
}

/** The first entries of a list, and a button for the rest that stays once pressed, to keep the focus. */
export function FirstFew<Entry>({ entries, most, showAll, children }: FirstFewProps<Entry>) {
  const [isOpen, setOpen] = useState(false);
  if (entries.length <= most) return children(entries);
  return (
    <>
      {children(isOpen ? entries : entries.slice(0, most))}
      <Button
        variant="plain"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-3 self-start"
      >
        {isOpen ? 'Mostra meno' : showAll}
      </Button>
    </>
  );
}
