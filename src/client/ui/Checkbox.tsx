import { type ComponentProps, type ReactNode, useId } from 'react';
import { describedBy, FieldError } from './Field.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  /** The label; may contain links. */
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A checkbox; accepts the props of react-hook-form's `register`. */
export function Checkbox({ children, hint, error, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className="flex flex-col">
      <div className="group flex items-start gap-1 has-disabled:text-soft">
        <span className="relative grid size-11 shrink-0 -ml-2.5 place-items-center">
          <input
            {...rest}
            id={fieldId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(fieldId, hint, error)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md disabled:cursor-not-allowed"
          />
          <CheckMark />
        </span>
        <label
          htmlFor={fieldId}
          className="min-h-11 flex-1 cursor-pointer py-2.5 group-has-disabled:cursor-not-allowed"
        >
          {children}
          {hint ? (
            <span id={`${fieldId}-hint`} className="block text-caption text-soft">
              {hint}
            </span>
          ) : null}
        </label>
      </div>
      <FieldError id={fieldId} error={error} />
    </div>
  );
}

/** The visible box, drawn over the larger, invisible touch target. */
function CheckMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={
        'pointer-events-none size-6 rounded-sm border border-edge bg-surface text-transparent transition-colors ' +
        'duration-150 peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent ' +
        'peer-aria-invalid:border-danger peer-disabled:border-dashed peer-disabled:border-line peer-disabled:bg-sunken'
      }
    >
      <path
        d="m6 12.5 4 4 8-9"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
