const touched = new Set<WeakRef<Element>>();

/** From now on notes which fields somebody has filled in; what is no native field announces its choices itself. */
export function watchInput(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form')) touched.add(new WeakRef(target));
  });
}

/**
 * Whether the page shows a form that somebody has filled something into. One that was saved and stays on the page
 * counts too: to ask once too often costs a press, not to ask costs what was written.
 */
export function hasUnsavedInput(): boolean {
  for (const reference of touched) {
    if (reference.deref()?.isConnected) return true;
    touched.delete(reference);
  }
  return false;
}
