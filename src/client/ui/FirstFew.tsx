import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';

interface FirstFewProps<Entry> {
  entries: readonly Entry[];
  /** So many are shown of a longer list. */
  most: number;
  /** What the button says that shows the others: 'Mostra tutti (45)'. */
  showAll: string;
  children: (shown: readonly Entry[]) => ReactNode;
}

/** The first of a list, and a button for the others; it stays, so that the focus has a place. */
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
