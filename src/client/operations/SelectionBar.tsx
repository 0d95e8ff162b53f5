import { Ban, Check } from 'lucide-react';
import { useState } from 'react';
import { mostReviewedAtOnce, type Operation } from '../../domain/operations/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';

interface SelectionBarProps {
  count: number;
  onReview: (status: 'approved' | 'rejected') => void;
  onClear: () => void;
}

export function SelectionBar({ count, onReview, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Codici selezionati"
      data-bottom-bar=""
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

/** Offered from two codes on. */
export function SelectAll({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { reviewable, selected, selectAll, clear } = selection;
  if (reviewable.length < 2) return null;
  return (
    <div className="mb-2">
      <Checkbox
        checked={selected.length === reviewable.length}
        onChange={(event) => (event.currentTarget.checked ? selectAll() : clear())}
      >
        Seleziona tutti quelli in attesa ({reviewable.length})
      </Checkbox>
    </div>
  );
}

/** The selected codes, without those no longer shown or reviewable. */
export function useSelection(shown: readonly Operation[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const reviewable = shown.filter(({ canReview }) => canReview);
  const selected = reviewable.filter(({ id }) => ids.has(id)).slice(0, mostReviewedAtOnce);
  return {
    reviewable,
    selected,
    selectedIds: new Set(selected.map(({ id }) => id)),
    select: ({ id }: Operation, isSelected: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (isSelected) after.add(id);
        else after.delete(id);
        return after;
      }),
    selectAll: () => setIds(new Set(reviewable.slice(0, mostReviewedAtOnce).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
