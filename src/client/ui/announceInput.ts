/**
 * Dispatches the bubbling `input` event that native fields send themselves; `unsavedInput.ts` listens for it.
 *
 * @param element stays in the page as long as the choice; null does nothing
 */
export function announceInput(element: Element | null): void {
  element?.dispatchEvent(new Event('input', { bubbles: true }));
}
