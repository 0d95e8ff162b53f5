import { classNames } from './classNames.ts';

interface SpinnerProps {
  /** For screen readers; without it the spinner is decorative. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A spinner, one line tall by default. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={classNames('inline-flex', className ?? 'size-5')}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className="size-full animate-[turn_0.9s_linear_infinite]"
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" className="opacity-25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}

export function SpinnerScreen({ label = 'Un attimo…' }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-accent">
      <Spinner label={label} className="size-8" />
    </div>
  );
}
