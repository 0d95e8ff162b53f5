import type { ComponentProps } from 'react';
import { boxLook, Field, type FieldTexts, useField } from './Field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldTexts {}

/** A single-line input; accepts the props of react-hook-form's `register`. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  const { texts, input } = useField(props);
  return (
    <Field {...texts}>
      <input {...input} type={type} className={boxLook} />
    </Field>
  );
}
