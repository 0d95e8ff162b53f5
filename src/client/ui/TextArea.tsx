import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, describedBy, Field, type FieldTexts } from './Field.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldTexts {
  isOptional?: boolean | undefined;
}

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, isOptional, id, rows = 3, ...rest }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} isOptional={isOptional}>
      <textarea
        {...rest}
        id={fieldId}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, hint, error)}
        className={classNames(boxLook, 'field-sizing-content min-h-24 resize-y py-3')}
      />
    </Field>
  );
}
