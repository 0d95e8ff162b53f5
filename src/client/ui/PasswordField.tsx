import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, describedBy, Field } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** What is masked, in the button's name: 'Mostra password'. */
  what?: string | undefined;
}

/** One line of masked text, with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, isOptional, id, what = 'password', ...rest } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const action = `${isShown ? 'Nascondi' : 'Mostra'} ${what}`;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} isOptional={isOptional}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={fieldId}
          type={isShown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, hint, error)}
          className={classNames(boxLook, 'pr-13')}
        />
        <button
          type="button"
          title={action}
          aria-label={action}
          aria-controls={fieldId}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-soft hover:text-accent"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </Field>
  );
}
