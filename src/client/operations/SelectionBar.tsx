import { Ban, Check } from 'lucide-react';
import { Button } from '../ui/Button.tsx';

interface SelectionBarProps {
  count: number;
  onReview: (status: 'approved' | 'rejected') => void;
  onClear: () => void;
}

/** What can be done with the codes that are ticked; stays in view while they are. */
export function SelectionBar({ count, onReview, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Codici selezionati"
      className="sticky low:static bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line bg-surface p-3 shadow-float md:bottom-4"
    >
      <p role="status" className="tabular px-1 font-semibold">
        {count === 1 ? 'Un codice selezionato' : `${count} codici selezionati`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" size="small" onClick={onClear}>
          Deseleziona
        </Button>
        <Button variant="quiet" size="small" icon={Ban} onClick={() => onReview('rejected')}>
          Rifiuta
        </Button>
        <Button size="small" icon={Check} onClick={() => onReview('approved')}>
          Approva
        </Button>
      </div>
    </section>
  );
}
