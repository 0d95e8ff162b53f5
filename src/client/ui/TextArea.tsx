import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, Field, type FieldTexts, useField } from './Field.tsx';

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts) {
  const { texts, input } = useField(props);
  const className = classNames(boxLook, 'field-sizing-content min-h-24 resize-y py-3');
  return (
    <Field {...texts}>
      <textarea rows={3} {...input} className={className} />
    </Field>
  );
}
