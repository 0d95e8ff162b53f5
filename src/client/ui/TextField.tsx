import type { ComponentProps } from 'react';
import { boxLook, Field, type FieldTexts, useField } from './Field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldTexts {}

/** One line of text. Takes what react-hook-form's `register` gives. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const { texts, input } = useField(props);
  return (
    <Field {...texts}>
      <input {...input} type={type} className={boxLook} />
    </Field>
  );
}
