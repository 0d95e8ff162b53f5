import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, Field, type FieldTexts, useField } from './Field.tsx';

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'children'>, FieldTexts {
  options: readonly string[];
  /** Shown while `value` is ''. */
  placeholder?: string | undefined;
}

/** A native select for long lists of plain text, such as times; phones show it as a wheel. */
export function NativeSelect(props: NativeSelectProps) {
  const {
    'aria-invalid': isInvalid,
    'aria-describedby': descriptionId,
    placeholder = 'Scegli…',
    options,
    ...rest
  } = props;
  const { texts, input } = useField(rest);
  const descriptionIds = [input['aria-describedby'], descriptionId].filter(Boolean);
  return (
    <Field {...texts}>
      <span className="relative flex">
        <select
          {...input}
          aria-invalid={input['aria-invalid'] ?? isInvalid}
          aria-describedby={descriptionIds.join(' ') || undefined}
          className={classNames(boxLook, 'tabular appearance-none pr-10')}
        >
          {rest.value === '' || rest.value === undefined ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-3.5 right-3 size-5 text-soft"
        />
      </span>
    </Field>
  );
}
