import { useState } from 'react';
import { mostReviewedAtOnce, type Operation } from '../../domain/operations/schema.ts';

/** The ticked codes; those that can no longer be reviewed, or are not shown any more, drop out by themselves. */
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
