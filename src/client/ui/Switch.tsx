import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'children'> {
  children: ReactNode;
  hint?: ReactNode;
}

/** A switch after its label; accepts the props of react-hook-form's `register`. */
export function Switch({ children, hint, id, ...rest }: SwitchProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <label htmlFor={fieldId} className="min-h-11 min-w-24 flex-1 cursor-pointer py-2.5 font-medium">
        {children}
        {hint ? (
          <span id={`${fieldId}-hint`} className="block text-caption font-normal text-soft">
            {hint}
          </span>
        ) : null}
      </label>
      <span className="relative grid h-11 w-14 shrink-0 place-items-center">
        <input
          {...rest}
          id={fieldId}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says its state itself
          role="switch"
          aria-describedby={hint ? `${fieldId}-hint` : undefined}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
        />
        <span
          aria-hidden="true"
          className={
            'pointer-events-none flex h-7 w-12 items-center rounded-full border border-edge bg-sunken p-0.5 text-edge ' +
            'transition-colors duration-150 peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent ' +
            'peer-disabled:opacity-50 peer-checked:[&>span]:translate-x-5'
          }
        >
          <span className="size-5 rounded-full bg-current transition-transform duration-150" />
        </span>
      </span>
    </div>
  );
}
