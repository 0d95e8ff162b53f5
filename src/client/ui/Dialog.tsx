import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { useCover } from './useCover.ts';

export interface DialogProps {
  /** Defaults to true. */
  isOpen?: boolean;
  /** Called by the close button, Escape, a phone's back button and, until something is typed, a press outside. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last: in a row on a desktop, stacked with the main one on top on a phone. */
  actions?: ReactNode;
  /** `alertdialog` for a question that must be answered: no close button, and presses outside are ignored. */
  role?: 'dialog' | 'alertdialog' | undefined;
  size?: 'narrow' | 'wide' | undefined;
}

/** A modal dialog; on phones a bottom sheet. */
export function Dialog(props: DialogProps) {
  const { isOpen = true, onClose, title, children, actions, role = 'dialog', size = 'narrow' } = props;
  const typedIn = useRef<EventTarget | null>(null);
  useCover(isOpen, onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role !== 'alertdialog'}
      // nor after input: a press that misses the form would discard it
      shouldCloseOnInteractOutside={() => !(typedIn.current instanceof Node && typedIn.current.isConnected)}
      // the page behind becomes inert only after the dialog is shown: that takes a phone 50 ms
      UNSTABLE_deferUntilEntered
      data-veil=""
      className="fixed inset-0 z-40 flex h-(--visual-viewport-height) items-end justify-center bg-veil data-entering:animate-[appear_150ms_ease-out] md:items-center md:p-6"
    >
      <Modal
        className={classNames(
          // leaves room for a toast above
          'flex max-h-[88%] w-full flex-col rounded-t-lg bg-surface shadow-float data-entering:animate-[sheet-in_180ms_var(--ease-out)]',
          'md:max-h-full md:rounded-lg md:data-entering:animate-[rise_160ms_var(--ease-out)]',
          size === 'wide' ? 'md:max-w-2xl' : 'md:max-w-md',
        )}
      >
        {/* takes the focus before the animation ends, so that Escape works at once */}
        <AriaDialog
          role={role}
          isEntering={false}
          className="flex min-h-0 flex-col outline-none low:overflow-y-auto"
        >
          {/* no header or footer element: until the page behind is inert, there would be two of each */}
          <div className="flex items-start gap-2 px-5 pt-5 md:px-6 md:pt-6">
            <Heading slot="title" className="min-w-0 flex-1 py-2 text-title font-semibold">
              {title}
            </Heading>
            {role === 'alertdialog' ? null : (
              <IconButton label="Chiudi" icon={X} onClick={onClose} className="-mr-2" />
            )}
          </div>
          <ScrollArea onInput={(field) => (typedIn.current = field)}>{children}</ScrollArea>
          {actions ? (
            <div className="flex flex-col-reverse gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-6">
              {actions}
            </div>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ScrollAreaProps {
  /** Called with the field that received input. */
  onInput: (field: EventTarget) => void;
  children: ReactNode;
}

/**
 * Scrolls if its content does not fit. Takes the focus itself if nothing in it can, so that a keyboard can scroll it.
 */
function ScrollArea({ onInput, children }: ScrollAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const area = frame.current;
      if (!area) return;
      const hasStops =
        area.querySelector('a, button, input, select, textarea, summary, [tabindex="0"]') !== null;
      setIsStop(area.scrollHeight > area.clientHeight && !hasStops);
    };
    const observer = new ResizeObserver(look);
    for (const element of [frame.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-2 pb-5 md:px-6 low:shrink-0 low:overflow-visible"
      {...(isStop ? { tabIndex: 0 } : {})}
    >
      <div ref={content} onInput={({ target }) => onInput(target)}>
        {children}
      </div>
    </div>
  );
}
