import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

interface FormDialogProps extends Pick<DialogProps, 'children' | 'onClose' | 'role' | 'size' | 'title'> {
  /** The id of the form among the children: its button stands in the dialog's foot. */
  formId: string;
  /** null where there is nothing to send. */
  submitLabel: string | null;
  cancelLabel?: string | undefined;
  isPending: boolean;
  /** What is sent cannot be undone. */
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Whether the form is there; without it there are no buttons. */
  hasForm?: boolean | undefined;
}

/** A form in a dialog, with the buttons that leave it and send it. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, cancelLabel = 'Annulla', isPending, isDanger, isDisabled, hasForm = true } = props;
  const { formId, title, role, size, onClose, children } = props;
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>
        {cancelLabel}
      </Button>
      {submitLabel === null ? null : (
        <Button
          type="submit"
          form={formId}
          variant={isDanger ? 'danger' : 'primary'}
          disabled={isDisabled}
          isPending={isPending}
        >
          {submitLabel}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      role={role}
      size={size}
      actions={hasForm ? actions : undefined}
    >
      {children}
    </Dialog>
  );
}
