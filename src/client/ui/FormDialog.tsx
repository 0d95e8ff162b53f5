import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'role' | 'size' | 'title'> {
  children: ReactNode;
  /** Submit handler; unused with `formId`, which names a form among the children. */
  onSubmit?: ComponentProps<'form'>['onSubmit'];
  formId?: string | undefined;
  gap?: string;
  error?: string | undefined;
  /** null hides the submit button. */
  submitLabel: string | null;
  cancelLabel?: string | undefined;
  isPending: boolean;
  /** Submitting cannot be undone. */
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  hasForm?: boolean | undefined;
}

/** A form in a dialog, with cancel and submit buttons at the bottom. */
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
