import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { coverPage } from './coverHistory.ts';

/**
 * For what covers the page: it is out of sight at once and closed after that. What is behind it gets its styles anew when
 * it can be reached again, which takes a phone 50 ms. A phone's back button closes it too.
 */
export function useHideThenClose(
  onClose: () => void,
  isOpen = true,
): { isHidden: boolean; hideThenClose: () => void } {
  const [isHidden, setHidden] = useState(false);
  const hasBegun = useRef(false);
  const isThere = useRef(false);
  const hideThenClose = (): void => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    setHidden(true);
    afterPaint(() => {
      // a second step back may have taken it along: what it would go back from is another page
      if (!isThere.current) return;
      // at once, as with a press: the page must not be inert any more when React Aria hands the focus back in the next frame
      flushSync(onClose);
      // Whoever opened it may decide that it stays. Not before they have: one that the address keeps goes with it, in its time.
      hasBegun.current = false;
      startTransition(() => setHidden(false));
    });
  };
  const closeByBack = useEffectEvent(hideThenClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    isThere.current = true;
    const uncover = coverPage(() => closeByBack());
    return () => {
      isThere.current = false;
      uncover();
    };
  }, [isOpen]);
  return { isHidden, hideThenClose };
}

/** Runs a task once the browser has painted what was changed before it. */
function afterPaint(task: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      task();
    });
    port1.start();
    port2.postMessage(null);
  });
}
