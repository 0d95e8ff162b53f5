import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { LinkButton } from './LinkButton.tsx';
import { dismissToast, type Toast, type ToastVariant, useCurrentToast } from './toast.ts';
import { useIsCovered } from './useCover.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

const looks: Record<ToastVariant, string> = {
  success: 'text-success',
  error: 'text-danger',
  info: 'text-accent',
};

/**
 * Renders the toasts; mounted once, outside the content that dialogs make inert. F8 focuses the toast; closing it
 * restores the focus.
 */
export function Toaster() {
  const toast = useCurrentToast();
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  const hasFocus = (): boolean => Boolean(region.current?.contains(document.activeElement));
  const close = (): void => {
    if (toast) dismissToast(toast.id);
    if (hasFocus() && cameFrom.current instanceof HTMLElement) {
      cameFrom.current.focus({ preventScroll: true });
    }
  };
  const press = useEffectEvent(({ key }: KeyboardEvent): void => {
    if (key === 'F8') region.current?.focus();
    if (key === 'Escape' && hasFocus()) close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const card = toast ? <ToastCard key={toast.id} toast={toast} onClose={close} /> : null;
  const isError = toast?.variant === 'error';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers where the focus was
    <section ref={region} aria-label="Avvisi (F8)" tabIndex={-1} onFocus={noteFocus} className="outline-none">
      {/* live regions must exist before their content */}
      <ul aria-live="polite">{isError ? null : card}</ul>
      <ul aria-live="assertive">{isError ? card : null}</ul>
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  onClose: () => void;
}

/** 8 px above the bottom bars, on a desktop at the left; at the top while a phone's dialog has its buttons there. */
function ToastCard({ toast, onClose }: ToastCardProps) {
  const { id, variant, title, text, see, undo, duration = variant === 'success' ? 4000 : 5000 } = toast;
  const Icon = icons[variant];
  const isCovered = useIsCovered();
  const card = useRef<HTMLLIElement>(null);
  // stays while hovered or focused
  const [isHeld, setHeld] = useState(false);
  const { offset, swiping } = useSwipe(onClose);
  useLayoutEffect(() => {
    card.current?.style.setProperty('bottom', `${(heightOfBars() || 16) + 8}px`);
  }, []);
  useLayoutEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [isHeld, id, duration]);
  const takeBack = (): void => {
    onClose();
    undo?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover and swipe only; its actions are buttons
    <li
      ref={card}
      {...swiping}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-held={isHeld}
      style={{ translate: `${offset}px` }}
      className={classNames(
        'fixed inset-x-2 z-50 mx-auto flex max-w-md touch-pan-y flex-wrap items-center rounded-md border border-line bg-surface py-1 pr-1 pl-3 shadow-float',
        'animate-[rise_160ms_var(--ease-out)] md:right-auto md:left-6 md:mx-0 md:w-96',
        isCovered && 'max-md:top-[calc(0.5rem+env(safe-area-inset-top))] max-md:bottom-auto!',
      )}
    >
      <p className="flex flex-[1_1_9rem] items-center gap-2.5 py-1.5 pr-1 text-caption">
        <Icon aria-hidden="true" className={classNames('size-5 shrink-0', looks[variant])} />
        <span className="min-w-0">
          <span className="font-semibold">
            {title}
            {/* separates title and text when announced */}
            {text ? <span className="sr-only">: </span> : null}
          </span>
          {text ? <span className="text-soft"> {text}</span> : null}
        </span>
      </p>
      <div className="ml-auto flex items-center">
        {undo ? (
          <Button variant="plain" size="small" onClick={takeBack}>
            Annulla
          </Button>
        ) : null}
        {see === undefined ? null : (
          <LinkButton variant="plain" size="small" to={see} onClick={onClose}>
            Vedi
          </LinkButton>
        )}
        <IconButton label="Chiudi" icon={X} onClick={onClose} />
      </div>
    </li>
  );
}

/** Largest gap between stacked bars, in pixels. */
const longestGap = 16;

/** Total height of the bottom bars in pixels: the navigation's, and above it the page's own. */
function heightOfBars(): number {
  const bars = [...document.querySelectorAll('[data-bottom-bar]')]
    .map((bar) => bar.getBoundingClientRect())
    .toSorted((one, other) => other.bottom - one.bottom);
  let edge = window.innerHeight;
  for (const { top, bottom, height } of bars) if (height > 0 && bottom >= edge - longestGap) edge = top;
  return window.innerHeight - edge;
}

/** Pixels to the right that dismiss a toast (specification, section 9). */
const swipeThreshold = 50;
/** Movement in pixels that still counts as a press. */
const tremble = 8;

function useSwipe(onGone: () => void) {
  const [offset, setOffset] = useState(0);
  const startX = useRef<number | null>(null);
  const end = (): void => {
    startX.current = null;
    setOffset(0);
  };
  const swiping = {
    onPointerDown: ({ clientX }: PointerEvent) => (startX.current = clientX),
    onPointerMove: ({ clientX, pointerId, currentTarget }: PointerEvent) => {
      if (startX.current === null) return;
      const moved = clientX - startX.current;
      // from here on it is a swipe, not a press
      if (moved > tremble) currentTarget.setPointerCapture(pointerId);
      setOffset(moved > tremble ? moved : 0);
    },
    onPointerUp: () => {
      if (offset >= swipeThreshold) onGone();
      else end();
    },
    onPointerCancel: end,
  };
  return { offset, swiping };
}
