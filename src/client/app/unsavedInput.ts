const touched = new Set<WeakRef<Element>>();

/** Starts tracking fields with user input; custom fields dispatch `input` through `announceInput`. */
export function watchInput(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form')) touched.add(new WeakRef(target));
  });
}

/**
 * Whether the page shows a form with user input. Saved forms still on the page count too: an unnecessary question costs
 * one press, a missing one costs the input.
 */
export function hasUnsavedInput(): boolean {
  for (const reference of touched) {
    if (reference.deref()?.isConnected) return true;
    touched.delete(reference);
  }
  return false;
}
