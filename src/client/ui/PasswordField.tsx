import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './classNames.ts';
import { boxLook, Field, useField } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** The noun in the button's label: 'Mostra password'. */
  what?: string | undefined;
}

/** A password input with a button that reveals it. */
export function PasswordField({ what = 'password', ...props }: PasswordFieldProps) {
  const { texts, input } = useField(props);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const action = `${isShown ? 'Nascondi' : 'Mostra'} ${what}`;
  return (
    <Field {...texts}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={isShown ? 'text' : 'password'}
          className={classNames(boxLook, 'pr-13')}
        />
        <button
          type="button"
          title={action}
          aria-label={action}
          aria-controls={texts.id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-soft hover:text-accent"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </Field>
  );
}
