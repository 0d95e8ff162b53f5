import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import { useHideThenClose } from './useHideThenClose.ts';

export interface DialogProps {
  /** It is, unless said otherwise. */
  isOpen?: boolean;
  /** Called by the cross, by Escape, by a phone's back button and, as long as nothing was typed, by a press beside it. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Its buttons, the main one last: beside each other on a desk, on a phone the main one on top. */
  actions?: ReactNode;
  /** `alertdialog` for a question that must be answered: no cross, and a press beside does nothing. */
  role?: 'dialog' | 'alertdialog' | undefined;
  size?: 'narrow' | 'wide' | undefined;
}

type FrameLook = Required<Pick<DialogProps, 'role' | 'size'>>;

/** A frame that several dialogs share, one after the other; null where each brings its own. */
const SharedFrame = createContext<{ show: (look: FrameLook, onClose: () => void) => void } | null>(null);

/** Closes the dialog around. */
const HideThenClose = createContext<() => void>(() => {});

/** Tells the dialog around in which field somebody has typed or chosen. */
const NoteInput = createContext<(field: EventTarget) => void>(() => {});

/** A modal dialog; on phones a sheet at the lower edge, near the thumb. */
export function Dialog(props: DialogProps) {
  const frame = useContext(SharedFrame);
  const { isOpen = true, onClose, role = 'dialog', size = 'narrow' } = props;
  if (!frame) {
    return (
      <Frame isOpen={isOpen} onClose={onClose} role={role} size={size}>
        <Sheet {...props} />
      </Frame>
    );
  }
  return isOpen ? <FramedSheet {...props} show={frame.show} /> : null;
}

/**
 * Veil and frame for dialogs that follow each other: the veil, the lock of the page behind it and the way back of the
 * focus are set up once, and the next dialog stands there at once.
 */
export function DialogFrame({ children }: { children: ReactNode }) {
  const [look, setLook] = useState<FrameLook>({ role: 'dialog', size: 'narrow' });
  const close = useRef(() => {});
  const [shared] = useState(() => ({
    show: ({ role, size }: FrameLook, onClose: () => void): void => {
      close.current = onClose;
      setLook((last) => (last.role === role && last.size === size ? last : { role, size }));
    },
  }));
  return (
    <Frame isOpen onClose={() => close.current()} {...look}>
      <SharedFrame value={shared}>{children}</SharedFrame>
    </Frame>
  );
}

interface FramedSheetProps extends DialogProps {
  show: (look: FrameLook, onClose: () => void) => void;
}

function FramedSheet({ show, ...props }: FramedSheetProps) {
  const { onClose, role = 'dialog', size = 'narrow' } = props;
  useLayoutEffect(() => show({ role, size }, onClose));
  return <Sheet {...props} />;
}

interface FrameProps extends FrameLook {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Frame({ isOpen, onClose, role, size, children }: FrameProps) {
  const { isHidden, hideThenClose } = useHideThenClose(onClose, isOpen);
  const typedIn = useRef<EventTarget | null>(null);
  const noteInput = useCallback((field: EventTarget): void => void (typedIn.current = field), []);
  // a field that is gone was another sheet's
  const isTyped = (): boolean => typedIn.current instanceof Node && typedIn.current.isConnected;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) hideThenClose();
      }}
      isDismissable={role !== 'alertdialog'}
      // nor where somebody has typed: a press that missed the form would throw it away
      shouldCloseOnInteractOutside={() => !isTyped()}
      // what is behind becomes inert, which costs a phone 50 ms, once the dialog stands there
      UNSTABLE_deferUntilEntered
      data-veil=""
      className={classNames(
        'fixed inset-0 z-40 flex h-(--visual-viewport-height) items-end justify-center bg-veil md:items-center md:p-6',
        // not invisible: what has the focus keeps it until it is handed back
        isHidden ? 'opacity-0' : 'data-entering:animate-[appear_150ms_ease-out]',
      )}
    >
      <Modal
        className={classNames(
          'flex max-h-[92%] w-full flex-col rounded-t-lg bg-surface shadow-float data-entering:animate-[sheet-in_180ms_var(--ease-out)]',
          'md:max-h-full md:rounded-lg md:data-entering:animate-[rise_160ms_var(--ease-out)]',
          size === 'wide' ? 'md:max-w-2xl' : 'md:max-w-md',
        )}
      >
        <HideThenClose value={hideThenClose}>
          <NoteInput value={noteInput}>{children}</NoteInput>
        </HideThenClose>
      </Modal>
    </ModalOverlay>
  );
}

function Sheet({ title, children, actions, role = 'dialog' }: Omit<DialogProps, 'onClose'>) {
  const hideThenClose = useContext(HideThenClose);
  return (
    // the focus does not wait for the dialog to come in: whoever presses Escape meanwhile is heard
    <AriaDialog
      role={role}
      isEntering={false}
      className="flex min-h-0 flex-col outline-none low:overflow-y-auto"
    >
      {/* no header and footer: until the page behind is inert there would be two of them */}
      <div className="flex items-start gap-2 px-5 pt-5 md:px-6 md:pt-6">
        <Heading slot="title" className="min-w-0 flex-1 py-2 text-title font-semibold">
          {title}
        </Heading>
        {role === 'alertdialog' ? null : (
          <IconButton label="Chiudi" icon={X} onClick={hideThenClose} className="-mr-2" />
        )}
      </div>
      <ScrollArea className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-2 pb-5 md:px-6 low:shrink-0 low:overflow-visible">
        {children}
      </ScrollArea>
      {actions ? (
        <div className="flex flex-col-reverse gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-6">
          {actions}
        </div>
      ) : null}
    </AriaDialog>
  );
}

/**
 * What scrolls when there is not room for all of it. A keyboard must be able to scroll it: where nothing in it takes
 * the focus, it does so itself.
 */
function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const noteInput = useContext(NoteInput);
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
    <div ref={frame} className={className} {...(isStop ? { tabIndex: 0 } : {})}>
      <div ref={content} onInput={({ target }) => noteInput(target)}>
        {children}
      </div>
    </div>
  );
}
