import { classNames } from './classNames.ts';
import type { Tone } from './tone.ts';

interface LetterBadgeProps {
  /** One or two letters. */
  letter: string;
  tone: Tone;
  /** The meaning, for screen readers; without it the badge is hidden from them. */
  label?: string | undefined;
  size?: 'small' | 'normal' | 'large' | undefined;
}

const sizes = {
  small: 'size-6 rounded-sm text-caption',
  normal: 'size-8 rounded-sm text-body',
  large: 'size-11 rounded-md text-lead',
};

/** A letter on a colour, so that the meaning does not depend on colour alone. */
export function LetterBadge({ letter, tone, label, size = 'normal' }: LetterBadgeProps) {
  return (
    <span
      data-tone={tone}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames(
        'inline-grid shrink-0 place-items-center bg-tone leading-none font-bold text-tone-on select-none',
        sizes[size],
      )}
    >
      {letter}
    </span>
  );
}
