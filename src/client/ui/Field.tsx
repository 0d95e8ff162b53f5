import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Validation message, shown next to the field. */
  error?: string | undefined;
  isOptional?: boolean | undefined;
}

interface FieldProps extends FieldTexts {
  /** The field's id; hint and error have `{id}-hint` and `{id}-error`. */
  id: string;
  children: ReactNode;
}

/** Splits a field's props into those of its frame and those of its input. */
export function useField<Props extends FieldTexts & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, isOptional, id, ...rest } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(fieldId, hint, error),
  };
  return {
    texts: { id: fieldId, label, hint, error, isOptional },
    input: { ...rest, id: fieldId, ...described },
  };
}

export function Field({ id, label, hint, error, isOptional, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {isOptional ? <span className="font-normal text-soft"> (facoltativo)</span> : null}
      </label>
      {children}
      {hint ? (
        <div id={`${id}-hint`} className="text-caption text-soft">
          {hint}
        </div>
      ) : null}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** A field's error, with an icon so that it does not rely on colour. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="flex items-start gap-1 text-caption font-medium text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  );
}

export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Classes of inputs and selects; the scroll margins keep them clear of the sticky bars. */
export const boxLook =
  'w-full min-h-12 scroll-mt-20 scroll-mb-40 rounded-md border border-edge bg-surface px-3 text-body text-ink ' +
  'transition-[border-color] duration-150 hover:border-ink ' +
  'focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent ' +
  'aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--color-danger)] ' +
  '[&[readonly]]:bg-sunken disabled:opacity-60';
