import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, describedBy, Field, type FieldTexts } from './Field.tsx';

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'children'>, FieldTexts {
  /** What can be chosen, in order. */
  options: readonly string[];
  /** Shown while nothing is chosen, that is while `value` is ''. */
  placeholder?: string | undefined;
  isOptional?: boolean | undefined;
}

/** One of a long list of plain texts, such as times: the browser's own list, which on a phone is a wheel for the thumb. */
export function NativeSelect(props: NativeSelectProps) {
  const { label, hint, error, options, placeholder = 'Scegli…', isOptional, id, ...rest } = props;
  const { 'aria-invalid': isInvalid, 'aria-describedby': descriptionId } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} isOptional={isOptional}>
      <span className="relative flex">
        <select
          {...rest}
          id={fieldId}
          aria-invalid={error ? true : isInvalid}
          aria-describedby={
            [describedBy(fieldId, hint, error), descriptionId].filter(Boolean).join(' ') || undefined
          }
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
