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
import { avoidControls } from './avoidControls.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { LinkButton } from './LinkButton.tsx';
import { dismissToast, type Toast, type ToastVariant, useCurrentToast } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

const looks: Record<ToastVariant, string> = {
  success: 'text-success',
  error: 'text-danger',
  info: 'text-accent',
};

/** Where a toast begins to look for a free place: on a phone below the header, on a desk at the lower edge. */
const place = classNames(
  'fixed inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] z-50 flex justify-center',
  'md:top-auto md:right-6 md:bottom-6 md:left-auto',
);

/**
 * Draws the toasts; stands once, around nothing, in a place that open dialogs leave within reach. F8 leads to the toast
 * and its end back to where the focus was.
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
      {/* there before what they read out */}
      <ul aria-live="polite" className={place}>
        {isError ? null : card}
      </ul>
      <ul aria-live="assertive" className={place}>
        {isError ? card : null}
      </ul>
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  onClose: () => void;
}

function ToastCard({ toast, onClose }: ToastCardProps) {
  const { id, variant, title, text, duration = variant === 'success' ? 4000 : 5000 } = toast;
  const Icon = icons[variant];
  // pointed at, or with the focus in it, it stays
  const [isHeld, setHeld] = useState(false);
  const { offset, swiping } = useSwipe(onClose);
  useLayoutEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [isHeld, id, duration]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- held and swiped; what it does is done by its buttons
    <li
      ref={avoidControls}
      {...swiping}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-held={isHeld}
      style={{ translate: `${offset}px` }}
      className={classNames(
        'flex w-full max-w-md touch-pan-y items-start gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 shadow-float md:w-96',
        'animate-[rise_160ms_var(--ease-out)]',
      )}
    >
      <Icon aria-hidden="true" className={classNames('my-2.5 size-6 shrink-0', looks[variant])} />
      <div className="min-w-0 flex-1 self-center py-2">
        <p className="font-semibold">
          {title}
          {/* read out as one: without this the two run into each other */}
          {text ? <span className="sr-only">: </span> : null}
        </p>
        {text ? <p className="text-soft">{text}</p> : null}
        <WaysOn toast={toast} onClose={onClose} />
      </div>
      <IconButton label="Chiudi" icon={X} onClick={onClose} />
    </li>
  );
}

/** What can be done about what a toast tells: take it back, look at it. */
function WaysOn({ toast: { see, undo }, onClose }: ToastCardProps) {
  if (see === undefined && !undo) return null;
  const takeBack = (): void => {
    onClose();
    undo?.();
  };
  return (
    <div className="-mb-2 -ml-3 flex flex-wrap">
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
    </div>
  );
}

/** So far to the right, in pixels, a toast must be pushed to go (specification, section 9). */
const swipeThreshold = 50;
/** A press that trembles is still one. */
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
      // from here on it is no press of what lies under the finger
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
