/**
 * Makes a choice known as if it had been typed: by a bubbling `input` event, which native fields send themselves.
 * `unsavedInput.ts` listens for it on the whole page.
 *
 * @param element one that stays on the page as long as the choice does; null is nothing to announce
 */
export function announceInput(element: Element | null): void {
  element?.dispatchEvent(new Event('input', { bubbles: true }));
}
