import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'role' | 'size' | 'title'> {
  children: ReactNode;
  /** What its form does; where `formId` says which of the children is the form, that one does it itself. */
  onSubmit?: ComponentProps<'form'>['onSubmit'];
  formId?: string | undefined;
  gap?: string;
  error?: string | undefined;
  /** null where there is nothing to send. */
  submitLabel: string | null;
  cancelLabel?: string | undefined;
  isPending: boolean;
  /** What is sent cannot be undone. */
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  hasForm?: boolean | undefined;
}

/** A form in a dialog, with the buttons that leave it and send it in the dialog's foot. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, cancelLabel = 'Annulla', isPending, isDanger, isDisabled, hasForm = true } = props;
  const { onSubmit, gap = 'gap-4', error, children, ...dialog } = props;
  const ownId = useId();
  const formId = props.formId ?? ownId;
  const actions = (
    <>
      <Button variant="quiet" onClick={props.onClose}>
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
    <Dialog {...dialog} actions={hasForm ? actions : undefined}>
      {onSubmit ? (
        <form id={formId} noValidate onSubmit={onSubmit} className={`flex flex-col ${gap}`}>
          {children}
          {error ? <Notice variant="danger">{error}</Notice> : null}
        </form>
      ) : (
        children
      )}
    </Dialog>
  );
}
