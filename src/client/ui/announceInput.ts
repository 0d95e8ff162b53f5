/**
 * Makes a choice known as if it had been typed: by a bubbling `input` event, which native fields send themselves.
 * Whoever listens to the page for what somebody has filled in hears of it.
 *
 * @param element one that stays on the page as long as the choice does; null is nothing to announce
 */
export function announceInput(element: Element | null): void {
  element?.dispatchEvent(new Event('input', { bubbles: true }));
}
