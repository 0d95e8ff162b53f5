import { freePlace } from './freePlace.ts';

/** What a note must leave in sight: titles, and whatever can be pressed or filled in. */
const controls = 'h1, h2, h3, h4, [slot="title"], a[href], button, [role="tab"], input, select, textarea';

/** Of these, what a note may cover where there is no other place. */
const givesWay = '[role="grid"], [data-gives-way]';

/** Between a note and the edge of the screen, in pixels. */
const margin = 8;

/** Puts a toast where it covers no title and no control, as near to its edge as there is room; nothing else moves. */
export function avoidControls(card: HTMLElement | null): (() => void) | undefined {
  if (!card) return undefined;
  const again = (): void => place(card);
  // before it is painted, and when it or the page grows
  const sizes = new ResizeObserver(again);
  for (const element of [card, document.body]) sizes.observe(element);
  // the dialog it came from goes a moment later, and what was behind it can be pressed again
  const dialogs = new MutationObserver(again);
  dialogs.observe(document.body, { childList: true });
  return () => {
    sizes.disconnect();
    dialogs.disconnect();
  };
}

function place(card: HTMLElement): void {
  const viewport = card.parentElement;
  if (!viewport) return;
  viewport.style.removeProperty('top');
  viewport.style.removeProperty('bottom');
  // whatever stands behind an open dialog cannot be pressed
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  const others = [...(dialog ?? document.body).querySelectorAll(controls)]
    .filter((control) => !viewport.contains(control) && control.checkVisibility())
    .map((control) => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      // a calendar or a list of rows fills the screen of a phone: some of them must give way, rather than a button
      return { left, top, right, bottom, weight: control.closest(givesWay) ? 0.01 : 1 };
    })
    .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);
  const note = viewport.getBoundingClientRect();
  const top = dialog
    ? margin
    : Math.min(note.top, document.querySelector('header')?.offsetHeight ?? 0) + margin;
  const room = { top, bottom: Math.max(note.bottom, window.innerHeight - margin) };
  viewport.style.top = `${freePlace(note, room, others)}px`;
  viewport.style.bottom = 'auto';
}
