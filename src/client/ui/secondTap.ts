/** How long after another one, and after a change, a press at the same place is the second one of a double tap, in milliseconds. */
const doubleTapMs = 350;
/** How far apart the two may be, in points: about the width of a finger. */
const doubleTapReach = 44;

let lastTouch: { x: number; y: number; at: number } | null = null;
let changedAt = -Infinity;
let isByMouse = false;
let isTaken = false;

/**
 * Says that what stands under the finger has just come or gone: the second press of a double tap, which was meant for
 * what was there before, is then nobody's. It need not be known what changes next, and nothing waits: keys, and a press
 * elsewhere or later, count at once.
 */
export function ignoreSecondTap(): void {
  changedAt = performance.now();
}

function judge(event: MouseEvent, isSecond: boolean): void {
  // by when it began: a press that waited for a slow page was meant for what stood there when the finger came down
  isTaken = isSecond && event.timeStamp - changedAt < doubleTapMs;
  if (isTaken) swallow(event);
  else changedAt = -Infinity;
}

function judgePointer(event: PointerEvent): void {
  isByMouse = event.pointerType === 'mouse';
  isTaken = false;
  if (isByMouse) return;
  const { clientX: x, clientY: y, timeStamp: at } = event;
  // by place: not every browser counts touches, so `detail` may be 1 for each
  const isSecond =
    lastTouch !== null &&
    at - lastTouch.at < doubleTapMs &&
    Math.hypot(x - lastTouch.x, y - lastTouch.y) <= doubleTapReach;
  judge(event, isSecond);
  if (!isTaken) lastTouch = { x, y, at };
}

function judgeMouse(event: MouseEvent): void {
  // the system counts a mouse's presses, and knows how quick a double click is for this person
  if (isByMouse) judge(event, event.detail > 1);
  else if (isTaken) swallow(event);
}

function judgeClick(event: MouseEvent): void {
  // one from the keyboard has no presses to count
  if (isTaken && event.detail > 0) swallow(event);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

if (typeof document !== 'undefined') {
  // before everybody else
  window.addEventListener('pointerdown', judgePointer, true);
  window.addEventListener('mousedown', judgeMouse, true);
  window.addEventListener('click', judgeClick, true);
}
