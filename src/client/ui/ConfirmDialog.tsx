import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'children' | 'title'> {
  /** What happens, as a verb: 'Cancella il turno'. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** null where it cannot be done any more: its button is gone. */
  onConfirm: (() => void) | null;
  onCancel: () => void;
  /** What is confirmed cannot be undone. */
  isDanger?: boolean | undefined;
  /** It undoes what two people agreed on: to leave it is the main button. */
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
    // the button that went may have had the focus
    if (isOver && document.activeElement === document.body) cancel.current?.focus();
  }, [isOver]);
  // A double tap on what opens the question must not confirm it. First is lowest on a phone, where only the navigation
  // bar was, and left on a desk.
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
