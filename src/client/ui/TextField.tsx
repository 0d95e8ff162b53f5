import { type ComponentProps, useId } from 'react';
import { boxLook, describedBy, Field, type FieldTexts } from './Field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldTexts {
  isOptional?: boolean | undefined;
}

/** One line of text. Takes what react-hook-form's `register` gives. */
export function TextField({ label, hint, error, isOptional, id, type = 'text', ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} isOptional={isOptional}>
      <input
        {...rest}
        id={fieldId}
        type={type}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, hint, error)}
        className={boxLook}
      />
    </Field>
  );
}
