import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, Field, type FieldTexts, useField } from './Field.tsx';

/** A multi-line input that grows with its content where supported. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts) {
  const { texts, input } = useField(props);
  const className = classNames(boxLook, 'field-sizing-content min-h-24 resize-y py-3');
  return (
    <Field {...texts}>
      <textarea rows={3} {...input} className={className} />
    </Field>
  );
}
