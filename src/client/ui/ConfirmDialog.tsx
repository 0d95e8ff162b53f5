import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'children' | 'title'> {
  /** The action, as a verb: 'Cancella il turno'. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** null hides the button: the action is no longer possible. */
  onConfirm: (() => void) | null;
  onCancel: () => void;
  /** The action cannot be undone. */
  isDanger?: boolean | undefined;
  /** The action undoes an agreement between two people: the main button cancels. */
  isDiscouraged?: boolean | undefined;
  isPending?: boolean | undefined;
  error?: string | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen = true, title, children, confirmLabel, cancelLabel = 'Annulla', error } = props;
  const { isDanger = false, isDiscouraged = false, onConfirm } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const isOver = isOpen && onConfirm === null;
  useEffect(() => {
    // the removed button may have had the focus
    if (isOver && document.activeElement === document.body) cancel.current?.focus();
  }, [isOver]);
  // A double tap on the opening button must not confirm: the first action is lowest on a phone, where only the
  // navigation bar was, and leftmost on a desktop.
  const actions = (
    <>
      {onConfirm ? (
        <Button
          variant={isDiscouraged ? 'quiet' : isDanger ? 'danger' : 'primary'}
          isPending={props.isPending}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      ) : null}
      <Button ref={cancel} variant={isDiscouraged ? 'primary' : 'quiet'} onClick={props.onCancel}>
        {cancelLabel}
      </Button>
    </>
  );
  return (
    <Dialog role="alertdialog" isOpen={isOpen} onClose={props.onCancel} title={title} actions={actions}>
      <div className="flex flex-col gap-4">
        {children}
        {error ? <Notice variant="danger">{error}</Notice> : null}
      </div>
    </Dialog>
  );
}
